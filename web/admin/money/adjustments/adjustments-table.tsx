import { useState } from 'react'
import type { Adjustment } from '#contract/money/adjustments.ts'
import { formatBalance, formatMovement } from '#contract/core/money.ts'
import { OfficeLink } from '#web/admin/access/office-link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Badge, type Tone } from '#web/ui/status/badge.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { textLink } from '#web/ui/text-link.ts'
import { DecideAdjustment } from './decide-adjustment.tsx'

export function AdjustmentsTable({ adjustments }: { adjustments: Adjustment[] }) {
  const [decided, setDecided] = useState<Adjustment | null>(null)
  return (
    <>
      <Table
        caption="Adjustments"
        columns={columns(setDecided)}
        rows={adjustments}
        keyOf={({ _id }) => _id}
      />
      {decided && <DecideAdjustment adjustment={decided} onClose={() => setDecided(null)} />}
    </>
  )
}

const STATES: Record<Adjustment['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'pending' },
  done: { label: 'Done', tone: 'good' },
  declined: { label: 'Declined', tone: 'cancelled' },
}

const columns = (onDecide: (adjustment: Adjustment) => void): Column<Adjustment>[] => [
  {
    title: 'Customer',
    cell: ({ userId, fullName, askedAt }) => (
      <>
        <OfficeLink to={paths.adminUser(userId, 'wallet')} className={textLink}>
          {fullName}
        </OfficeLink>
        <span className="block text-sm whitespace-nowrap text-soft">{formatDate(askedAt)}</span>
      </>
    ),
  },
  {
    title: 'Reason',
    cell: ({ reason, note }) => (
      <span className="wrap-anywhere">
        <span className="block">{reason}</span>
        <span className="block text-soft">{note}</span>
      </span>
    ),
  },
  {
    title: 'Amount',
    isFigure: true,
    cell: ({ amount, currency }) => formatMovement(amount, currency),
  },
  {
    title: 'Balance now',
    isFigure: true,
    cell: ({ balance, currency }) => formatBalance(balance, currency),
  },
  { title: 'Asked by', cell: ({ askedBy }) => askedBy },
  {
    title: 'State',
    cell: (adjustment) => <State adjustment={adjustment} onDecide={() => onDecide(adjustment)} />,
  },
]

function State({ adjustment, onDecide }: { adjustment: Adjustment; onDecide: () => void }) {
  const { state, decidedBy, answer, fullName } = adjustment
  if (state === 'waiting')
    return (
      <Button size="sm" aria-label={`Decide the adjustment of ${fullName}`} onClick={onDecide}>
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
