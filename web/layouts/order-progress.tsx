import type { OrderWithTimeline } from '#contract/orders.ts'
import { StatusBadge } from '#web/ui/order-status.tsx'
import { OrderTimeline } from '#web/ui/order-timeline.tsx'

type Props = { order: OrderWithTimeline; line: 'live' | 'down' | 'ended' }

/** Where an order stands, how it came there, and what happens next. */
export const OrderProgress = ({ order, line }: Props) => (
  <div className="grid gap-5">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="min-w-0 font-semibold wrap-anywhere">
        {order.itemId.itemName}{' '}
        <span className="font-normal text-soft">for {order.gameId.gameName}</span>
      </p>
      <StatusBadge status={order.status} />
    </div>
    <OrderTimeline steps={order.timeline} next={nextOf(order)} />
    {line !== 'ended' && (
      <p className="text-sm text-soft">
        {line === 'live'
          ? 'This page updates by itself. You may leave it: the order goes on without you.'
          : 'The connection is weak, so we look again every few seconds. The order goes on.'}
      </p>
    )}
  </div>
)

function nextOf({ status, gameDetailId }: OrderWithTimeline): string | undefined {
  if (status === 'pending') return 'Waiting for your payment'
  const { userName, playerId } = gameDetailId
  return status === 'processing' ? `Being delivered to ${userName || playerId}` : undefined
}
