import { nameMethod } from '#contract/orders/order-status.ts'
import { Link } from 'react-router'
import { formatMoney } from '#contract/core/money.ts'
import { billOf, type OrderWithTimeline } from '#contract/orders/orders.ts'
import { ApiError } from '#web/api/call.ts'
import { useLiveOrder, type LiveOrder } from '#web/api/use-live-order.ts'
import { DeliveryProof } from '#web/features/order/delivery-proof.tsx'
import { GiftFacts } from '#web/features/order/gift-facts.tsx'
import { HeldOrder } from '#web/features/order/held-order.tsx'
import { OrderProgress } from '#web/features/order/order-progress.tsx'
import { PayNow } from '#web/features/payment/pay-now.tsx'
import { PlayerFacts } from '#web/features/order/player-facts.tsx'
import { useUsualTime } from '#web/features/order/use-usual-time.ts'
import { WhatsAppLink } from '#web/features/share/whatsapp-link.tsx'
import { paths } from '#web/paths.ts'
import { Bill } from '#web/features/order/bill.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { StatusBadge } from '#web/features/order/order-status.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { ChevronLeftIcon, ReceiptIcon } from '#web/ui/icons/icons.tsx'
import { OrderCode } from './order-code.tsx'
import { canBeGift, wordsForFriend } from './gift-words.ts'

/** An order with its timeline, player and payment. */
export function OrderDetails({ id }: { id: string }) {
  const live = useLiveOrder(id)
  return (
    <>
      <Link
        to={paths.orders}
        className="-my-3 inline-flex min-h-11 items-center gap-1 justify-self-start text-sm underline-offset-4 hover:underline"
      >
        <ChevronLeftIcon className="size-4" /> All orders
      </Link>
      {live instanceof ApiError ? (
        <>
          <h1 className="text-3xl">Order</h1>
          <EmptyState
            title={live.message}
            action={
              <Link to={paths.orders} className={buttonLook('primary')}>
                See all orders
              </Link>
            }
          >
            It may belong to another account, or the link is incomplete.
          </EmptyState>
        </>
      ) : (
        <ShownOrder live={live} />
      )}
    </>
  )
}

const ShownOrder = ({ live }: { live: LiveOrder }) => {
  const usual = useUsualTime(live.order)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h1 className="text-3xl wrap-anywhere">{live.order.itemId.itemName}</h1>
        <StatusBadge status={live.order.status} />
      </div>
      {live.order.status === 'pending' && (
        <Card className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_14rem] sm:items-center">
          <p className="wrap-anywhere">
            {TRIES[live.order.lastTry ?? 'open']}{' '}
            <strong className="money">{formatMoney(live.order.amount, live.order.currency)}</strong>{' '}
            is still to be paid. Your pack is reserved for a short time.
          </p>
          <div className="grid gap-2">
            <PayNow
              order={live.order}
              label={live.order.lastTry === 'failed' ? 'Try again' : 'Pay now'}
            />
            <Link to={paths.orderAgain(live.order)} className={buttonLook('quiet')}>
              Pay another way
            </Link>
          </div>
        </Card>
      )}
      <HeldOrder order={live.order} />
      <OrderCode order={live.order} />
      <Card>
        <OrderProgress {...live} usual={usual} />
      </Card>
      <DeliveryProof
        order={live.order}
        title="Picture of your delivery"
        alt={`Your delivery of ${live.order.itemId.itemName}`}
      />
      <Player order={live.order} />
      <Payment order={live.order} />
      <Gift order={live.order} />
      <div className="flex flex-wrap gap-3">
        {live.order.paidAt && (
          <Link to={paths.invoice(live.order._id)} className={buttonLook()}>
            <ReceiptIcon /> Invoice
          </Link>
        )}
        <Link to={paths.queryAbout(live.order.invoiceId)} className={buttonLook()}>
          Ask for help
        </Link>
        <Link to={paths.buyAgain(live.order)} className={buttonLook('quiet')}>
          Buy again
        </Link>
      </div>
    </>
  )
}

const Player = ({ order: { gameDetailId, gameId } }: { order: OrderWithTimeline }) => (
  <Card title="Game details">
    <PlayerFacts game={gameId} player={gameDetailId}>
      <Fact name="Game" isLong>
        {gameId.gameName}
      </Fact>
    </PlayerFacts>
  </Card>
)

/** A gift that a friend hears of by email, or the way to tell a friend, whose player it may be. */
function Gift({ order }: { order: OrderWithTimeline }) {
  if (order.gift)
    return (
      <Card title="Your gift" className="grid gap-3">
        <GiftFacts gift={order.gift} />
        {!order.endedAt && (
          <p className="text-soft">We email your friend once the pack is delivered.</p>
        )}
      </Card>
    )
  if (!canBeGift(order)) return null
  const game = new URL(paths.product(order.gameId.gameSlug), location.origin)
  return (
    <Card title="Is this a gift?" className="grid gap-3">
      <p className="text-soft">
        Tell your friend what you got them. The message is yours to change.
      </p>
      <WhatsAppLink text={wordsForFriend(order, game.href)} />
    </Card>
  )
}

/** The result of the last attempt to pay. */
const TRIES = {
  failed: 'Your last payment failed.',
  left: 'You left the payment page.',
  open: 'Your payment is not finished.',
} as const

const PAYMENTS = {
  pending: 'Not paid yet',
  paid: 'Paid',
  refunded: 'Refunded',
  failed: 'Not paid',
} as const

function Payment({ order }: { order: OrderWithTimeline }) {
  const { transactionId } = order
  return (
    <Card title="Payment" className="grid gap-5">
      <Bill bill={billOf(order)} />
      <Facts>
        <Fact name="Payment">
          {order.isPaidOutside ? 'Outside the shop' : nameMethod(order)},{' '}
          {PAYMENTS[order.paymentStatus]}
        </Fact>
        <Fact name="Invoice ID" isLong>
          <CopyButton text={order.invoiceId} label="Copy the invoice ID" />
        </Fact>
        {transactionId && transactionId.UTR !== order.invoiceId && (
          <Fact name="UTR" isLong>
            <CopyButton text={transactionId.UTR} label="Copy the UTR" />
          </Fact>
        )}
        <Fact name="Ordered" isLong>
          {formatDate(order.createdAt)}
        </Fact>
        {order.paidAt && order.paymentMethod === 'upi' && (
          <Fact name="Paid" isLong>
            {formatDate(order.paidAt)}
          </Fact>
        )}
      </Facts>
    </Card>
  )
}
