import { useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link, type MetaFunction } from 'react-router'
import { listAudit, type AuditEntry } from '#contract/audit.ts'
import type { Input } from '#contract/endpoint.ts'
import { query } from '#web/api/call.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Table } from '#web/ui/table.tsx'
import { auditColumns } from './audit-columns.tsx'
import { AuditDialog } from './audit-dialog.tsx'
import { ListFrame, PAGE_SIZE } from './list-frame.tsx'
import { useListState } from './use-list-state.ts'

export const meta: MetaFunction = () => [{ title: 'Audit Log | Gemstall' }]

const FIELDS = [
  { value: 'action', label: 'Action' },
  { value: 'subject', label: 'Subject' },
  { value: 'email', label: 'Email' },
]

const { searchIndex: SearchIndex, after: After, from: Day } = listAudit.input.shape

type List = ReturnType<typeof useListState>

/** What the log does not know counts as not said. */
function readWish({ search, searchIndex, wish }: List): Input<typeof listAudit> {
  const after = After.safeParse(wish('after')).data
  const from = Day.safeParse(wish('from')).data
  const to = Day.safeParse(wish('to')).data
  return {
    limit: PAGE_SIZE,
    search,
    searchIndex: SearchIndex.safeParse(searchIndex).data ?? 'action',
    ...(after && { after }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

/** Another question begins with its latest answer. */
function useAuditState(): List {
  const list = useListState({ searchIndex: 'action' })
  return {
    ...list,
    page: 1,
    change: (change) => list.change({ after: '', ...change }),
    changeSoon: (change) => list.changeSoon({ after: '', ...change }),
  }
}

/** Everything administrators did, and what was there before. */
export default function AuditPage() {
  const list = useAuditState()
  const wish = readWish(list)
  const { data } = useSuspenseQuery(query(listAudit, wish))
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  return (
    <>
      <ListFrame
        title="Audit Log"
        list={list}
        fields={FIELDS}
        searchIndex={wish.searchIndex}
        filters={<Days list={list} wish={wish} />}
        total={data.entries.length}
      >
        <Table
          caption="Audit Log"
          columns={auditColumns(setOpened)}
          rows={data.entries}
          keyOf={({ _id }) => _id}
        />
      </ListFrame>
      <Turns wish={wish} next={data.next} />
      {opened && <AuditDialog entry={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

type Wish = Input<typeof listAudit>

function Days({ list, wish }: { list: List; wish: Wish }) {
  const id = useId()
  return (
    <div className="flex flex-wrap gap-3">
      {(['from', 'to'] as const).map((name) => (
        <label key={name} htmlFor={`${id}-${name}`} className="flex items-center gap-2 text-soft">
          {name === 'from' ? 'From' : 'To'}
          <DateInput
            id={`${id}-${name}`}
            value={wish[name] ?? ''}
            onChange={(day) => list.change({ [name]: day })}
          />
        </label>
      ))}
    </div>
  )
}

/** Older ones are gone to, so that the way back leads to the newer. */
function Turns({ wish, next }: { wish: Wish; next: string | null }) {
  const { after, from, to, search, searchIndex } = wish
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
