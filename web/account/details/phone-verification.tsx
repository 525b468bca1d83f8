import { useState } from 'react'
import { z } from 'zod'
import { sendOtp, verifyPhone } from '#contract/accounts/auth.ts'
import { getUser } from '#contract/accounts/users.ts'
import { call } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { rememberUser, startSession } from '#web/state/session.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { tidyCode, tidyPhone } from '#web/ui/form/tidy.ts'
import { useUser } from '#web/account/use-user.ts'

type Sent = { phone: string; token: string }

export function PhoneVerification() {
  const { phone, isPhoneVerified } = useUser()
  const [sent, setSent] = useState<Sent | null>(null)
  return (
    <Card title="Phone verification">
      <p className="mb-5 flex flex-wrap items-center gap-2">
        {phone ? `+91 ${phone}` : 'No phone yet'}
        {phone && (
          <Badge tone={isPhoneVerified ? 'good' : 'pending'}>
            {isPhoneVerified ? 'Verified' : 'Not verified'}
          </Badge>
        )}
      </p>
      {sent ? (
        <EnterOtp {...sent} onLeave={() => setSent(null)} />
      ) : (
        <SendOtp
          phone={isPhoneVerified ? '' : phone}
          {...(isPhoneVerified ? { hint: 'To use another phone, enter its number.' } : {})}
          onSent={setSent}
        />
      )}
    </Card>
  )
}

type SendOtpProps = { phone: string; hint?: string; onSent: (sent: Sent) => void }

function SendOtp({ phone, hint, onSent }: SendOtpProps) {
  const send = useSend(sendOtp)
  return (
    <Form
      key="send"
      schema={sendOtp.input}
      initial={{ phone }}
      submit={{ label: 'Send OTP', busyLabel: 'Sending...' }}
      onSubmit={async (input) =>
        onSent({ phone: input.phone, token: await send.mutateAsync(input) })
      }
    >
      <TextField
        name="phone"
        label="Phone"
        inputMode="numeric"
        autoComplete="tel-national"
        before="+91"
        {...(hint ? { hint } : {})}
        tidy={tidyPhone}
      />
    </Form>
  )
}

const { q, code } = verifyPhone.input.shape
const schema = z.strictObject({ q, code: z.string().min(1, 'Please enter OTP').pipe(code) })

function EnterOtp({ phone, token, onLeave }: Sent & { onLeave: () => void }) {
  const verify = useSend(verifyPhone, {
    refetch: [getUser],
    async onDone(tokens) {
      startSession(tokens)
      rememberUser(await call(getUser, {}))
      onLeave()
    },
  })
  return (
    <div className="grid gap-4">
      <Form
        key="enter"
        schema={schema}
        initial={{ q: token, code: '' }}
        submit={{ label: 'Verify', busyLabel: 'Checking...' }}
        onSubmit={verify.mutateAsync}
      >
        <TextField
          name="code"
          label="OTP"
          hint={`Four digits, sent to +91 ${phone}`}
          inputMode="numeric"
          autoComplete="one-time-code"
          tidy={tidyCode}
        />
      </Form>
      <Button look="quiet" size="sm" className="justify-self-start" onClick={onLeave}>
        Use another phone
      </Button>
    </div>
  )
}
