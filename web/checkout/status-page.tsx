import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams, type MetaFunction } from 'react-router'
import { listOrders, type OrderWithTimeline } from '#contract/orders.ts'
import { ApiError, query } from '#web/api/call.ts'
import { useLiveOrder } from '#web/api/use-live-order.ts'
import { HeldOrder } from '#web/layouts/held-order.tsx'
import { OrderProgress } from '#web/layouts/order-progress.tsx'
import { PayNow } from '#web/layouts/pay-now.tsx'
import { Renewal } from '#web/layouts/renewal.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusBadge } from '#web/ui/order-status.tsx'
import { FAILED, outcomeOf, PAID } from './outcome.ts'
import { Verdict } from './verdict.tsx'

export const meta: MetaFunction = () => [{ title: 'Payment | Gemstall' }]

/** What the address says of a payment is a claim. The order knows. */
export default function StatusPage() {
  const [params] = useSearchParams()
  const isClaimed = params.get('status') === 'true'
  const orderId = params.get('orderId')
  if (orderId) return <StatusOf key={orderId} orderId={orderId} isClaimed={isClaimed} />
  return (
    <>
      <Renewal />
      {isClaimed ? <NewestStatus /> : <Verdict outcome={FAILED} />}
    </>
  )
}

const NEW_MS = 30 * 60 * 1000
const newest = { page: 1, limit: 1, search: '', sort: '-createdAt' } as const

/** A success without its order is looked for among the newest ones. */
function NewestStatus() {
  const [openedAt] = useState(Date.now)
  const { data } = useSuspenseQuery(query(listOrders, newest))
  const [order] = data.orders
  const isNew = order && openedAt - Date.parse(order.createdAt) < NEW_MS
  return isNew ? <StatusOf orderId={order._id} isClaimed /> : <Verdict outcome={PAID} />
}

function StatusOf({ orderId, isClaimed }: { orderId: string; isClaimed: boolean }) {
  const live = useLiveOrder(orderId)
  if (live instanceof ApiError) return <Verdict outcome={{ ...FAILED, title: live.message }} />
  const { order } = live
  const isOpen = order.paymentStatus === 'pending'
  return (
    <>
      <Renewal key={order.paymentStatus} />
      <Verdict
        outcome={outcomeOf(order, isClaimed)}
        orderId={orderId}
        isOpen={isOpen || order.heldFor === 'player'}
      >
        {isOpen && <WayToPay order={order} isClaimed={isClaimed} />}
        <HeldOrder order={order} />
        <Card>
          <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p className="min-w-0 font-semibold wrap-anywhere">
              {order.itemId.itemName}{' '}
              <span className="font-normal text-soft">for {order.gameId.gameName}</span>
            </p>
            <StatusBadge status={order.status} />
          </div>
          <OrderProgress {...live} />
        </Card>
      </Verdict>
    </>
  )
}

type WayProps = { order: OrderWithTimeline; isClaimed: boolean }

/** Who has paid had better wait; who has not opens the payment page again. */
const WayToPay = ({ order, isClaimed }: WayProps) => (
  <div className="mx-auto grid w-full max-w-form gap-3">
    <PayNow order={order} look={isClaimed ? 'plain' : 'primary'} />
    <p className="text-center text-sm text-soft">
      {isClaimed
        ? 'Only if you have not paid yet: a payment on its way needs no second one.'
        : 'If it failed, or you came back without paying, pay now and nothing is lost.'}
    </p>
  </div>
)
