import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatExactly } from '#contract/core/money.ts'
import { listOrders, type OrderWithTimeline } from '#contract/orders/orders.ts'
import { ApiError, query } from '#web/api/call.ts'
import { useLiveOrder, type LiveOrder } from '#web/api/use-live-order.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { GuestNotice } from '#web/features/guest/guest-notice.tsx'
import { HeldOrder } from '#web/features/order/held-order.tsx'
import { OrderProgress } from '#web/features/order/order-progress.tsx'
import { PayNow } from '#web/features/payment/pay-now.tsx'
import { PlayerFacts } from '#web/features/order/player-facts.tsx'
import { RefetchAll } from '#web/features/payment/refetch-all.tsx'
import { useUsualTime } from '#web/features/order/use-usual-time.ts'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { StatusBadge } from '#web/features/order/order-status.tsx'
import { attemptOf } from '#web/checkout/payment/use-pay.ts'
import { forgetGift } from '#web/state/gift.ts'
import { useOnLoad } from '#web/ui/hooks/use-on-load.ts'
import { FAILED, NOT_FOUND, outcomeOf } from './outcome.ts'
import { OrderOutcome } from './order-outcome.tsx'

export const meta = titled('Payment')

/** The status in the address is only a claim. The order decides. */
export default function StatusPage() {
  const [params] = useSearchParams()
  const isClaimed = params.get('status') === 'true'
  const orderId = params.get('orderId')
  if (orderId) return <StatusOf key={orderId} orderId={orderId} isClaimed={isClaimed} />
  return (
    <>
      <RefetchAll />
      {isClaimed ? <NewestStatus /> : <OrderOutcome outcome={FAILED} />}
    </>
  )
}

const NEW_MS = 30 * 60 * 1000
const newest = { page: 1, limit: 1, search: '', sort: '-createdAt' } as const

/** A success without an order id is about the newest order. Without a recent one, nothing was paid. */
function NewestStatus() {
  const [openedAt] = useState(Date.now)
  const { data } = useSuspenseQuery(query(listOrders, newest))
  const [order] = data.orders
  const isNew = order && openedAt - Date.parse(order.createdAt) < NEW_MS
  return isNew ? <StatusOf orderId={order._id} isClaimed /> : <OrderOutcome outcome={NOT_FOUND} />
}

type StatusProps = { orderId: string; isClaimed: boolean }

function StatusOf({ orderId, isClaimed }: StatusProps) {
  const live = useLiveOrder(orderId)
  if (live instanceof ApiError) return <OrderOutcome outcome={{ ...FAILED, title: live.message }} />
  return <StatusOfOrder live={live} isClaimed={isClaimed} />
}

function StatusOfOrder({ live, isClaimed }: { live: LiveOrder; isClaimed: boolean }) {
  const { order } = live
  const usual = useUsualTime(order)
  const isOpen = order.paymentStatus === 'pending'
  return (
    <>
      <RefetchAll key={order.paymentStatus} />
      <OrderOutcome
        outcome={outcomeOf(order, { isClaimed, isLate: usual.isLate })}
        order={order}
        isOpen={isOpen || order.heldFor === 'player' || order.paymentStatus === 'failed'}
      >
        {isOpen && <WayToPay order={order} isClaimed={isClaimed} />}
        {order.paymentStatus === 'failed' && <OrderAgain order={order} />}
        <HeldOrder order={order} />
        <Card>
          <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p className="min-w-0 font-semibold wrap-anywhere">
              {order.itemId.itemName}{' '}
              <span className="font-normal text-soft">for {order.gameId.gameName}</span>
            </p>
            <StatusBadge status={order.status} />
          </div>
          <OrderProgress {...live} usual={usual} />
          <div className="mt-5 border-t border-line pt-5">
            <PlayerFacts game={order.gameId} player={order.gameDetailId}>
              <Fact name="Amount">
                <span className="money">{formatExactly(order.amount, order.currency)}</span>
              </Fact>
              <Fact name="Invoice ID" isLong>
                <span className="tabular-nums">{order.invoiceId}</span>
              </Fact>
            </PlayerFacts>
          </div>
        </Card>
        {order.paidAt && <GuestNotice />}
        {order.paidAt && <ForgetGift order={order} />}
      </OrderOutcome>
    </>
  )
}

/** Keeps the gift of a paid purchase from becoming that of the next one. */
function ForgetGift({ order }: { order: OrderWithTimeline }) {
  const { gameSlug } = order.gameId
  const { itemSlug } = order.itemId
  const gameDetailId = order.gameDetailId._id
  useOnLoad(async () => forgetGift(attemptOf({ gameSlug, itemSlug, gameDetailId })))
  return null
}

type WayProps = { order: OrderWithTimeline; isClaimed: boolean }

/** Customers who paid should wait. Others can open the payment page again. */
const WayToPay = ({ order, isClaimed }: WayProps) => (
  <div className="mx-auto grid w-full max-w-form gap-3">
    <PayNow
      order={order}
      look={isClaimed && order.lastTry === 'open' ? 'plain' : 'primary'}
      label={order.lastTry === 'failed' ? 'Try again' : 'Pay now'}
    />
    <p className="text-center text-sm text-soft">{wordsFor(order, isClaimed)}</p>
    {!(isClaimed && order.lastTry === 'open') && (
      <Link to={paths.orderAgain(order)} className={buttonLook('quiet')}>
        Pay another way
      </Link>
    )}
  </div>
)

function wordsFor({ lastTry }: OrderWithTimeline, isClaimed: boolean): string {
  if (lastTry === 'failed') return 'Your order is still reserved. Trying again pays the same order.'
  return isClaimed && lastTry === 'open'
    ? 'Pay only if you haven’t paid yet.'
    : 'If you haven’t paid, continue here. It pays the same order.'
}

/** Leads to the review page, where an unpaid order can be placed again. */
const OrderAgain = ({ order }: Pick<WayProps, 'order'>) => (
  <Link
    to={paths.orderAgain(order)}
    className={`mx-auto w-full max-w-form ${buttonLook('primary')}`}
  >
    Try again
  </Link>
)
