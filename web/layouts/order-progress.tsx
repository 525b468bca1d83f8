import type { OrderWithTimeline } from '#contract/orders.ts'
import { OrderTimeline } from '#web/ui/order-timeline.tsx'

const LIVE = {
  runs: 'This page updates by itself. You may leave it: the order goes on without you.',
  waits: 'This page updates by itself. You may leave it and come back: the order waits for you.',
}
const WEAK = 'The connection is weak, so we look again every few seconds. The order goes on.'

type Props = { order: OrderWithTimeline; line: 'live' | 'down' | 'ended' }

/** How an order came where it stands, and what happens next. */
export const OrderProgress = ({ order, line }: Props) => (
  <div className="grid gap-5">
    <OrderTimeline steps={order.timeline} next={nextOf(order)} />
    {line !== 'ended' && (
      <p className="text-sm text-soft">
        {line === 'live' ? LIVE[order.heldFor === 'player' ? 'waits' : 'runs'] : WEAK}
      </p>
    )}
  </div>
)

function nextOf({ status, heldFor, gameDetailId }: OrderWithTimeline): string | undefined {
  if (status === 'pending') return 'Your payment'
  if (heldFor === 'player') return 'The right player, or the refund'
  if (heldFor === 'person') return 'What we find out'
  const { userName, playerId } = gameDetailId
  return status === 'processing' ? `Being delivered to ${userName || playerId}` : undefined
}
