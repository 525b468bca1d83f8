import { useSuspenseQuery } from '@tanstack/react-query'
import { CONSENT_WORDS } from '#contract/accounts/consent.ts'
import { editNewsByMail, getNewsByMail } from '#contract/accounts/newsletter.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Card } from '#web/ui/card.tsx'
import { Switch } from './switch.tsx'

/** Switch for offers and news by email. */
export function NewsByMail() {
  const { isOn } = useSuspenseQuery(query(getNewsByMail, {})).data
  const save = useSend(editNewsByMail, { refetch: [getNewsByMail] })
  return (
    <Card title="News by email">
      <Switch
        label={CONSENT_WORDS.news}
        hint="You'll still get order and account emails."
        isOn={isOn}
        isBusy={save.isPending}
        onChange={(isOn, settled) => save.mutate({ isOn }, settled)}
      />
    </Card>
  )
}
