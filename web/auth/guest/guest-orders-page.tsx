import { Link, useNavigate, type MetaFunction } from 'react-router'
import { forgotPassword } from '#contract/accounts/auth.ts'
import { useSend } from '#web/api/use-send.ts'
import { AuthFrame } from '#web/auth/auth-frame.tsx'
import { describePage } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { keepReturnPath } from '#web/state/return-path.ts'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { textLink } from '#web/ui/text-link.ts'

export const meta: MetaFunction = ({ matches, location }) =>
  describePage(matches, {
    title: 'See your orders',
    description: 'Get a link by email to all orders that you placed without an account.',
    path: location.pathname,
  })

/** Mails people who bought without an account a link to everything bought with their email. */
export default function GuestOrdersPage() {
  const navigate = useNavigate()
  const send = useSend(forgotPassword)
  return (
    <AuthFrame
      title="See your orders"
      lead="Enter the email that you bought with. We’ll send you a link to all its orders."
      more={
        <p>
          Have a password?{' '}
          <Link to={paths.login} className={textLink}>
            Log in
          </Link>
        </p>
      }
    >
      <Form
        schema={forgotPassword.input}
        initial={{ email: '' }}
        submit={{ label: 'Send link', isWide: true }}
        onSubmit={async ({ email }) => {
          const token = await send.mutateAsync({ email })
          keepReturnPath(paths.orders)
          await navigate(paths.verify({ email, token }))
        }}
      >
        <TextField name="email" label="Email" type="email" autoComplete="email" />
      </Form>
    </AuthFrame>
  )
}
