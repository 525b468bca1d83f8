import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams, type MetaFunction } from 'react-router'
import { listOrders } from '#contract/orders.ts'
import { ApiError, query } from '#web/api/call.ts'
import { useLiveOrder } from '#web/api/use-live-order.ts'
import { loadUser } from '#web/layouts/load-user.ts'
import { OrderProgress } from '#web/layouts/order-progress.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusBadge } from '#web/ui/order-status.tsx'
import { useOnLoad } from '#web/ui/use-on-load.ts'
import { FAILED, outcomeOf, PAID } from './outcome.ts'
import { Verdict } from './verdict.tsx'

export const meta: MetaFunction = () => [{ title: 'Payment | Gemstall' }]

/** What the address says of a payment is a claim. The order knows. */
export default function StatusPage() {
  const [params] = useSearchParams()
  const client = useQueryClient()
  useOnLoad(async () => {
    // A payment changes balances, orders, history and statement: whatever was seen before is asked anew.
    await Promise.all([loadUser(), client.invalidateQueries()])
  })
  const orderId = params.get('orderId')
  if (orderId) return <StatusOf key={orderId} orderId={orderId} />
  return params.get('status') === 'true' ? <NewestStatus /> : <Verdict outcome={FAILED} />
}

const NEW_MS = 30 * 60 * 1000
const newest = { page: 1, limit: 1, search: '', sort: '-createdAt' } as const

/** A success without its order is looked for among the newest ones. */
function NewestStatus() {
  const [openedAt] = useState(Date.now)
  const { data } = useSuspenseQuery(query(listOrders, newest))
  const [order] = data.orders
  const isNew = order && openedAt - Date.parse(order.createdAt) < NEW_MS
  return isNew ? <StatusOf orderId={order._id} /> : <Verdict outcome={PAID} />
}

function StatusOf({ orderId }: { orderId: string }) {
  const live = useLiveOrder(orderId)
  if (live instanceof ApiError) return <Verdict outcome={{ ...FAILED, title: live.message }} />
  return (
    <Verdict outcome={outcomeOf(live.order)} orderId={orderId}>
      <Card>
        <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p className="min-w-0 font-semibold wrap-anywhere">
            {live.order.itemId.itemName}{' '}
            <span className="font-normal text-soft">for {live.order.gameId.gameName}</span>
          </p>
          <StatusBadge status={live.order.status} />
        </div>
        <OrderProgress {...live} />
      </Card>
    </Verdict>
  )
}
