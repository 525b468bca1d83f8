import { useState } from 'react'
import {
  Link,
  useLoaderData,
  useNavigate,
  type ClientLoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import {
  forgotPassword,
  loginOtp,
  RESEND_WAIT_SECONDS,
  verifyEmail,
  verifyPhone,
} from '#contract/accounts/auth.ts'
import type { OwnUser } from '#contract/accounts/users.ts'
import { useSend } from '#web/api/use-send.ts'
import { describePage } from '#web/features/shop-facts/head.ts'
import { redirectVisitor } from '#web/features/session/redirect-visitor.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Skeleton } from '#web/ui/status/skeleton.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { useCountdown } from '#web/ui/hooks/use-countdown.ts'
import { AuthFrame } from './auth-frame.tsx'
import { CodeField } from '#web/ui/form/code-field.tsx'
import { tidyCode } from '#web/ui/form/tidy.ts'
import { signIn } from '#web/features/session/sign-in.ts'
import { Reclaimed } from './reclaimed.tsx'
import { useSignIn } from './use-sign-in.ts'

export const meta: MetaFunction = ({ matches, location }) =>
  describePage(matches, {
    title: 'Enter your code',
    description: 'Enter the code that was sent to you.',
    path: location.pathname,
  })

/** Reads the code's recipient from the address: either a phone or an email, with its token. A mail's link has the code. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const [phone, email, token] = ['phone', 'email', 'token'].map((name) => searchParams.get(name))
  const code = tidyCode(searchParams.get('code') ?? '')
  const isToken = verifyEmail.input.shape.q.safeParse(token).success
  if (!token || !isToken || !phone === !email) throw redirectVisitor(request, paths.login)
  return { recipient: (phone ?? email)!, isPhone: !!phone, token, code }
}

export const HydrateFallback = () => (
  <AuthFrame title="Enter your code" lead="Four digits are on their way to you.">
    <Skeleton className="h-24 w-full" />
  </AuthFrame>
)

export default function VerifyPage() {
  const { recipient, isPhone, token, code } = useLoaderData<typeof clientLoader>()
  const endpoint = isPhone ? verifyPhone : verifyEmail
  const enterShop = useSignIn(code ? paths.orders : paths.home)
  const [owner, setOwner] = useState<OwnUser | null>(null)
  const send = useSend<typeof verifyEmail | typeof verifyPhone>(endpoint, {
    async onDone(tokens) {
      if ('isReclaimed' in tokens && tokens.isReclaimed) setOwner(await signIn(tokens))
      else await enterShop(tokens)
    },
  })
  if (owner) return <Reclaimed user={owner} />
  const shown = isPhone ? `+91 ${recipient}` : recipient
  return (
    <AuthFrame
      title={code ? 'Sign in' : 'Enter your code'}
      lead={
        code
          ? `This is the code we sent to ${shown}. It works once, for 10 minutes.`
          : `If an account belongs to ${shown}, a four-digit code is on its way there. It works for 10 minutes.`
      }
      more={
        <>
          <Resend key={token} recipient={recipient} isPhone={isPhone} />
          <p>
            <Link to={isPhone ? paths.loginOtp : paths.forgetPassword} className={lineLink}>
              {isPhone ? 'Use another phone' : 'Use another email'}
            </Link>
          </p>
        </>
      }
    >
      <Form
        key={token}
        schema={endpoint.input}
        initial={{ q: token, code }}
        submit={{ label: code ? 'Sign in' : 'Verify', busyLabel: 'Checking...', isWide: true }}
        onSubmit={send.mutateAsync}
      >
        <CodeField />
      </Form>
    </AuthFrame>
  )
}

function Resend({ recipient, isPhone }: { recipient: string; isPhone: boolean }) {
  const navigate = useNavigate()
  const seconds = useCountdown(RESEND_WAIT_SECONDS)
  const onDone = (token: string) =>
    navigate(paths.verify(isPhone ? { phone: recipient, token } : { email: recipient, token }), {
      replace: true,
    })
  const bySms = useSend(loginOtp, { onDone })
  const byMail = useSend(forgotPassword, { onDone })
  const resend = () =>
    isPhone ? bySms.mutate({ phone: recipient }) : byMail.mutate({ email: recipient })
  return (
    <Button
      size="sm"
      className="justify-self-start"
      disabled={seconds > 0}
      isBusy={bySms.isPending || byMail.isPending}
      busyLabel="Sending..."
      onClick={resend}
    >
      {seconds > 0 ? `Resend in ${seconds} s` : 'Resend'}
    </Button>
  )
}
