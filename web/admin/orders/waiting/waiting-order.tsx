import { Link } from 'react-router'
import { formatExactly } from '#contract/core/money.ts'
import type { Order } from '#contract/orders/orders.ts'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Badge, type Tone } from '#web/ui/status/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { lineLink } from '#web/ui/text-link.ts'
import { ClaimWaiting } from './claim-waiting.tsx'
import type { Waiting } from './end-waiting.tsx'
import { DispatchLines } from './dispatch-lines.tsx'
import { SettleWaiting } from './settle-waiting.tsx'

export const WHY: Record<Waiting['why'], { label: string; tone: Tone; words: string }> = {
  manual: {
    label: 'By hand',
    tone: 'glass',
    words: 'This game is delivered by hand. Give the player the pack, then complete the order.',
  },
  unknown: {
    label: 'Unknown outcome',
    tone: 'bad',
    words:
      'It was sent, but the supplier doesn’t report the outcome. Look it up in your account there, then enter the result.',
  },
  part: {
    label: 'Partly delivered',
    tone: 'pending',
    words:
      'Part of the pack was delivered and part was refused. Deliver the rest, or refund the order.',
  },
  review: {
    label: 'Held for review',
    tone: 'pending',
    words: 'It wasn’t sent: a risk rule or a ban holds it.',
  },
  'no source': {
    label: 'No supplier',
    tone: 'pending',
    words:
      'It wasn’t sent: the shop has no account with this game’s supplier, or the pack has no product there. Deliver it by hand, or refund it.',
  },
}

/** A waiting order, the reason why it waits, and its two possible outcomes. */
export function WaitingOrder(waiting: Waiting) {
  const { order, why, since, claim, dispatches } = waiting
  const { label, tone, words } = WHY[why]
  return (
    <Card className="grid gap-5">
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 className="text-xl wrap-anywhere">
            {order.itemId.itemName}{' '}
            <span className="font-normal text-soft">for {order.gameId.gameName}</span>
          </h2>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <p className="text-soft">
          {words} Waiting since <time dateTime={since}>{formatDate(since)}</time>.
        </p>
      </div>
      <ClaimWaiting orderId={order._id} claim={claim} />
      <OrderFacts order={order} />
      {dispatches.length > 0 && <DispatchLines dispatches={dispatches} />}
      <div className="flex flex-wrap gap-3">
        {why === 'review' ? (
          <Link to={paths.adminReview} className={buttonLook('primary')}>
            Review orders
          </Link>
        ) : (
          <SettleWaiting waiting={waiting} />
        )}
      </div>
    </Card>
  )
}

const OrderFacts = ({ order }: { order: Order }) => {
  const { playerId, zoneId, userName } = order.gameDetailId
  return (
    <Facts>
      <Fact name="Player" isLong>
        <CopyButton text={playerId} label="Copy the player" />
        {zoneId && <span className="text-soft"> in {zoneId}</span>}
        {userName && <span className="block text-soft">{userName}</span>}
      </Fact>
      <Fact name="Invoice" isLong>
        <Link to={paths.adminOrder(order._id)} className={lineLink}>
          {order.invoiceId}
        </Link>
      </Fact>
      <Fact name="Customer" isLong>
        {order.userId.fullName}
        <span className="block font-normal text-soft">{order.userId.email}</span>
      </Fact>
      <Fact name="Paid" isLong>
        <span className="money">{formatExactly(order.amount, order.currency)}</span>
      </Fact>
    </Facts>
  )
}
