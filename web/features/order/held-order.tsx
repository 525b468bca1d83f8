import type { Order } from '#contract/orders/orders.ts'
import { Card } from '#web/ui/card.tsx'
import { ClockIcon } from '#web/ui/icons/icons.tsx'
import { CorrectPlayer } from './correct-player.tsx'

/** Tells a customer that a paid order waits for them or for the shop. */
export function HeldOrder({ order }: { order: Order }) {
  if (order.heldFor === 'player') return <CorrectPlayer order={order} />
  if (order.heldFor === null) return null
  return (
    <Card>
      <p className="flex items-start gap-3">
        <ClockIcon className="mt-0.5 size-5 shrink-0 text-processing" />
        We’re looking into it. Your money is safe.
      </p>
    </Card>
  )
}
