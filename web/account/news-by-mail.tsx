import { useSuspenseQuery } from '@tanstack/react-query'
import { editNewsByMail, getNewsByMail } from '#contract/news-by-mail.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Card } from '#web/ui/card.tsx'
import { Switch } from './switch.tsx'

/** Whether offers and news come by e-mail too. */
export function NewsByMail() {
  const { isOn } = useSuspenseQuery(query(getNewsByMail, {})).data
  const save = useSend(editNewsByMail, { refetch: [getNewsByMail] })
  return (
    <Card title="News by e-mail">
      <Switch
        label="Send me offers and news"
        hint="What concerns your orders, your money and your account comes in any case."
        isOn={isOn}
        isBusy={save.isPending}
        onChange={(isOn, settled) => save.mutate({ isOn }, settled)}
      />
    </Card>
  )
}
