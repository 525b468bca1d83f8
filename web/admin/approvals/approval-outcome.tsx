import type { Approval } from '#contract/core/approvals.ts'
import { Button } from '#web/ui/button.tsx'
import { Badge, type Tone } from '#web/ui/status/badge.tsx'

const STATES: Record<Approval['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'pending' },
  done: { label: 'Done', tone: 'good' },
  declined: { label: 'Declined', tone: 'cancelled' },
}

type Props = {
  approval: Approval
  /** Names the button for screen readers, such as "Decide the adjustment of Asha Rao". */
  label: string
  /** Missing if the reader has nothing to decide. */
  onDecide: (() => void) | undefined
}

/** The state of an approval in a table, or the button that decides about it. */
export function ApprovalOutcome({ approval, label, onDecide }: Props) {
  const { state, decidedBy, answer } = approval
  if (state === 'waiting' && onDecide)
    return (
      <Button size="sm" aria-label={label} onClick={onDecide}>
        Decide
      </Button>
    )
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      <span className="text-soft wrap-anywhere">
        {answer ? `${decidedBy}: ${answer}` : decidedBy}
      </span>
    </span>
  )
}
