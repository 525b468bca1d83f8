import type { Dispatch } from '#contract/orders/deliveries.ts'
import { Badge, type Tone } from '#web/ui/status/badge.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { formatDate } from '#web/ui/text/format.ts'

const STATES: Record<Dispatch['state'], { label: string; tone: Tone }> = {
  ready: { label: 'Not sent', tone: 'plain' },
  sent: { label: 'Sent', tone: 'processing' },
  delivered: { label: 'Delivered', tone: 'completed' },
  refused: { label: 'Refused', tone: 'failed' },
}

/** Dispatches of an order, the supplier's reference for each, and the supplier's answers. */
export const DispatchLines = ({ dispatches }: { dispatches: Dispatch[] }) => (
  <ul className="grid gap-4">
    {dispatches.map((dispatch) => (
      <li
        key={`${dispatch.leg} ${dispatch.attempt}`}
        className="grid gap-1 border-l-4 border-line pl-4"
      >
        <DispatchLine {...dispatch} />
      </li>
    ))}
  </ul>
)

function DispatchLine(dispatch: Dispatch) {
  const { providerTitle, serviceId, state, reference, providerOrderId, words, chosen, sentAt } =
    dispatch
  const { label, tone } = STATES[state]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong>{providerTitle}</strong>
        <span className="wrap-anywhere text-soft">product {serviceId}</span>
        <Badge tone={tone}>{label}</Badge>
      </p>
      {sentAt && (
        <p className="text-sm text-soft">
          Sent on <time dateTime={sentAt}>{formatDate(sentAt)}</time>
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-6">
        <CopyButton text={reference} label="Copy the shop’s reference" />
        {providerOrderId && (
          <CopyButton text={providerOrderId} label="Copy the supplier’s order number" />
        )}
      </p>
      {chosen && <p className="text-sm wrap-anywhere text-soft">{chosen}.</p>}
      {words && <p className="text-sm wrap-anywhere">“{words}”</p>}
    </>
  )
}
