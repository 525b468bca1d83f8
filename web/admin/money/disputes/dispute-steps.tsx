import { formatHundredths } from '#contract/core/money.ts'
import type { Dispute } from '#contract/money/disputes.ts'
import { DISPUTE_STAGES, DISPUTE_STATES } from '#web/admin/tables/dispute-words.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDate } from '#web/ui/text/format.ts'

const SOURCES: Record<Dispute['steps'][number]['heardFrom'], string> = {
  webhook: 'told by the gateway',
  poll: 'found by asking',
  order: 'after the refund of the order',
  'back office': 'recorded by an administrator',
}

/** Changes of a dispute, the newest first. */
export const DisputeSteps = ({ dispute: { steps, currency } }: { dispute: Dispute }) => (
  <Card title="Timeline">
    <ol className="grid gap-3">
      {steps.toReversed().map((step) => (
        <li key={step.at} className="border-l-4 border-line pl-4">
          <strong>{DISPUTE_STATES[step.state].label}</strong>,{' '}
          {DISPUTE_STAGES[step.stage].toLowerCase()}
          <span className="block text-sm text-soft">
            {formatDate(step.at)}, {SOURCES[step.heardFrom]}
            {step.taken > 0 && `, ${formatHundredths(step.taken, currency)} taken`}
            {step.fees > 0 && `, ${formatHundredths(step.fees, currency)} in fees`}
          </span>
        </li>
      ))}
    </ol>
  </Card>
)
