import { useSuspenseQuery } from '@tanstack/react-query'
import {
  listUserPlayers,
  type SavedPlayer,
  type UserOverview,
} from '#contract/backoffice/user-detail.ts'
import { query } from '#web/api/call.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { Table, type Column } from '#web/ui/table/table.tsx'

export function UserPlayers({ user: { _id: id } }: { user: UserOverview }) {
  const { data } = useSuspenseQuery(query(listUserPlayers, { id }))
  if (data.players.length === 0) return <EmptyState title="No saved players" />
  return <Table caption="Players" columns={COLUMNS} rows={data.players} keyOf={({ _id }) => _id} />
}

const COLUMNS: Column<SavedPlayer>[] = [
  {
    title: 'Player',
    cell: ({ playerId }) => <CopyButton text={playerId} label="Copy the player" />,
  },
  { title: 'Zone', cell: ({ zoneId }) => zoneId || 'None' },
  {
    title: 'Name',
    cell: ({ userName, isConfirmed }) => (
      <span>
        <span className="block wrap-anywhere">{userName || 'Unknown'}</span>
        <span className="text-soft">{isConfirmed ? 'Confirmed' : 'Not confirmed'}</span>
      </span>
    ),
  },
  { title: 'Game', cell: ({ gameName }) => gameName },
  {
    title: 'Last used',
    cell: ({ updatedAt }) => <span className="whitespace-nowrap">{formatDate(updatedAt)}</span>,
  },
]
