import { useState } from 'react'
import { Link, type MetaFunction } from 'react-router'
import { forgotPassword, resetPassword } from '#contract/accounts/auth.ts'
import { useSend } from '#web/api/use-send.ts'
import { describePage } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/state/toasts.ts'
import { AccountName, Form, TextField } from '#web/ui/form/form.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { AuthFrame } from '#web/auth/auth-frame.tsx'
import { CodeField } from '#web/ui/form/code-field.tsx'
import { RECLAIMED } from '#web/auth/reclaimed.tsx'
import { useSignIn } from '#web/auth/use-sign-in.ts'

export const meta: MetaFunction = ({ matches, location }) =>
  describePage(matches, {
    title: 'Set a new password',
    description: 'Set a new password with the code from your email.',
    path: location.pathname,
  })

type Sent = { email: string; token: string }

export default function ResetPasswordPage() {
  const [sent, setSent] = useState<Sent | null>(null)
  return sent ? <NewPassword {...sent} /> : <AskForCode onSent={setSent} />
}

function AskForCode({ onSent }: { onSent: (sent: Sent) => void }) {
  const send = useSend(forgotPassword)
  return (
    <AuthFrame
      title="Set a new password"
      lead="First we'll email you a four-digit code, so that nobody else can do this."
      more={
        <p>
          <Link to={paths.login} className={lineLink}>
            Back to log in
          </Link>
        </p>
      }
    >
      <Form
        key="ask"
        schema={forgotPassword.input}
        initial={{ email: '' }}
        submit={{ label: 'Send code', isWide: true }}
        onSubmit={async ({ email }) => onSent({ email, token: await send.mutateAsync({ email }) })}
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" />
      </Form>
    </AuthFrame>
  )
}

function NewPassword({ email, token }: Sent) {
  const enterShop = useSignIn()
  const send = useSend(resetPassword, {
    async onDone(tokens) {
      if (tokens.isReclaimed) toast('info', RECLAIMED)
      await enterShop(tokens)
    },
  })
  return (
    <AuthFrame
      title="Set a new password"
      lead={`Enter the code we sent to ${email} and a new password.`}
    >
      <Form
        key="set"
        schema={resetPassword.input}
        initial={{ token, code: '', newPassword: '' }}
        submit={{ label: 'Set password', isWide: true }}
        onSubmit={send.mutateAsync}
      >
        <CodeField />
        <AccountName email={email} />
        <TextField
          name="newPassword"
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters, with a capital and a small letter, a number and one of !@#$%^&*"
        />
      </Form>
    </AuthFrame>
  )
}
