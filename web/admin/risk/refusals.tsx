import { useSuspenseQuery } from '@tanstack/react-query'
import { listRiskRefusals, type RiskRefusal } from '#contract/orders/risk.ts'
import { query } from '#web/api/call.ts'
import { OfficeLink } from '#web/admin/access/office-link.tsx'
import { PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import type { useListState } from '#web/admin/list/use-list-state.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { textLink } from '#web/ui/text-link.ts'
import { ReasonList } from './reason-list.tsx'

type Props = { list: ReturnType<typeof useListState> }

/** Orders that rules or bans did not let pass. */
export function Refusals({ list }: Props) {
  const { data } = useSuspenseQuery(query(listRiskRefusals, { page: list.page, limit: PAGE_SIZE }))
  if (data.total === 0)
    return (
      <EmptyState title="Every order was taken">
        Orders that a rule or a ban refuses are counted here, so that you can see what your rules do
        and help customers who ask.
      </EmptyState>
    )
  return (
    <>
      <Table
        caption="Orders not taken"
        columns={COLUMNS}
        rows={data.refusals}
        keyOf={({ userId, at, outcome }) => `${userId} ${at} ${outcome}`}
      />
      <Pagination
        page={list.page}
        pageCount={Math.ceil(data.total / PAGE_SIZE)}
        onChange={(next) => list.change({ page: String(next) })}
      />
    </>
  )
}

const OUTCOMES = { refuse: 'Refused', 'step-up': 'Asked to confirm' } as const

const COLUMNS: Column<RiskRefusal>[] = [
  {
    title: 'Customer',
    cell: ({ userId, fullName, at }) => (
      <>
        <OfficeLink to={paths.adminUser(userId)} className={textLink}>
          {fullName}
        </OfficeLink>
        <span className="block text-sm whitespace-nowrap text-soft">{formatDate(at)}</span>
      </>
    ),
  },
  { title: 'Reasons', cell: ({ reasons }) => <ReasonList reasons={reasons} /> },
  {
    title: 'Outcome',
    cell: ({ outcome }) => (
      <Badge tone={outcome === 'refuse' ? 'bad' : 'pending'}>{OUTCOMES[outcome]}</Badge>
    ),
  },
  { title: 'Orders', isFigure: true, cell: ({ count }) => count.toLocaleString('en-IN') },
]
