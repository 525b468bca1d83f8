import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askParent, getAge, type OwnAge } from '#contract/accounts/consent.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'

type Props = { onDone: () => void; onCancel: () => void }

/** Emails a parent or guardian, whose consent a purchase needs. */
export function AskParent({ onDone, onCancel }: Props) {
  const { parent } = useSuspenseQuery(query(getAge, {})).data
  const [isOther, setOther] = useState(false)
  if (parent?.state === 'asked' && !isOther)
    return (
      <div className="grid gap-5">
        <p className="-mt-3 text-soft wrap-anywhere">
          We’ve sent an email to {parent.email}. You can buy once they’ve agreed. Everything you
          chose stays here.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button look="primary" onClick={onDone}>
            They’ve agreed
          </Button>
          <Button onClick={() => setOther(true)}>Use another email</Button>
          <Button look="quiet" onClick={onCancel}>
            Not now
          </Button>
        </div>
      </div>
    )
  return <ParentForm parent={parent} onSent={() => setOther(false)} />
}

function ParentForm({ parent, onSent }: { parent: OwnAge['parent']; onSent: () => void }) {
  const send = useSend(askParent, { refetch: [getAge], onDone: onSent, isShown: true })
  return (
    <Form
      schema={askParent.input}
      initial={{ email: '' }}
      submit={{ label: 'Send the email', busyLabel: 'Sending...' }}
      onSubmit={send.mutateAsync}
    >
      <p className="-mt-3 text-soft wrap-anywhere">
        {parent?.state === 'refused' && `${parent.email} didn’t agree. `}
        You’re under 18, so your parent or guardian must agree before you buy. We’ll email them a
        link.
      </p>
      <TextField name="email" label="Their email" type="email" autoComplete="off" />
    </Form>
  )
}
