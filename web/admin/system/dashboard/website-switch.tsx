import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { editWebsite, getWebsite } from '#contract/catalogue/settings.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Field, inputLook } from '#web/ui/form/field.tsx'

const MESSAGE_MAX = 500

/** Closes the shop to customers, or opens it. */
export function WebsiteSwitch() {
  const { isClosed } = useSuspenseQuery(query(getWebsite, {})).data
  // Keeps the open dialog while its answer changes `isClosed`.
  const [asked, setAsked] = useState<'close' | 'open' | null>(null)
  const onClose = () => setAsked(null)
  return (
    <div className="flex flex-wrap items-center gap-3">
      {isClosed && <Badge tone="bad">Closed to customers</Badge>}
      <Button
        look={isClosed ? 'primary' : 'plain'}
        onClick={() => setAsked(isClosed ? 'open' : 'close')}
      >
        {isClosed ? 'Open Website' : 'Close Website'}
      </Button>
      {asked === 'close' && <Close onClose={onClose} />}
      {asked === 'open' && <Open onClose={onClose} />}
    </div>
  )
}

function Close({ onClose }: { onClose: () => void }) {
  const { message: last } = useSuspenseQuery(query(getWebsite, {})).data
  const [message, setMessage] = useState(last)
  const send = useSend(editWebsite, { refetch: [getWebsite], onDone: onClose })
  return (
    <Confirm
      question="Close the website?"
      action={{ label: 'Close Website', isBusy: send.isPending, isDangerous: true }}
      isOpen
      onConfirm={() => send.mutate({ isClosed: true, message })}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <p>
          Customers see a closed page, and nothing can be bought. What is paid is delivered all the
          same, and administrators go on working.
        </p>
        <Field
          label="What customers read"
          hint="Left empty, the shop says that it opens again soon."
        >
          {(wiring) => (
            <textarea
              {...wiring}
              rows={3}
              maxLength={MESSAGE_MAX}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
              className={`${inputLook} resize-y py-2.5`}
            />
          )}
        </Field>
      </div>
    </Confirm>
  )
}

function Open({ onClose }: { onClose: () => void }) {
  const send = useSend(editWebsite, { refetch: [getWebsite], onDone: onClose })
  return (
    <Confirm
      question="Open the website?"
      action={{ label: 'Open Website', isBusy: send.isPending }}
      isOpen
      onConfirm={() => send.mutate({ isClosed: false })}
      onClose={onClose}
    >
      Customers come in again and can buy.
    </Confirm>
  )
}
