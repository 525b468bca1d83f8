import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { OrderTimeline } from './order-timeline.tsx'
import type { UsualTime } from './use-usual-time.ts'

const LIVE = {
  runs: 'This page updates automatically. You can leave it; your order continues.',
  waits:
    'This page updates automatically. You can leave it and come back; your order waits for you.',
}
const WEAK = 'The connection is weak, so we check every few seconds. Your order continues.'

type Props = { order: OrderWithTimeline; line: 'live' | 'down' | 'ended'; usual: UsualTime }

/** The history of an order and its next step. */
export const OrderProgress = ({ order, line, usual }: Props) => (
  <div className="grid gap-5">
    <OrderTimeline steps={order.timeline} next={nextOf(order)} />
    {usual.isLate && <p>This is taking longer than usual. Your money is safe.</p>}
    {!usual.isLate && usual.words && <p>{usual.words}.</p>}
    {line !== 'ended' && (
      <p className="text-sm text-soft">
        {line === 'live' ? LIVE[order.heldFor === 'player' ? 'waits' : 'runs'] : WEAK}
      </p>
    )}
  </div>
)

function nextOf({ status, heldFor, gameDetailId }: OrderWithTimeline): string | undefined {
  if (status === 'pending') return 'Your payment'
  if (heldFor === 'player') return 'Your correction, or a refund'
  if (heldFor === 'person') return 'Result'
  const { userName, playerId } = gameDetailId
  return status === 'processing' ? `Being delivered to ${userName || playerId}` : undefined
}
