import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BanKind, deleteBan, listBans, type Ban } from '#contract/orders/risk.ts'
import { query } from '#web/api/call.ts'
import { ConfirmDelete } from '#web/admin/list/confirm-delete.tsx'
import { ListFrame, PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import type { useListState } from '#web/admin/list/use-list-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/choice/select.tsx'
import { PlusIcon } from '#web/ui/icons/money-icons.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { BAN_KINDS } from './ban-kinds.ts'
import { BanDialog } from './ban-dialog.tsx'

const KINDS = [
  { value: '', label: 'All kinds' },
  ...BanKind.options.map((value) => ({ value, label: BAN_KINDS[value].label })),
]

type Props = { list: ReturnType<typeof useListState> }

/** People, players, networks and payers that the shop does not serve. */
export function Bans({ list }: Props) {
  const kind = BanKind.safeParse(list.input('kind')).data
  const { data } = useSuspenseQuery(
    query(listBans, {
      page: list.page,
      limit: PAGE_SIZE,
      search: list.search,
      ...(kind && { kind }),
    }),
  )
  const [isAdding, setAdding] = useState(false)
  const [deleted, setDeleted] = useState<Ban | null>(null)
  return (
    <div className="grid gap-5">
      <ListFrame
        title="Ban list"
        isPart
        list={list}
        searchHint="Search value or reason"
        isFiltered={kind !== undefined}
        filters={<KindFilter kind={kind} onChange={(chosen) => list.change({ kind: chosen })} />}
        empty={{
          title: 'Nobody is banned',
          words:
            'Orders of banned people, players and networks are refused. An order paid by a banned payer is held for review.',
        }}
        total={data.total}
        action={
          <Button look="primary" onClick={() => setAdding(true)}>
            <PlusIcon /> Add
          </Button>
        }
      >
        <Table
          caption="Ban list"
          columns={columns(setDeleted)}
          rows={data.bans}
          keyOf={({ _id }) => _id}
        />
      </ListFrame>
      {isAdding && <BanDialog onClose={() => setAdding(false)} />}
      {deleted && (
        <ConfirmDelete
          endpoint={deleteBan}
          id={deleted._id}
          question="Remove this from the ban list?"
          refetch={[listBans]}
          onClose={() => setDeleted(null)}
        >
          <strong className="text-ink">{deleted.shown}</strong> can be used again at once.
        </ConfirmDelete>
      )}
    </div>
  )
}

type FilterProps = { kind: BanKind | undefined; onChange: (kind: string) => void }

const KindFilter = ({ kind, onChange }: FilterProps) => (
  <Select
    aria-label="Kind"
    options={KINDS}
    value={kind ?? ''}
    onChange={(event) => onChange(event.target.value)}
    className="w-44"
  />
)

const columns = (onDelete: (ban: Ban) => void): Column<Ban>[] => [
  {
    title: 'Banned',
    cell: ({ kind, shown }) => (
      <>
        <span className="block wrap-anywhere">{shown}</span>
        <span className="block text-sm text-soft">{BAN_KINDS[kind].label}</span>
      </>
    ),
  },
  { title: 'Reason', cell: ({ note }) => <span className="wrap-anywhere">{note}</span> },
  {
    title: 'By',
    cell: ({ by, at }) => (
      <>
        {by}
        <span className="block text-sm whitespace-nowrap text-soft">{formatDate(at)}</span>
      </>
    ),
  },
  {
    title: 'Actions',
    isAction: true,
    cell: (ban) => (
      <Button
        look="quiet"
        size="sm"
        aria-label={`Remove ${ban.shown}`}
        onClick={() => onDelete(ban)}
      >
        Remove
      </Button>
    ),
  },
]
