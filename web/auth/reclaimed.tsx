import { useNavigate } from 'react-router'
import { changePassword } from '#contract/accounts/auth.ts'
import type { OwnUser } from '#contract/accounts/users.ts'
import { useSend } from '#web/api/use-send.ts'
import { AccountName, Form, TextField } from '#web/ui/form/form.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { AuthFrame } from './auth-frame.tsx'
import { takeLanding } from './take-landing.ts'

export const RECLAIMED =
  'Your new password is set and your email is verified. A phone number or Google account added before no longer signs you in.'

/** Shown after the first verification of an email. Explains which ways to sign in ended, and offers a new password. */
export function Reclaimed({ user }: { user: OwnUser }) {
  const navigate = useNavigate()
  const land = () => navigate(takeLanding(user), { replace: true })
  const save = useSend(changePassword, { onDone: land })
  return (
    <AuthFrame
      title="Set a new password"
      lead="Your email is verified now. Until today anyone could have used it for this account, so the old password, phone number and Google account no longer sign you in. We've emailed you about this."
      more={
        <button
          type="button"
          onClick={() => void land()}
          className={`${lineLink} justify-self-start`}
        >
          Continue without a password
        </button>
      }
    >
      <Form
        schema={changePassword.input}
        initial={{ newPassword: '' }}
        submit={{ label: 'Set password', busyLabel: 'Setting...', isWide: true }}
        onSubmit={save.mutateAsync}
      >
        <AccountName email={user.email} />
        <TextField
          name="newPassword"
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 6 characters"
        />
      </Form>
    </AuthFrame>
  )
}
