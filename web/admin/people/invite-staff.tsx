import { useSuspenseQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Right } from '#contract/core/endpoint.ts'
import {
  createInvitation,
  deleteInvitation,
  listInvitations,
  type Invitation,
} from '#contract/accounts/invitations.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { RightsField } from './rights-field.tsx'

/** Emails an invitation link. It makes the recipient staff once their email is verified. */
export function InviteStaff({ onClose }: { onClose: () => void }) {
  const send = useSend(createInvitation, { refetch: [listInvitations], onDone: onClose })
  return (
    <Dialog title="Invite staff" isOpen onClose={onClose}>
      <p className="-mt-3 mb-5 text-soft">
        They get an email with a link that works once, for 7 days. They can open the back office
        once they have an account with this email and have verified it.
      </p>
      <Form
        schema={createInvitation.input}
        initial={{ email: '', rights: [] }}
        submit={{ label: 'Send invitation', busyLabel: 'Sending...' }}
        onCancel={onClose}
        onSubmit={send.mutateAsync}
      >
        <TextField name="email" label="Email" type="email" autoComplete="off" />
        <Rights />
      </Form>
    </Dialog>
  )
}

function Rights() {
  const { setValue, getFieldState, formState } = useFormContext<{ rights: Right[] }>()
  const rights = useWatch<{ rights: Right[] }>({ name: 'rights' }) as Right[]
  const { error } = getFieldState('rights', formState)
  return (
    <div className="grid gap-1">
      <RightsField
        value={rights}
        onChange={(value) =>
          setValue('rights', value, { shouldDirty: true, shouldValidate: error !== undefined })
        }
      />
      {error && (
        <p role="alert" className="text-sm font-medium text-bad">
          {error.message}
        </p>
      )}
    </div>
  )
}

/** Invitations that can still be accepted. */
export function OpenInvitations() {
  const { data } = useSuspenseQuery(query(listInvitations, {}))
  if (data.length === 0) return null
  return (
    <section aria-label="Open invitations" className="grid gap-3">
      <h2 className="text-xl">Open invitations</h2>
      <ul className="facet grid border border-line bg-stall">
        {data.map((invitation) => (
          <OpenInvitation key={invitation._id} invitation={invitation} />
        ))}
      </ul>
    </section>
  )
}

function OpenInvitation({ invitation }: { invitation: Invitation }) {
  const { _id: id, email, rights, expiresAt } = invitation
  const withdraw = useSend(deleteInvitation, { refetch: [listInvitations] })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2 last:border-0">
      <span className="grid">
        <span className="font-medium wrap-anywhere">{email}</span>
        <span className="text-sm text-soft">
          {rights.join(', ')}, until {formatDate(expiresAt)}
        </span>
      </span>
      <Button
        size="sm"
        aria-label={`Withdraw the invitation of ${email}`}
        isBusy={withdraw.isPending}
        busyLabel="Withdrawing..."
        onClick={() => withdraw.mutate({ id })}
      >
        Withdraw
      </Button>
    </li>
  )
}
