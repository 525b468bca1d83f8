import { Link, useNavigate, type MetaFunction } from 'react-router'
import { forgotPassword } from '#contract/accounts/auth.ts'
import { useSend } from '#web/api/use-send.ts'
import { describePage } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { textLink } from '#web/ui/text-link.ts'
import { AuthFrame } from '#web/auth/auth-frame.tsx'

export const meta: MetaFunction = ({ matches, location }) =>
  describePage(matches, {
    title: 'Forgot password',
    description: 'Get a code by email and sign in, or set a new password.',
    path: location.pathname,
  })

export default function ForgetPasswordPage() {
  const navigate = useNavigate()
  const send = useSend(forgotPassword)
  return (
    <AuthFrame
      title="Forgot your password?"
      lead="We'll email you a four-digit code that signs you in without a password."
      more={
        <p>
          Want a new password instead?{' '}
          <Link to={paths.resetPassword} className={textLink}>
            Set one
          </Link>
        </p>
      }
    >
      <Form
        schema={forgotPassword.input}
        initial={{ email: '' }}
        submit={{ label: 'Send code', isWide: true }}
        onSubmit={async ({ email }) => {
          const token = await send.mutateAsync({ email })
          await navigate(paths.verify({ email, token }))
        }}
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" />
      </Form>
    </AuthFrame>
  )
}
