import { Link, useNavigate, type MetaFunction } from 'react-router'
import { loginOtp } from '#contract/accounts/auth.ts'
import { useSend } from '#web/api/use-send.ts'
import { describePage } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { AuthFrame } from './auth-frame.tsx'
import { tidyPhone } from '#web/ui/form/tidy.ts'

export const meta: MetaFunction = ({ matches, location }) =>
  describePage(matches, {
    title: 'Log in by SMS',
    description: 'Log in with a code that is sent to your phone.',
    path: location.pathname,
  })

export default function LoginOtpPage() {
  const navigate = useNavigate()
  const send = useSend(loginOtp)
  return (
    <AuthFrame
      title="Log in by SMS"
      lead="We send a four-digit code to the phone that you have verified."
      more={
        <p>
          <Link to={paths.login} className={lineLink}>
            Log in with your password
          </Link>
        </p>
      }
    >
      <Form
        schema={loginOtp.input}
        initial={{ phone: '' }}
        submit={{ label: 'Send code', isWide: true }}
        onSubmit={async ({ phone }) => {
          const token = await send.mutateAsync({ phone })
          await navigate(paths.verify({ phone, token }))
        }}
      >
        <TextField
          name="phone"
          label="Phone"
          inputMode="numeric"
          autoComplete="tel-national"
          before="+91"
          tidy={tidyPhone}
        />
      </Form>
    </AuthFrame>
  )
}
