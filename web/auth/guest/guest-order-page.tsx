import { Link, useNavigate, useSearchParams } from 'react-router'
import { openGuestOrder } from '#contract/accounts/guests.ts'
import { useSend } from '#web/api/use-send.ts'
import { signIn } from '#web/features/session/sign-in.ts'
import { NO_INDEX, titled } from '#web/features/shop-facts/head.ts'
import { LinkPage } from '#web/layouts/link-page.tsx'
import { paths } from '#web/paths.ts'
import { useCurrentUser } from '#web/state/session.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

export const meta = titled('Your order', NO_INDEX)

/** Rendered on the server for everybody. */
export const loader = () => null

export default function GuestOrderPage() {
  return (
    <LinkPage title="Your order">
      <Open />
    </LinkPage>
  )
}

function Open() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const user = useCurrentUser()
  const send = useSend(openGuestOrder, {
    async onDone({ orderId, ...tokens }) {
      if (await signIn(tokens)) await navigate(paths.order(orderId), { replace: true })
    },
  })
  return (
    <Card title="Bought without an account">
      <div className="grid gap-5">
        <p className="text-soft">
          {user && !user.isGuest
            ? 'You’re signed in to an account here, and opening the order signs you out of it. Once the account has the same email, verified, it shows the order too.'
            : 'See how far it is, correct the player, or get the invoice.'}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button
            look="primary"
            isBusy={send.isPending}
            busyLabel="Opening..."
            onClick={() => send.mutate({ token: params.get('token') ?? '' })}
          >
            Open my order
          </Button>
          <Link to={user ? paths.orders : paths.login} className={buttonLook('quiet')}>
            {user ? 'See my orders' : 'Log in instead'}
          </Link>
        </div>
      </div>
    </Card>
  )
}
