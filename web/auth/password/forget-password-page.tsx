import { Link, type MetaFunction } from 'react-router'
import { describePage } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { textLink } from '#web/ui/text-link.ts'
import { AuthFrame } from '#web/auth/auth-frame.tsx'
import { EmailCodeForm } from '#web/auth/email-code-form.tsx'

export const meta: MetaFunction = ({ matches, location }) =>
  describePage(matches, {
    title: 'Forgot password',
    description: 'Get a code by email and sign in, or set a new password.',
    path: location.pathname,
  })

export default function ForgetPasswordPage() {
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
      <EmailCodeForm label="Send code" />
    </AuthFrame>
  )
}
