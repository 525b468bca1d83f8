import { listWallets } from '#contract/core/balances.ts'
import { useSuspenseQueries } from '@tanstack/react-query'
import { Link, Navigate } from 'react-router'
import { formatBalance } from '#contract/core/money.ts'
import { listOrders, type Order } from '#contract/orders/orders.ts'
import { getUser, type User } from '#contract/accounts/users.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { pollOpenOrders } from './poll-open-orders.ts'
import { Figure } from './balances.tsx'
import { NextAction } from './next-action.tsx'
import { OrderCard } from '#web/account/orders/order-card.tsx'

export const meta = titled('Dashboard')

const LATEST = { page: 1, limit: 4, search: '', sort: '-createdAt' } as const
const UNPAID = { ...LATEST, limit: 1, status: 'pending' } as const
const UNDER_WAY = { ...LATEST, status: 'processing' } as const

export default function DashboardHomePage() {
  const [{ data: user }, { data }, { data: unpaid }, { data: underWay }] = useSuspenseQueries({
    queries: [
      query(getUser, {}),
      { ...query(listOrders, LATEST), refetchInterval: pollOpenOrders },
      { ...query(listOrders, UNPAID), refetchInterval: pollOpenOrders },
      { ...query(listOrders, UNDER_WAY), refetchInterval: pollOpenOrders },
    ],
  })
  if (user.isGuest) return <Navigate to={paths.orders} replace />
  return (
    <>
      <h1 className="text-3xl">Hello, {user.fullName.split(' ')[0]}</h1>
      <Figures user={user} totalOrders={data.totalOrders} />
      <NextAction user={user} orders={[...unpaid.orders, ...underWay.orders, ...data.orders]} />
      <LatestOrders orders={data.orders} />
    </>
  )
}

/** Key figures, each with a link to its details. */
const Figures = ({ user, totalOrders }: { user: User; totalOrders: number }) => {
  const figures = [
    { name: 'Total orders', value: String(totalOrders), to: paths.orders },
    ...listWallets(user).map(({ currency, balance }) => ({
      name: `${currency} wallet`,
      value: formatBalance(balance, currency),
      to: currency === 'INR' ? paths.wallet : paths.statement({ currency }),
    })),
  ]
  return (
    <dl className="grid gap-3 md:grid-cols-3 md:gap-4">
      {figures.map(({ name, value, to }) => (
        <Figure
          key={name}
          className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-baseline max-md:gap-4 max-md:py-4 max-md:[&>svg]:hidden"
          name={
            <Link
              to={to}
              className="-my-3 inline-flex min-h-11 items-center after:absolute after:inset-0 after:z-10 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-lantern"
            >
              {name}
            </Link>
          }
        >
          {value}
        </Figure>
      ))}
    </dl>
  )
}

const LatestOrders = ({ orders }: { orders: Order[] }) => (
  <section aria-labelledby="latest" className="grid gap-4">
    <div className="flex flex-wrap items-center justify-between gap-x-6">
      <h2 id="latest" className="text-2xl">
        Latest orders
      </h2>
      {orders.length > 0 && (
        <Link to={paths.orders} className={lineLink}>
          All orders
        </Link>
      )}
    </div>
    {orders.length > 0 ? (
      <ul className="grid gap-4 md:grid-cols-2">
        {orders.map((order) => (
          <OrderCard key={order._id} order={order} />
        ))}
      </ul>
    ) : (
      <EmptyState
        title="No orders yet"
        action={
          <Link to={paths.home} className={buttonLook('plain')}>
            See all games
          </Link>
        }
      >
        Your orders appear here, from payment to delivery.
      </EmptyState>
    )}
  </section>
)
