import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { forgotPassword, verifyEmail } from '#contract/accounts/auth.ts'
import { useSend } from '#web/api/use-send.ts'
import { logOut } from '#web/features/session/log-out.ts'
import { signIn } from '#web/features/session/sign-in.ts'
import { useCurrentUser } from '#web/state/session.ts'
import { toast } from '#web/state/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeField } from '#web/ui/form/code-field.tsx'
import { Form } from '#web/ui/form/form.tsx'

/** Tells guests what a verified email or phone gives them. An email is verified here. */
export function GuestNotice() {
  const user = useCurrentUser()
  if (!user?.isGuest) return null
  return user.email ? <Verify email={user.email} /> : <SignUpWith phone={user.phone} />
}

const SignUpWith = ({ phone }: { phone: string }) => (
  <Card title="Keep your orders">
    <div className="grid gap-5">
      <p className="text-soft">
        You’re buying as a guest with <strong className="whitespace-nowrap">+91 {phone}</strong>. To
        have all your orders in one place, and a wallet for refunds, log in or sign up and verify
        this phone in your account details.
      </p>
      <Button className="justify-self-start" onClick={() => void logOut()}>
        Log in or sign up
      </Button>
    </div>
  </Card>
)

function Verify({ email }: { email: string }) {
  const [token, setToken] = useState<string | null>(null)
  const ask = useSend(forgotPassword, { onDone: setToken, isQuiet: true })
  return (
    <Card title="Keep your orders">
      <div className="grid gap-5">
        <p className="text-soft">
          {token ? (
            <>
              Enter the code we sent to <strong className="wrap-anywhere">{email}</strong>. It works
              for 10 minutes.
            </>
          ) : (
            <>
              You’re buying as a guest with <strong className="wrap-anywhere">{email}</strong>.
              Verify this email to have all your orders in one place, and a wallet for refunds.
            </>
          )}
        </p>
        {token && <EnterCode key={token} token={token} />}
        <Button
          look={token ? 'quiet' : 'plain'}
          className="justify-self-start"
          isBusy={ask.isPending}
          busyLabel="Sending..."
          onClick={() => ask.mutate({ email })}
        >
          {token ? 'Send another code' : 'Verify email'}
        </Button>
      </div>
    </Card>
  )
}

/** The code signs in to the account of this email. It has the guest's orders from then on. */
function EnterCode({ token }: { token: string }) {
  const client = useQueryClient()
  const send = useSend(verifyEmail, {
    isQuiet: true,
    async onDone(tokens) {
      if (!(await signIn(tokens))) return
      toast('success', 'Your email is verified, and your orders are in your account')
      await client.invalidateQueries()
    },
  })
  return (
    <Form
      schema={verifyEmail.input}
      initial={{ q: token, code: '' }}
      submit={{ label: 'Verify', busyLabel: 'Checking...' }}
      onSubmit={send.mutateAsync}
    >
      <CodeField label="Code" />
    </Form>
  )
}
