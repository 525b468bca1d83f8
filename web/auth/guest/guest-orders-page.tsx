import { Link, type MetaFunction } from 'react-router'
import { AuthFrame } from '#web/auth/auth-frame.tsx'
import { EmailCodeForm } from '#web/auth/email-code-form.tsx'
import { describePage } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { keepReturnPath } from '#web/state/return-path.ts'
import { textLink } from '#web/ui/text-link.ts'

export const meta: MetaFunction = ({ matches, location }) =>
  describePage(matches, {
    title: 'See your orders',
    description: 'Get a link by email to all orders that you placed without an account.',
    path: location.pathname,
  })

/** Mails people who bought without an account a link to everything bought with their email. */
export default function GuestOrdersPage() {
  return (
    <AuthFrame
      title="See your orders"
      lead="Enter the email that you bought with. We’ll send you a link to all its orders."
      more={
        <p>
          Bought with a phone number?{' '}
          <Link to={paths.login} className={textLink}>
            Log in
          </Link>{' '}
          or{' '}
          <Link to={paths.signup} className={textLink}>
            sign up
          </Link>
          , and verify the number in your account details.
        </p>
      }
    >
      <EmailCodeForm label="Send link" onSent={() => keepReturnPath(paths.orders)} />
    </AuthFrame>
  )
}
