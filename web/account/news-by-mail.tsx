import { useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { editNewsByMail, getNewsByMail } from '#contract/news-by-mail.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Card } from '#web/ui/card.tsx'

/** A bead on a string; all of its line can be hit. */
const track =
  'relative h-6 w-11 shrink-0 rounded-full border border-edge bg-sunken transition-colors peer-checked:border-lantern-deep peer-checked:bg-lantern-deep ' +
  'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-glass ' +
  'after:absolute after:top-[3px] after:left-[3px] after:size-4 after:rounded-full after:bg-edge after:transition-[translate] peer-checked:after:translate-x-5 peer-checked:after:bg-raised'

/** Whether offers and news come by e-mail too. */
export function NewsByMail() {
  const { isOn } = useSuspenseQuery(query(getNewsByMail, {})).data
  const save = useSend(editNewsByMail, { refetch: [getNewsByMail] })
  const id = useId()
  const [wanted, setWanted] = useState<boolean | null>(null) // until it is so
  const shown = wanted ?? isOn

  function change(wish: boolean): void {
    if (save.isPending) return
    setWanted(wish)
    save.mutate({ isOn: wish }, { onSettled: () => setWanted(null) })
  }

  return (
    <Card title="News by e-mail">
      <label className="relative flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          role="switch"
          aria-checked={shown}
          className="peer absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
          aria-describedby={id}
          checked={shown}
          aria-disabled={save.isPending}
          onChange={(event) => change(event.target.checked)}
        />
        <span aria-hidden="true" className={track} />
        Send me offers and news
      </label>
      <p id={id} className="pl-14 text-sm text-soft">
        What concerns your orders, your money and your account comes in any case.
      </p>
    </Card>
  )
}
