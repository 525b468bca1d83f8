import { Link } from 'react-router'
import { formatExactly } from '#contract/core/money.ts'
import type { Order } from '#contract/orders/orders.ts'
import { playerLine } from '#contract/orders/player-words.ts'
import { PayNow } from '#web/features/payment/pay-now.tsx'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { StatusBadge } from '#web/features/order/order-status.tsx'

/** An order. The whole card links to its page. */
export function OrderCard({ order }: { order: Order }) {
  const { _id, itemId, gameId, status, heldFor, invoiceId, createdAt } = order
  return (
    <li className="facet relative grid content-between gap-4 border border-line bg-stall p-5 shadow-low transition-[border-color] duration-(--duration-quick) hover:border-edge">
      <div className="grid gap-1">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 pr-1">
          <h3 className="text-lg">
            <Link
              to={paths.order(_id)}
              className="inline-flex min-h-11 items-center wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-glass"
            >
              {itemId.itemName}
            </Link>
          </h3>
          <StatusBadge status={status} />
        </div>
        <p className="wrap-anywhere text-soft">
          {gameId.gameName} for {playerLine(order.gameDetailId)}
        </p>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-0.5 text-sm text-soft">
          <span className="tabular-nums">{invoiceId}</span>
          <time dateTime={createdAt}>{formatDate(createdAt)}</time>
        </div>
        <strong className="money text-xl">{formatExactly(order.amount, order.currency)}</strong>
      </div>
      {heldFor === 'player' && (
        <Link
          to={paths.order(_id)}
          aria-label={`Correct the player of order ${invoiceId}`}
          className={`relative ${buttonLook('primary')}`}
        >
          Correct the player
        </Link>
      )}
      {heldFor === 'person' && (
        <p className="text-sm text-soft">We’re looking into it. Your money is safe.</p>
      )}
      <NextStep order={order} />
    </li>
  )
}

/** Offers to pay an unpaid order, or to buy a completed one again. */
function NextStep({ order }: { order: Order }) {
  const { _id, itemId, status, invoiceId } = order
  if (status === 'completed')
    return (
      <Link
        to={paths.buyAgain(order)}
        aria-label={`Buy again: ${itemId.itemName}, order ${invoiceId}`}
        className={`relative ${buttonLook()}`}
      >
        Buy again
      </Link>
    )
  if (status !== 'pending') return null
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <PayNow order={order} isOneOfMany />
      <Link
        to={paths.order(_id)}
        aria-label={`View Status of order ${invoiceId}`}
        className={`relative self-start ${buttonLook()}`}
      >
        View Status
      </Link>
    </div>
  )
}
