import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  endUserSession,
  endUserSessions,
  listUserSessions,
  type PastSession,
} from '#contract/accounts/sessions.ts'
import { getUserOverview, type UserOverview } from '#contract/backoffice/user-detail.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { deviceName } from '#web/ui/text/device-name.ts'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { Table, type Column } from '#web/ui/table/table.tsx'

const REFETCH = [listUserSessions, getUserOverview]

/** Current and past sessions of a person. An ended session fails at its next request. */
export function UserSessions({ user: { _id: id, fullName } }: { user: UserOverview }) {
  const { data } = useSuspenseQuery(query(listUserSessions, { id }))
  const end = useSend(endUserSession, { refetch: REFETCH })
  const living = data.sessions.filter(({ endedAt }) => endedAt === null)
  if (data.sessions.length === 0)
    return <EmptyState title="No sessions">They aren’t signed in anywhere.</EmptyState>
  return (
    <div className="grid gap-4">
      {living.length > 0 && <EndAll id={id} fullName={fullName} count={living.length} />}
      <Table
        caption="Sessions"
        columns={columns((sessionId) => end.mutate({ id, sessionId }))}
        rows={data.sessions}
        keyOf={({ _id }) => _id}
      />
    </div>
  )
}

type EndAllProps = { id: string; fullName: string; count: number }

function EndAll({ id, fullName, count }: EndAllProps) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const end = useSend(endUserSessions, { refetch: REFETCH, onDone: close })
  return (
    <>
      <Button look="danger" className="justify-self-start" onClick={() => setAsking(true)}>
        End all sessions
      </Button>
      <Confirm
        question={`Sign ${fullName} out everywhere?`}
        action={{ label: 'End all sessions', isDangerous: true, isBusy: end.isPending }}
        isOpen={isAsking}
        onConfirm={() => end.mutate({ id }, { onError: close })}
        onClose={close}
      >
        {count === 1 ? 'One device is' : `${count} devices are`} signed out at once. They may sign
        in again.
      </Confirm>
    </>
  )
}

const columns = (onEnd: (id: string) => void): Column<PastSession>[] => [
  {
    title: 'Device',
    cell: ({ userAgent, isCurrent }) => (
      <span title={userAgent}>
        <span className="block font-medium">{deviceName(userAgent)}</span>
        {isCurrent && <span className="text-sm font-normal text-soft">This device</span>}
      </span>
    ),
  },
  {
    title: 'Address',
    cell: ({ address }) => <span className="font-mono text-xs wrap-anywhere">{address}</span>,
  },
  { title: 'Began', cell: ({ createdAt }) => formatDate(createdAt) },
  { title: 'Last seen', cell: ({ refreshedAt }) => formatDate(refreshedAt) },
  {
    title: 'State',
    cell: ({ endedAt, endReason }) =>
      endedAt === null ? (
        <Badge tone="good">Signed in</Badge>
      ) : (
        <span>
          <span className="block first-letter:uppercase">{endReason}</span>
          <span className="text-soft">{formatDate(endedAt)}</span>
        </span>
      ),
  },
  {
    title: 'Actions',
    isAction: true,
    cell: ({ _id, endedAt, userAgent }) =>
      endedAt === null && (
        <Button
          size="sm"
          aria-label={`End the session of ${deviceName(userAgent)}`}
          onClick={() => onEnd(_id)}
        >
          End
        </Button>
      ),
  },
]
