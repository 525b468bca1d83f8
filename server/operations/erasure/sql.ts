import type { Sql, Tx } from '#server/platform/db/db.ts'
import { ERASED } from './traces.ts'

// Rewrites rows of other modules. Text about a deleted person is found by its content, whichever module wrote it.

export type ErasureRow = { userId: string; sealed: Buffer }

export const insertErasure = (tx: Tx, erasure: ErasureRow & { createdAt: Date }) => tx`
  insert into erasure ${tx.values(erasure)}`

export async function selectErasure(sql: Sql, userId: string): Promise<ErasureRow | null> {
  const [row] = await sql<ErasureRow[]>`
    select user_id, sealed from erasure where user_id = ${userId}`
  return row ?? null
}

export const selectErasures = (sql: Sql) => sql<ErasureRow[]>`
  select user_id, sealed from erasure order by user_id`

export const countLook = (sql: Sql, userIds: string[]) => sql`
  update erasure set looks = looks + 1 where user_id = any(${userIds}::uuid[])`

export const deleteLooked = (sql: Sql, looks: number) => sql`
  delete from erasure where looks >= ${looks}`

export const listSealed = (sql: Sql, after: string | null, count: number) => sql<
  { id: string; sealed: Buffer }[]
>`
  select user_id as id, sealed from erasure
  where ${after}::uuid is null or user_id > ${after} order by user_id limit ${count}`

export const replaceSealed = (
  sql: Sql,
  { id, sealed }: { id: string; sealed: Buffer },
  anew: Buffer,
) => sql`
  update erasure set sealed = ${anew} where user_id = ${id} and sealed = ${sealed}`

/** Empties gateway pages, which carry name, email and phone. Returns how many were emptied, at most `max`. */
export async function emptyPages(sql: Sql, userId: string, max: number): Promise<number> {
  const { count } = await sql`
    update payment set page = null
    where id in (select id from payment where user_id = ${userId} and page is not null limit ${max})`
  return count
}

export const deleteAnswers = (sql: Sql, userId: string) => sql`
  delete from idempotency where user_id = ${userId}`

export const deleteGiftReasons = (sql: Sql, userId: string) => sql`
  delete from gift_reason where transfer in (select transfer from posting where user_id = ${userId})`

export const emptyAdjustments = (sql: Sql, userId: string) => sql`
  update adjustment set reason = '', note = '', answer = '' where user_id = ${userId}`

export const selectIssueIds = (sql: Sql, userId: string) => sql<{ id: string }[]>`
  select id from issue where user_id = ${userId}`

export type Owned = { id: string; createdAt: Date }
type Page = { userId: string; before: Owned | null; limit: number }

/** Pages through a person's rows, newest first. */
export const selectOwned = (sql: Sql, table: 'orders' | 'payment', page: Page) => sql<Owned[]>`
  select id, created_at from ${sql(table)}
  where user_id = ${page.userId}
    ${page.before ? sql`and (created_at, id) < (${page.before.createdAt}, ${page.before.id})` : sql``}
  order by created_at desc, id desc limit ${page.limit}`

export const selectCaptureIds = (sql: Sql, paymentIds: string[]) => sql<{ id: string }[]>`
  select id from capture where payment_id = any(${paymentIds}::uuid[])`

type Erase = { ids: string[]; all: string }

/**
 * Erases from text typed by people or sent by gateways and suppliers. Keeps what was bought, at which price and for
 * whom.
 */
export async function eraseFromOrders(tx: Tx, { ids, all }: Erase): Promise<void> {
  const without = (name: string) => tx`regexp_replace(${tx(name)}, ${all}, ${ERASED}, 'gi')`
  await tx`
    update orders set player_id = ${without('player_id')}, zone_id = ${without('zone_id')},
      player_name = ${without('player_name')}, payment_reference = ${without('payment_reference')}
    where id = any(${ids}::uuid[])
      and concat_ws(' ', player_id, zone_id, player_name, payment_reference) ~* ${all}`
  await tx`
    update order_event set message = ${without('message')}
    where order_id = any(${ids}::uuid[]) and message ~* ${all}`
  await tx`
    update dispatch set player_id = ${without('player_id')}, zone_id = ${without('zone_id')},
      words = ${without('words')}
    where order_id = any(${ids}::uuid[]) and concat_ws(' ', player_id, zone_id, words) ~* ${all}`
  await tx`
    update reseller_order set reference = 'erased-' || order_id
    where order_id = any(${ids}::uuid[]) and reference ~* ${all}`
}

export async function eraseFromPayouts(tx: Tx, { ids, all }: Erase): Promise<void> {
  await tx`
    update payout set note = regexp_replace(note, ${all}, ${ERASED}, 'gi'),
      reason = regexp_replace(reason, ${all}, ${ERASED}, 'gi')
    where capture_id = any(${ids}::uuid[]) and note || ' ' || reason ~* ${all}`
}

export type AuditRow = { id: string; before: unknown; after: unknown }

export const lockAudits = (tx: Tx, subjects: string[]) => tx<AuditRow[]>`
  select id, before, after from audit
  where subject = any(${subjects}) and num_nonnulls(before, after) > 0 for update`

export const updateAudit = (tx: Tx, { id, before, after }: AuditRow) => tx`
  update audit set before = ${tx.json(before)}, after = ${tx.json(after)} where id = ${id}`

/** Clears the IP addresses from when they were staff. */
export const emptyAddresses = (tx: Tx, userId: string) => tx`
  update audit set address = '' where user_id = ${userId} and address <> ''`

/** Deletes mails to deleted people that failed on every attempt. */
export const deleteNotices = (sql: Sql, emails: string[]) => sql`
  delete from job
  where name = 'send-notice' and payload ->> 'to' = any(${emails})
    and attempts = attempts_max and leased_until < now()`

export type TextColumns = {
  table: string
  texts: string[]
  jsons: string[]
  bytes?: string // UTF-8 text, erased line by line
  blocks: number // table blocks read at once
}

export async function countBlocks(sql: Sql, { table }: TextColumns): Promise<number> {
  const [row] = await sql<[{ blocks: number }]>`
    select ceil(pg_relation_size(${table}::regclass) / current_setting('block_size')::numeric)::int as blocks`
  return row.blocks
}

export type FoundRow = { ctid: string } & Record<string, unknown>

const nameOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const asText = (tx: Tx, { texts, jsons, bytes }: TextColumns) => {
  const parts = [
    ...texts.map((name) => tx`${tx(nameOf(name))}`),
    ...jsons.map((name) => tx`${tx(nameOf(name))}::text`),
    ...(bytes ? [tx`convert_from(${tx(bytes)}, 'UTF8')`] : []),
  ]
  return parts.reduce((all, one) => tx`${all}, ${one}`)
}

/**
 * Rows of some blocks that surely name one of the people. Reads by position on disk, so that any table can be read in
 * pieces.
 */
export const lockNaming = (
  tx: Tx,
  columns: TextColumns,
  { from, sure }: { from: number; sure: string },
) => tx<FoundRow[]>`
  select ctid::text, ${tx(columns.table)}.* from ${tx(columns.table)}
  where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${from + columns.blocks},0)`}::tid
    and concat_ws(' ', ${asText(tx, columns)}) ~* ${sure}
  for update`

export const updateFound = (
  tx: Tx,
  { table }: TextColumns,
  ctid: string,
  change: Record<string, unknown>,
) => tx`
  update ${tx(table)} set ${tx.set(change)} where ctid = ${ctid}::tid`

export type SessionCursor = { id: string; expiresAt: Date }

type SessionPage = { before: Date; after: SessionCursor | null; max: number }

/** The sessions that have expired before a moment, the oldest first. */
export const selectExpired = (sql: Sql, { before, after, max }: SessionPage) => sql<
  (SessionCursor & { userId: string })[]
>`
  select id, user_id, expires_at from session
  where expires_at < ${before}
    ${after ? sql`and (expires_at, id) > (${after.expiresAt}, ${after.id})` : sql``}
  order by expires_at, id limit ${max}`

/** Guests among these whom nobody has claimed, and who never bought or got anything. They have one session each. */
export async function selectIdleGuests(sql: Sql | Tx, userIds: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from users
    where id = any(${userIds}) and is_guest and claimed_by is null and deleted_at is null
      and not exists (select from orders where orders.user_id = users.id)
      and not exists (select from posting where posting.user_id = users.id)`
  return rows.map(({ id }) => id)
}
