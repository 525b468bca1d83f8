import { useQuery } from '@tanstack/react-query'
import { getWebhookDelivery, type FullDelivery } from '#contract/resellers/webhook-deliveries.ts'
import { query } from '#web/api/call.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { formatMoment } from '#web/ui/text/format.ts'
import { Skeleton } from '#web/ui/status/skeleton.tsx'
import { sayAttempt } from '#web/reseller/delivery-words.ts'

/** Details of one webhook delivery. The dialog opens at once and its content loads a moment later. */
export function DeliveryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useQuery(query(getWebhookDelivery, { id }))
  return (
    <Dialog title={data?.type ?? 'Delivery'} isOpen isWide onClose={onClose}>
      {data ? <Details delivery={data} /> : <Skeleton className="h-40 w-full" />}
      {error && <p className="text-bad">{error.message}</p>}
    </Dialog>
  )
}

const Details = ({ delivery }: { delivery: FullDelivery }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
    <Facts>
      <Fact name="Event" isLong>
        <code className="font-mono text-sm">{delivery.eventId}</code>
      </Fact>
      <Fact name={delivery.type === 'ping' ? 'Webhook' : 'Order'} isLong>
        <code className="font-mono text-sm">{delivery.subjectId}</code>
      </Fact>
      {delivery.type !== 'ping' && <Fact name="Version">{delivery.version}</Fact>}
      {delivery.nextAt && <Fact name="Next attempt">{formatMoment(delivery.nextAt)}</Fact>}
    </Facts>
    <section className="grid gap-2">
      <h3 className="font-semibold">Attempts</h3>
      <ol className="grid gap-2">
        {delivery.attemptList.map((attempt) => (
          <li key={attempt.number} className="border-l-2 border-line pl-3 text-sm">
            <p>
              {formatMoment(attempt.at)}: {sayAttempt(attempt)}
            </p>
            {attempt.answer && (
              <p className="font-mono text-soft wrap-anywhere">{attempt.answer}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">Body</h3>
      <section
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must reach what scrolls
        tabIndex={0}
        aria-label="Body"
        className="max-h-80 overflow-auto rounded-md bg-sunken p-3 font-mono text-sm"
      >
        <pre>{toLines(delivery.body)}</pre>
      </section>
    </section>
  </div>
)

function toLines(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
