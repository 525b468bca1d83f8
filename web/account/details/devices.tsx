import { useSuspenseQuery } from '@tanstack/react-query'
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type Session,
} from '#contract/accounts/sessions.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { deviceName } from '#web/ui/text/device-name.ts'
import { formatDate } from '#web/ui/text/format.ts'

/** Lists the devices where the user is signed in, and can sign them out. */
export function Devices() {
  const { data } = useSuspenseQuery(query(listOwnSessions, {}))
  const endOthers = useSend(endOtherSessions, { refetch: [listOwnSessions] })
  return (
    <Card title="Devices">
      <p className="mb-4 max-w-prose text-soft">
        You’re signed in on these devices. If you don’t recognise one, sign it out and change your
        password.
      </p>
      <ul className="grid divide-y divide-line border-y border-line">
        {data.sessions.map((session) => (
          <Device key={session._id} session={session} />
        ))}
      </ul>
      {data.sessions.length > 1 && (
        <Button
          look="danger"
          className="mt-5"
          isBusy={endOthers.isPending}
          busyLabel="Signing out..."
          onClick={() => endOthers.mutate({})}
        >
          Sign out all others
        </Button>
      )}
    </Card>
  )
}

function Device({ session }: { session: Session }) {
  const { _id: id, userAgent, address, createdAt, refreshedAt, isCurrent } = session
  const name = deviceName(userAgent)
  const end = useSend(endOwnSession, { refetch: [listOwnSessions] })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {name} {isCurrent && <Badge tone="good">This device</Badge>}
        </span>
        <span className="text-sm text-soft">
          Signed in {formatDate(createdAt)}, last seen {formatDate(refreshedAt)}
        </span>
        <span className="font-mono text-xs text-soft wrap-anywhere">{address}</span>
      </div>
      {!isCurrent && (
        <Button
          size="sm"
          aria-label={`Sign out ${name}`}
          isBusy={end.isPending}
          busyLabel="Signing out..."
          onClick={() => end.mutate({ id })}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
