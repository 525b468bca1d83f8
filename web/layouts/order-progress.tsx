import { useQuery } from '@tanstack/react-query'
import { findGame } from '#contract/catalog.ts'
import type { OrderWithTimeline } from '#contract/orders.ts'
import { ApiError, queryOrRefusal } from '#web/api/call.ts'
import { sayDuration } from '#web/ui/duration.ts'
import { OrderTimeline } from '#web/ui/order-timeline.tsx'

const LIVE = {
  runs: 'This page updates automatically. You can leave it; your order continues.',
  waits:
    'This page updates automatically. You can leave it and come back; your order waits for you.',
}
const WEAK = 'The connection is weak, so we check every few seconds. Your order continues.'

type Props = { order: OrderWithTimeline; line: 'live' | 'down' | 'ended' }

/** How an order came where it stands, and what happens next. */
export const OrderProgress = ({ order, line }: Props) => (
  <div className="grid gap-5">
    <OrderTimeline steps={order.timeline} next={nextOf(order)} />
    {order.status === 'processing' && !order.heldFor && (
      <UsualTime gameSlug={order.gameId.gameSlug} />
    )}
    {line !== 'ended' && (
      <p className="text-sm text-soft">
        {line === 'live' ? LIVE[order.heldFor === 'player' ? 'waits' : 'runs'] : WEAK}
      </p>
    )}
  </div>
)

/** How long others waited for packs of this game. */
function UsualTime({ gameSlug }: { gameSlug: string }) {
  const { data } = useQuery(queryOrRefusal(findGame, { slug: gameSlug }))
  if (!data || data instanceof ApiError || data.deliverySeconds === null) return null
  return <p>Usually delivered in {sayDuration(data.deliverySeconds)}.</p>
}

function nextOf({ status, heldFor, gameDetailId }: OrderWithTimeline): string | undefined {
  if (status === 'pending') return 'Your payment'
  if (heldFor === 'player') return 'Your correction, or a refund'
  if (heldFor === 'person') return 'Result'
  const { userName, playerId } = gameDetailId
  return status === 'processing' ? `Being delivered to ${userName || playerId}` : undefined
}
