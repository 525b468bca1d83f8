import type { DeliveryState } from '#contract/resellers/webhook-deliveries.ts'
import type { ApiEventType } from '#contract/resellers/webhooks.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { byDate } from '#server/platform/db/lists.ts'
import type { EventRow } from './event-sql.ts'

export type AttemptRow = {
  number: number
  startedAt: Date
  durationMs: number | null
  status: number | null
  answer: string | null
  error: string | null
}

export type DeliveryRow = {
  id: string
  endpointId: string
  eventId: string
  type: ApiEventType
  subjectId: string
  version: number
  state: DeliveryState
  attempts: number
  nextAt: Date | null
  createdAt: Date
  endedAt: Date | null
  attempt: AttemptRow | null // the latest
}

/** Row as selected, before its attempt is nested. The attempt is null until the first one starts. */
type Selected = Omit<DeliveryRow, 'attempt'> &
  Omit<AttemptRow, 'startedAt'> & { startedAt: Date | null }

const delivered = (sql: Sql) => sql`
  select webhook_message.id, endpoint_id, event_id, webhook_message.type, subject_id, version, state, attempts,
    next_at, webhook_message.created_at, ended_at, number, started_at, duration_ms, status, answer, error
  from webhook_message join webhook_event on webhook_event.id = event_id
  left join webhook_request on message_id = webhook_message.id and number = attempts`

const toRow = ({
  number,
  startedAt,
  durationMs,
  status,
  answer,
  error,
  ...delivery
}: Selected): DeliveryRow => ({
  ...delivery,
  attempt: startedAt ? { number, startedAt, durationMs, status, answer, error } : null,
})

export type DeliveryList = {
  endpointId: string
  sought?: string | undefined // id of an event or of its subject
  state?: DeliveryState | undefined
  type?: ApiEventType | undefined
  page: number
  limit: number
  sort?: string
}

const matches = (sql: Sql, { endpointId, sought, state, type }: DeliveryList) => sql`
  endpoint_id = ${endpointId}
  ${sought === undefined ? sql`` : sql`and event_id in (select id from webhook_event where ${sought}::uuid in (id, subject_id))`}
  ${state === undefined ? sql`` : sql`and state = ${state}`}
  ${type === undefined ? sql`` : sql`and webhook_message.type = ${type}`}`

export async function selectDeliveries(sql: Sql, list: DeliveryList): Promise<DeliveryRow[]> {
  const rows = await sql<Selected[]>`
    ${delivered(sql)} where ${matches(sql, list)}
    order by webhook_message.created_at ${byDate(sql, list.sort)}, webhook_message.id ${byDate(sql, list.sort)}
    limit ${list.limit} offset ${(list.page - 1) * list.limit}`
  return rows.map(toRow)
}

export async function countDeliveries(sql: Sql, list: DeliveryList): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from webhook_message where ${matches(sql, list)}`
  return row.count
}

type Owned = { id: string; userId: string; isTest: boolean | undefined }

export async function selectDelivery(
  sql: Sql,
  { id, userId, isTest }: Owned,
): Promise<DeliveryRow | null> {
  const [row] = await sql<Selected[]>`
    ${delivered(sql)} where webhook_message.id = ${id} and user_id = ${userId}
      ${isTest === undefined ? sql`` : sql`and is_test = ${isTest}`}`
  return row ? toRow(row) : null
}

export async function selectEvent(sql: Sql, id: string): Promise<EventRow> {
  const [row] = await sql<[EventRow]>`
    select id, type, created_at, is_test, version, data from webhook_event where id = ${id}`
  return row
}

export const selectAttempts = (sql: Sql, deliveryId: string) => sql<AttemptRow[]>`
  select number, started_at, duration_ms, status, answer, error
  from webhook_request where message_id = ${deliveryId} order by number`

/** Restarts a delivery from its first try, whatever its state. */
export const updateReplayed = (tx: Tx, id: string, now: Date) => tx`
  update webhook_message set state = 'pending', next_at = ${now}, tries = 0, ended_at = null
  where id = ${id}`

type Missed = { endpointId: string; since: Date; now: Date; max: number }

/** Restarts the oldest missed deliveries, and returns how many. */
export async function updateMissed(
  tx: Tx,
  { endpointId, since, now, max }: Missed,
): Promise<number> {
  const { count } = await tx`
    update webhook_message set state = 'pending', next_at = ${now}, tries = 0, ended_at = null
    where id = any(array(
      select id from webhook_message
      where endpoint_id = ${endpointId} and created_at >= ${since} and state in ('failed', 'held') and type <> 'ping'
      order by created_at limit ${max}))`
  return count
}

/** Holds the pending deliveries of an endpoint until someone asks for a replay. */
export const updateHeld = (tx: Tx, endpointId: string) => tx`
  update webhook_message set state = 'held', next_at = null
  where endpoint_id = ${endpointId} and state = 'pending' and type <> 'ping'`
