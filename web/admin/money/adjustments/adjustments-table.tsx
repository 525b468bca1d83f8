import { useState } from 'react'
import type { Adjustment } from '#contract/money/adjustments.ts'
import { formatBalance, formatMovement } from '#contract/core/money.ts'
import { ApprovalOutcome } from '#web/admin/approvals/approval-outcome.tsx'
import { OfficeLink } from '#web/admin/access/office-link.tsx'
import { paths } from '#web/paths.ts'
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
    cell: (adjustment) => (
      <ApprovalOutcome
        approval={adjustment}
        label={`Decide the adjustment of ${adjustment.fullName}`}
        onDecide={() => onDecide(adjustment)}
      />
    ),
  },
]
