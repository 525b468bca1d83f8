import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { sendEmailOtp, verifyOwnEmail } from '#contract/accounts/auth.ts'
import { getUser } from '#contract/accounts/users.ts'
import { call } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { rememberUser } from '#web/state/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { tidyCode } from '#web/ui/form/tidy.ts'
import { useUser } from '#web/account/use-user.ts'

type Sent = { q: string; code: string }

/** Shown until the email is verified. The link in the welcome mail fills in its code; nothing is sent before a press. */
export function EmailVerification() {
  const { email, isEmailVerified } = useUser()
  const [params, setParams] = useSearchParams()
  const [sent, setSent] = useState(readLink(params))
  const send = useSend(sendEmailOtp, {
    onDone(q) {
      setSent({ q, code: '' })
      setParams({}, { replace: true })
    },
  })
  if (isEmailVerified) return null
  return (
    <Card title="Verify your email">
      <p className="mb-5 text-soft wrap-anywhere">
        {sent?.code
          ? `Confirm that ${email} is yours.`
          : sent
            ? `Enter the code we sent to ${email}.`
            : `We'll email a four-digit code to ${email}. With a verified email, nobody else can claim this account.`}
      </p>
      {sent && <EnterCode key={sent.q} {...sent} />}
      <Button
        look={sent ? 'quiet' : 'primary'}
        size={sent ? 'sm' : 'md'}
        className={sent ? 'mt-4 -ml-4' : ''}
        isBusy={send.isPending}
        busyLabel="Sending..."
        onClick={() => send.mutate({})}
      >
        {sent ? 'Send a new code' : 'Send code'}
      </Button>
    </Card>
  )
}

function readLink(params: URLSearchParams): Sent | null {
  const link = verifyOwnEmail.input.safeParse({ q: params.get('q'), code: params.get('code') })
  return link.success ? link.data : null
}

function EnterCode(initial: Sent) {
  const verify = useSend(verifyOwnEmail, {
    refetch: [getUser],
    onDone: async () => void rememberUser(await call(getUser, {})),
  })
  return (
    <Form
      schema={verifyOwnEmail.input}
      initial={initial}
      submit={{ label: 'Verify email', busyLabel: 'Checking...' }}
      onSubmit={verify.mutateAsync}
    >
      <TextField
        name="code"
        label="Email code"
        inputMode="numeric"
        autoComplete="one-time-code"
        tidy={tidyCode}
      />
    </Form>
  )
}
