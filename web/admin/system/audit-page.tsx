import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { listAudit, type AuditEntry } from '#contract/backoffice/audit.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Day } from '#web/ui/form/date/day.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { auditColumns } from '#web/admin/tables/audit-columns.tsx'
import { AuditDialog } from '#web/admin/tables/audit-dialog.tsx'
import { FilterRow } from '#web/admin/list/filter-row.tsx'
import { ListFrame, PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'

export const meta = titled('Audit Log')

const FIELDS = [
  { value: 'action', label: 'Action' },
  { value: 'subject', label: 'Subject' },
  { value: 'email', label: 'Email' },
]

const { searchIndex: SearchIndex, after: After, from: DayField } = listAudit.input.shape

type List = ReturnType<typeof useListState>

/** Ignores query parameters with unknown values. */
function readFilters({ search, searchIndex, input }: List): Input<typeof listAudit> {
  const after = After.safeParse(input('after')).data
  const from = DayField.safeParse(input('from')).data
  const to = DayField.safeParse(input('to')).data
  return {
    limit: PAGE_SIZE,
    search,
    searchIndex: SearchIndex.safeParse(searchIndex).data ?? 'action',
    ...(after && { after }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

/** A new search or filter starts at the latest entry. */
function useAuditState(): List {
  const list = useListState({ searchIndex: 'action' })
  return {
    ...list,
    page: 1,
    change: (change) => list.change({ after: '', ...change }),
    changeSoon: (change) => list.changeSoon({ after: '', ...change }),
  }
}

/** Everything that staff did, with the state before each change. */
export default function AuditPage() {
  const list = useAuditState()
  const input = readFilters(list)
  const { data } = useSuspenseQuery(query(listAudit, input))
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  return (
    <>
      <ListFrame
        title="Audit Log"
        list={list}
        empty={{
          title: 'Nothing recorded yet',
          words: 'Changes made by staff appear here.',
        }}
        fields={FIELDS}
        searchIndex={input.searchIndex}
        filters={<Days list={list} input={input} />}
        isFiltered={Boolean(input.from ?? input.to)}
        total={data.entries.length}
      >
        <Table
          caption="Audit Log"
          columns={auditColumns(setOpened)}
          rows={data.entries}
          keyOf={({ _id }) => _id}
        />
      </ListFrame>
      <Turns input={input} next={data.next} />
      {opened && <AuditDialog entry={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

type AuditFilters = Input<typeof listAudit>

const Days = ({ list, input: { from, to } }: { list: List; input: AuditFilters }) => (
  <FilterRow onClear={from || to ? () => list.change({ from: '', to: '' }) : undefined}>
    <Day label="Date from" value={from} onChange={(day) => list.change({ from: day })} />
    <Day label="Date to" value={to} onChange={(day) => list.change({ to: day })} />
  </FilterRow>
)

/** Older entries are a navigation, so that the back button returns to the newer ones. */
function Turns({ input, next }: { input: AuditFilters; next: string | null }) {
  const { after, from, to, search, searchIndex } = input
  if (!after && !next) return null
  const at = (place: { after?: string }) =>
    `?${new URLSearchParams({ ...(from && { from }), ...(to && { to }), ...(search && { search, searchIndex }), ...place })}`
  return (
    <nav aria-label="Pages" className="flex flex-wrap justify-center gap-3">
      {after && (
        <Link to={at({})} className={buttonLook('plain')}>
          Latest
        </Link>
      )}
      {next && (
        <Link to={at({ after: next })} className={buttonLook('plain')}>
          Older
        </Link>
      )}
    </nav>
  )
}
