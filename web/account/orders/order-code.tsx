import { showOrderCode } from '#contract/orders/deliveries.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Codes } from '#web/ui/codes.tsx'

/** The code of a delivered order. It appears after a press and is forgotten with the page. */
export function OrderCode({ order: { _id: id, hasCode } }: { order: OrderWithTimeline }) {
  const show = useSend(showOrderCode)
  if (!hasCode) return null
  return (
    <Card title="Your code">
      {show.data ? (
        <div className="grid gap-2">
          <Codes codes={show.data.codes} />
          <p className="text-sm text-soft">
            Anyone who has this code can use it. Copy it now, and don’t share it.
          </p>
        </div>
      ) : (
        <div className="grid justify-items-start gap-3">
          <p>A code or serial number belongs to this order. We record each time it is shown.</p>
          <Button
            look="primary"
            isBusy={show.isPending}
            busyLabel="Opening..."
            onClick={() => show.mutate({ id })}
          >
            Show code
          </Button>
        </div>
      )}
    </Card>
  )
}
