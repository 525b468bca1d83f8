import type { DeliveryState } from '#contract/resellers/webhook-deliveries.ts'
import type { ApiEvent, ApiEventType } from '#contract/resellers/webhooks.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { byDate } from '#server/platform/db/lists.ts'

type NewEvent = {
  userId: string
  isTest: boolean
  type: string
  subjectId: string
  version: number
  data: object
  now: Date
}

/** Records an event together with its deliveries. */
export const insertEvent = (
  tx: Tx,
  { userId, isTest, type, subjectId, version, data, now }: NewEvent,
) => tx`
  select record_webhook_event(${userId}, ${isTest}, ${type}, ${subjectId}, ${version}, ${tx.json(data)}, ${now})`

type Ping = Pick<NewEvent, 'userId' | 'isTest' | 'data' | 'now'> & {
  eventId: string
  deliveryId: string
  endpointId: string
  nextAt: Date
}

/** Records a ping and its delivery to one endpoint, which may be disabled. */
export const insertPing = (
  tx: Tx,
  { eventId, deliveryId, endpointId, nextAt, userId, isTest, data, now }: Ping,
) => tx`
  with event as (
    insert into webhook_event (id, user_id, is_test, type, subject_id, version, data, created_at)
    values (${eventId}, ${userId}, ${isTest}, 'ping', ${endpointId}, 0, ${tx.json(data)}, ${now})
  )
  insert into webhook_message (id, event_id, endpoint_id, type, state, next_at, created_at)
  values (${deliveryId}, ${eventId}, ${endpointId}, 'ping', 'pending', ${nextAt}, ${now})`

export type EventRow = {
  id: string
  type: ApiEventType
  createdAt: Date
  isTest: boolean
  version: number
  data: ApiEvent['data']
}

type Listed = EventRow & {
  deliveries: { _id: string; webhookId: string; state: DeliveryState }[]
}

export type EventList = {
  userId: string
  sought?: string | undefined // id of an event or of its subject
  type?: ApiEventType | undefined
  isTest?: boolean | undefined
  page: number
  limit: number
  sort?: string
}

const matches = (sql: Sql, { userId, sought, type, isTest }: EventList) => sql`
  user_id = ${userId}
  ${sought === undefined ? sql`` : sql`and ${sought}::uuid in (id, subject_id)`}
  ${type === undefined ? sql`` : sql`and type = ${type}`}
  ${isTest === undefined ? sql`` : sql`and is_test = ${isTest}`}`

export const selectEvents = (sql: Sql, list: EventList) => sql<Listed[]>`
  select id, type, created_at, is_test, version, data, (
    select coalesce(jsonb_agg(
      jsonb_build_object('_id', webhook_message.id, 'webhookId', endpoint_id, 'state', state)
      order by endpoint_id), '[]')
    from webhook_message where event_id = webhook_event.id
  ) as deliveries
  from webhook_event where ${matches(sql, list)}
  order by created_at ${byDate(sql, list.sort)}, id ${byDate(sql, list.sort)} limit ${list.limit} offset ${(list.page - 1) * list.limit}`

export async function countEvents(sql: Sql, list: EventList): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from webhook_event where ${matches(sql, list)}`
  return row.count
}

/** Deletes some old events with their deliveries, and returns how many. */
export async function deleteOldEvents(sql: Sql, before: Date, max: number): Promise<number> {
  const { count } = await sql`
    delete from webhook_event where id = any(array(
      select id from webhook_event where created_at < ${before} order by created_at limit ${max}))`
  return count
}

export const deleteEventsOf = (tx: Tx, userId: string) => tx`
  delete from webhook_event where user_id = ${userId}`
