import { z } from 'zod'
import { askRecovery, listRecoveries, RecoveryNote } from '#contract/accounts/recovery.ts'
import { Email } from '#contract/accounts/people.ts'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import { listAudit } from '#contract/backoffice/audit.ts'
import type { UserOverview } from '#contract/backoffice/user-detail.ts'
import { useSend } from '#web/api/use-send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { LongTextField, SelectField } from '#web/ui/form/form-fields.tsx'

const OLD_EMAIL = [
  { value: 'theirs', label: 'Theirs: can undo for 7 days' },
  { value: 'lost', label: 'A thief’s: no undo' },
]

const schema = z.strictObject({
  email: z.union([z.literal(''), Email('')]),
  oldEmail: z.enum(['theirs', 'lost']),
  note: RecoveryNote,
})

type Props = { user: UserOverview; onClose: () => void }

/** Asks an administrator to recover an account whose owner can no longer sign in. */
export function AskRecovery({ user, onClose }: Props) {
  const send = useSend(askRecovery, {
    refetch: [listRecoveries, listAlerts, listAudit],
    onDone: onClose,
  })
  return (
    <Dialog title={`Recover ${user.fullName}’s account`} isOpen onClose={onClose}>
      <p className="-mt-3 mb-5 text-soft">
        For customers who have lost their email, passkey or authenticator app. A second person must
        approve it. Then everybody is signed out, and only a code sent to the email below opens the
        account. The current email is told now.
      </p>
      <Form
        schema={schema}
        initial={{ email: '', oldEmail: 'theirs', note: '' }}
        submit={{ label: 'Ask for approval', busyLabel: 'Asking...' }}
        onCancel={onClose}
        onSubmit={({ email, oldEmail, note }) =>
          send.mutateAsync({
            id: user._id,
            ...(email && { email }),
            canUndo: oldEmail === 'theirs',
            note,
          })
        }
      >
        <TextField
          name="email"
          label="New email"
          type="email"
          autoComplete="off"
          hint={`Leave it empty to keep ${user.email ?? 'the current one'}.`}
        />
        <SelectField name="oldEmail" label="Current email" options={OLD_EMAIL} />
        <LongTextField
          name="note"
          label="How did you recognise the owner?"
          rows={3}
          hint="Only staff can see this."
        />
      </Form>
    </Dialog>
  )
}
