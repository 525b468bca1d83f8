import { listParcels, showOrderCodeAsAdmin } from '#contract/orders/deliveries.ts'
import type { Output } from '#contract/core/endpoint.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Codes } from '#web/ui/codes.tsx'
import { formatDate } from '#web/ui/text/format.ts'

type Props = { orderId: string; codes: Output<typeof listParcels>['codes'] }

/** Tells if an order has a code and who saw it, and shows the code to staff who need it. */
export function OrderCodes({ orderId, codes: { count, views } }: Props) {
  const show = useSend(showOrderCodeAsAdmin, { refetch: [listParcels] })
  if (count === 0) return null
  return (
    <Card title="Code">
      <div className="grid justify-items-start gap-3">
        {views.length === 0 ? (
          <p className="text-soft">Nobody has seen the code yet.</p>
        ) : (
          <ul className="grid gap-1 text-sm" aria-label="Shown to">
            {views.map(({ at, by }) => (
              <li key={`${at} ${by}`}>
                Shown to <strong>{by}</strong> on <time dateTime={at}>{formatDate(at)}</time>
              </li>
            ))}
          </ul>
        )}
        {show.data ? (
          <Codes codes={show.data.codes} />
        ) : (
          <>
            <p className="text-sm text-soft">
              Showing it to yourself is recorded in the audit log.
            </p>
            <Button
              isBusy={show.isPending}
              busyLabel="Opening..."
              onClick={() => show.mutate({ id: orderId })}
            >
              Show code
            </Button>
          </>
        )}
      </div>
    </Card>
  )
}
