import { useState } from 'react'
import type { Dispatch } from '#contract/orders/deliveries.ts'
import {
  NEXT_STATUS_BY_HAND,
  type OrderStatus,
  type OrderWithTimeline,
} from '#contract/orders/orders.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ClaimWaiting } from '#web/admin/orders/waiting/claim-waiting.tsx'
import { isByHand, type Waiting } from '#web/admin/orders/waiting/end-waiting.tsx'
import { OrderChange } from './order-change.tsx'
import { MOVES } from '#web/admin/tables/order-words.ts'
import { SettleWaiting } from '#web/admin/orders/waiting/settle-waiting.tsx'
import { useRight } from '#web/admin/access/use-right.ts'
import { WHY } from '#web/admin/orders/waiting/waiting-order.tsx'

const ON_ITS_WAY =
  'The supplier has it, and the shop keeps checking. If you learn the outcome first, enter it.'

type Props = {
  order: OrderWithTimeline
  dispatches: Dispatch[]
  waiting: Waiting | undefined
  /** Amount that can go back to its source instead of the wallet. */
  refundable: number
}

/** Actions for an order in its present status. Renders nothing once the order is final. */
export function OrderActions({ order, dispatches, waiting, refundable }: Props) {
  const [chosen, setChosen] = useState<OrderStatus | null>(null)
  const settled = toSettle(order, dispatches, waiting)
  const moves = movesOf(order, dispatches, settled).filter(useMayMove(order))
  if (!settled && moves.length === 0 && !chosen) return null
  return (
    <Card className="grid gap-4">
      {settled && (
        <p className="max-w-prose text-soft">{waiting ? WHY[waiting.why].words : ON_ITS_WAY}</p>
      )}
      {waiting && <ClaimWaiting orderId={order._id} claim={waiting.claim} />}
      <div className="flex flex-wrap gap-3">
        {settled && <SettleWaiting waiting={settled} />}
        {moves.map((status) => (
          <Button key={status} onClick={() => setChosen(status)}>
            {MOVES[status]}
          </Button>
        ))}
      </div>
      {chosen && (
        <OrderChange
          order={order}
          status={chosen}
          refundable={refundable}
          onClose={() => setChosen(null)}
        />
      )}
    </Card>
  )
}

type Settled = Pick<Waiting, 'order' | 'why' | 'claim'> | null

/** A dispatch with an unknown outcome can be settled before the order appears under Waiting. */
function toSettle(order: OrderWithTimeline, dispatches: Dispatch[], waiting?: Waiting): Settled {
  if (order.status !== 'processing') return null
  if (waiting) return { ...waiting, order }
  const isOpen = dispatches.some(({ sentAt, endedAt }) => sentAt && !endedAt)
  return isOpen ? { order, why: 'unknown', claim: null } : null
}

/** Recording an outside payment and refunding a delivered order take the right to payments. */
function useMayMove({ status: from }: OrderWithTimeline): (to: OrderStatus) => boolean {
  const isAllowed = useRight('payments')
  return (to) => isAllowed || !(from === 'completed' || (from === 'pending' && to === 'completed'))
}

/** A pack that may have reached its player must be settled, and can't be refunded as well. */
function movesOf({ status }: OrderWithTimeline, dispatches: Dispatch[], settled: Settled) {
  const moves = NEXT_STATUS_BY_HAND[status]
  if (status !== 'processing') return moves
  if (dispatches.some(({ state }) => state === 'sent' || state === 'delivered')) return []
  const isSettled = settled !== null && isByHand(settled.why)
  return isSettled ? moves.filter((move) => move !== 'completed' && move !== 'failed') : moves
}
