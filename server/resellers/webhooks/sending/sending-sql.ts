import type { ApiEventType } from '#contract/resellers/webhooks.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { EventRow } from '#server/resellers/webhooks/event-sql.ts'

const isOwnerHere = (sql: Sql) => sql`
  exists (select from users where users.id = user_id and not is_blocked and deleted_at is null)`

const isDue = (sql: Sql, now: Date) => sql`
  exists (select from webhook_message where endpoint_id = webhook_endpoint.id and next_at <= ${now})`

const isFree = (sql: Sql, now: Date) => sql`
  is_enabled and leased_until < now() and coalesce(rest_until <= ${now}, true) and ${isOwnerHere(sql)}`

/** Lists endpoints that have due deliveries while no job is sending to them. */
export async function selectDueEndpoints(sql: Sql, now: Date): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from webhook_endpoint where ${isFree(sql, now)} and ${isDue(sql, now)}`
  return rows.map(({ id }) => id)
}

export type Claimed = {
  id: string
  url: string
  sealed: Buffer
  oldSealed: Buffer | null
  oldUntil: Date | null
}

type Claim = { id: string; leaseSeconds: number; now: Date }

/** Leases an endpoint for one job. Returns null if another job holds it, or if it rests or is disabled. */
export async function claimEndpoint(
  sql: Sql,
  { id, leaseSeconds, now }: Claim,
): Promise<Claimed | null> {
  const [row] = await sql<Claimed[]>`
    update webhook_endpoint set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where id = ${id} and ${isFree(sql, now)}
    returning id, url, sealed, old_sealed, old_until`
  return row ?? null
}

/** Ends the lease, and returns whether more deliveries are due. */
export async function releaseEndpoint(sql: Sql, id: string, now: Date): Promise<boolean> {
  await sql`update webhook_endpoint set leased_until = '-infinity' where id = ${id}`
  // A separate statement, because it must see what was committed while the update waited for the row.
  const rows = await sql`
    select from webhook_endpoint where id = ${id} and ${isFree(sql, now)} and ${isDue(sql, now)}`
  return rows.length > 0
}

export type TakenDelivery = EventRow & {
  deliveryId: string
  type: ApiEventType
  attempts: number // including this one
  tries: number
}

type Take = { now: Date; again: Date }

/** Marks deliveries as taken before they are sent. If the node dies meanwhile, they are sent again at `again`. */
const take = (sql: Sql, { now, again }: Take) => sql`
  taken as (
    update webhook_message set attempts = attempts + 1, tries = tries + 1, next_at = ${again}
    where id in (select id from chosen)
    returning id, event_id, attempts, tries
  ),
  noted as (
    insert into webhook_request (message_id, number, started_at) select id, attempts, ${now} from taken
  )
  select taken.id as delivery_id, attempts, tries, webhook_event.id, type, created_at, is_test, version, data
  from taken join webhook_event on webhook_event.id = event_id order by created_at, version`

export const takeDue = (
  sql: Sql,
  { endpointId, max, ...rest }: Take & { endpointId: string; max: number },
) => sql<TakenDelivery[]>`
  with chosen as (
    select id from webhook_message where endpoint_id = ${endpointId} and next_at <= ${rest.now}
    order by next_at, created_at limit ${max} for update skip locked
  ),
  ${take(sql, rest)}`

export async function takeOne(
  sql: Sql,
  { id, ...rest }: Take & { id: string },
): Promise<TakenDelivery> {
  const [row] = await sql<[TakenDelivery]>`
    with chosen as (select id from webhook_message where id = ${id} for update), ${take(sql, rest)}`
  return row
}

type Attempt = { deliveryId: string; attempts: number }
type Ended = { durationMs: number; status: number | null; answer: string; error: string | null }

export const updateAttempt = (tx: Tx, { deliveryId, attempts }: Attempt, ended: Ended) => tx`
  update webhook_request set ${tx.set(ended)} where message_id = ${deliveryId} and number = ${attempts}`

type Became =
  | { state: 'delivered' | 'failed'; endedAt: Date; nextAt: null }
  | { state: 'pending'; endedAt: null; nextAt: Date }
  | { state: 'held'; endedAt: null; nextAt: null }

/** Writes the state unless the delivery was sent again meanwhile. The later try then decides. */
export const updateDelivery = (tx: Tx, { deliveryId, attempts }: Attempt, became: Became) => tx`
  update webhook_message set ${tx.set(became)} where id = ${deliveryId} and attempts = ${attempts}`
