import { useState } from 'react'
import type { Recovery } from '#contract/accounts/recovery.ts'
import { OfficeLink } from '#web/admin/access/office-link.tsx'
import { useRight } from '#web/admin/access/use-right.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Badge, type Tone } from '#web/ui/status/badge.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { textLink } from '#web/ui/text-link.ts'
import { DecideRecovery } from './decide-recovery.tsx'

export function RecoveriesTable({ recoveries }: { recoveries: Recovery[] }) {
  const [decided, setDecided] = useState<Recovery | null>(null)
  return (
    <>
      <Table
        caption="Recoveries"
        columns={columns(setDecided)}
        rows={recoveries}
        keyOf={({ _id }) => _id}
      />
      {decided && <DecideRecovery recovery={decided} onClose={() => setDecided(null)} />}
    </>
  )
}

const STATES: Record<Recovery['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'pending' },
  done: { label: 'Done', tone: 'good' },
  declined: { label: 'Declined', tone: 'cancelled' },
}

const columns = (onDecide: (recovery: Recovery) => void): Column<Recovery>[] => [
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
    cell: (recovery) => <State recovery={recovery} onDecide={() => onDecide(recovery)} />,
  },
]

function State({ recovery, onDecide }: { recovery: Recovery; onDecide: () => void }) {
  const { state, decidedBy, answer, fullName, isMine } = recovery
  const isAdmin = useRight()
  if (state === 'waiting' && (isAdmin || isMine))
    return (
      <Button size="sm" aria-label={`Decide the recovery of ${fullName}`} onClick={onDecide}>
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
