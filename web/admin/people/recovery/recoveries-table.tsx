import { useState } from 'react'
import type { Recovery } from '#contract/accounts/recovery.ts'
import { ApprovalOutcome } from '#web/admin/approvals/approval-outcome.tsx'
import { OfficeLink } from '#web/admin/access/office-link.tsx'
import { useRight } from '#web/admin/access/use-right.ts'
import { paths } from '#web/paths.ts'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { textLink } from '#web/ui/text-link.ts'
import { DecideRecovery } from './decide-recovery.tsx'

export function RecoveriesTable({ recoveries }: { recoveries: Recovery[] }) {
  const [decided, setDecided] = useState<Recovery | null>(null)
  const isAdmin = useRight()
  return (
    <>
      <Table
        caption="Recoveries"
        columns={columns(setDecided, isAdmin)}
        rows={recoveries}
        keyOf={({ _id }) => _id}
      />
      {decided && <DecideRecovery recovery={decided} onClose={() => setDecided(null)} />}
    </>
  )
}

const columns = (onDecide: (recovery: Recovery) => void, isAdmin: boolean): Column<Recovery>[] => [
  {
    title: 'Customer',
    cell: ({ userId, fullName, askedAt }) => (
      <>
        <OfficeLink to={paths.adminUser(userId)} className={textLink}>
          {fullName}
        </OfficeLink>
        <span className="block text-sm whitespace-nowrap text-soft">{formatDate(askedAt)}</span>
      </>
    ),
  },
  {
    title: 'New email',
    cell: ({ newEmail }) => <span className="wrap-anywhere">{newEmail ?? 'As before'}</span>,
  },
  { title: 'Note', cell: ({ note }) => <span className="wrap-anywhere">{note}</span> },
  { title: 'Asked by', cell: ({ askedBy }) => askedBy },
  {
    title: 'State',
    cell: (recovery) => (
      <ApprovalOutcome
        approval={recovery}
        label={`Decide the recovery of ${recovery.fullName}`}
        onDecide={isAdmin || recovery.isMine ? () => onDecide(recovery) : undefined}
      />
    ),
  },
]
