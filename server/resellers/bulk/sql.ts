import type { BulkState } from '#contract/resellers/bulk.ts'
import type { Currency } from '#contract/core/money.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

type NewBulk = {
  id: string
  userId: string
  name: string
  currency: Currency
  isTest: boolean
  done: number
  total: number
  buyerAddress: string | null
  createdAt: Date
}

export type BulkRow = Omit<NewBulk, 'buyerAddress'> & {
  state: BulkState
  endedAt: Date | null
  placedCount: number
  refusedCount: number
}

export type NewLine = {
  line: number
  reference: string
  productId: string
  productName: string
  playerId: string
  zoneId: string
  priceMax: number | null
  state: 'waiting' | 'placed' | 'refused'
  words: string
  nextAt: Date
}

export const insertBulk = (tx: Tx, bulk: NewBulk) => tx`insert into bulk ${tx.values(bulk)}`

export const insertLines = (tx: Tx, bulkId: string, lines: NewLine[]) => tx`
  insert into bulk_line (bulk_id, line, reference, product_id, product_name, player_id, zone_id, price_max, state, words, next_at)
  select ${bulkId}, "line", reference, "productId", "productName", "playerId", "zoneId", "priceMax", state, words, "nextAt"
  from jsonb_to_recordset(${tx.json(lines)}) given (
    "line" int, reference text, "productId" text, "productName" text, "playerId" text, "zoneId" text, "priceMax" bigint,
    state text, words text, "nextAt" timestamptz)`

/** Runs the starts of one reseller one after the other, so that each counts the ones before. */
export const lockStarts = (tx: Tx, userId: string) => tx`
  select pg_advisory_xact_lock(hashtext('start-bulk'), hashtext(${userId}))`

export async function countRunning(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select count(*) from bulk where user_id = ${userId} and state = 'running'`
  return row.count
}

const columns = (sql: Sql | Tx) => sql`
  id, user_id, name, currency, is_test, state, done, total, created_at, ended_at, placed_count, refused_count
  from bulk cross join lateral (
    select count(*) filter (where line.state = 'placed') as placed_count,
      count(*) filter (where line.state = 'refused') as refused_count
    from bulk_line line where bulk_id = id
  ) counted`

type Own = { id: string; userId: string }

export async function selectBulk(sql: Sql | Tx, { id, userId }: Own): Promise<BulkRow | null> {
  const [row] = await sql<BulkRow[]>`
    select ${columns(sql)} where id = ${id} and user_id = ${userId}`
  return row ?? null
}

export const selectBulks = (sql: Sql, { userId, limit }: { userId: string; limit: number }) => sql<
  BulkRow[]
>`
  select ${columns(sql)} where user_id = ${userId} order by created_at desc, id desc limit ${limit}`

export const selectRefused = (sql: Sql, { id, limit }: { id: string; limit: number }) => sql<
  { line: number; reference: string; words: string }[]
>`
  select line, reference, words from bulk_line where bulk_id = ${id} and state = 'refused'
  order by line limit ${limit}`

export type LineRow = NewLine & { orderId: string | null; amount: number | null }

export const selectLines = (sql: Sql, id: string) => sql<LineRow[]>`
  select line, reference, product_id, product_name, player_id, zone_id, price_max, state, words, next_at, order_id, amount
  from bulk_line where bulk_id = ${id} order by line`

export type TakenLine = {
  bulkId: string
  userId: string
  isTest: boolean
  currency: Currency
  line: number
  reference: string
  productId: string
  playerId: string
  zoneId: string
  priceMax: number
  tries: number
  buyerAddress: string | null
}

/** Takes the next line that is due. The try is counted before it happens, so a crash counts too. */
export async function takeLine(sql: Sql, bulkId: string, now: Date): Promise<TakenLine | null> {
  const [row] = await sql<TakenLine[]>`
    update bulk_line set tries = tries + 1 from bulk
    where bulk_id = ${bulkId} and bulk.id = bulk_id and bulk.state = 'running' and line = (
      select line from bulk_line
      where bulk_id = ${bulkId} and state = 'waiting' and next_at <= ${now} order by line limit 1)
    returning bulk_id, bulk.user_id, is_test, currency, line, reference, product_id, player_id, zone_id, price_max, tries, bulk.buyer_address`
  return row ?? null
}

type Line = { bulkId: string; line: number }

export const postponeLine = (tx: Tx, { bulkId, line, nextAt }: Line & { nextAt: Date }) => tx`
  update bulk_line set next_at = ${nextAt} where bulk_id = ${bulkId} and line = ${line}`

type Ended = Line &
  ({ state: 'placed'; orderId: string; amount: number } | { state: 'refused'; words: string })

/** Returns false if another run of the job has already recorded the outcome. */
export async function endLine(tx: Tx, { bulkId, line, ...outcome }: Ended): Promise<boolean> {
  const { count } = await tx`
    update bulk_line set ${tx.set(outcome)}
    where bulk_id = ${bulkId} and line = ${line} and state = 'waiting'`
  return count === 1
}

export const addDone = (tx: Tx, id: string) => tx`update bulk set done = done + 1 where id = ${id}`

export async function lockRunning(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`select from bulk where id = ${id} and state = 'running' for update`
  return rows.length > 0
}

export async function selectNextAt(tx: Tx, id: string): Promise<Date | null> {
  const [row] = await tx<{ nextAt: Date }[]>`
    select next_at from bulk_line where bulk_id = ${id} and state = 'waiting' order by next_at limit 1`
  return row?.nextAt ?? null
}

type End = { id: string; state: 'done' | 'stopped'; now: Date }

export const endBulk = (tx: Tx, { id, state, now }: End) => tx`
  update bulk set state = ${state}, ended_at = ${now}, buyer_address = null where id = ${id}`

export const endRunningBulks = (tx: Tx, now: Date) => tx`
  update bulk set state = 'stopped', ended_at = ${now}, buyer_address = null where state = 'running'`

export const deleteBulksOf = (sql: Sql, userId: string) => sql`
  delete from bulk where user_id = ${userId}`

export const deleteOldBulks = (sql: Sql, before: Date) => sql`
  delete from bulk where ended_at < ${before}`
