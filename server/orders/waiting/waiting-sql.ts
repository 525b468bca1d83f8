import type { Sql, Tx } from '#server/platform/db/db.ts'

/** All null if nobody looks after the order. */
export type ClaimRow = { claimedBy: string | null; claimedAt: Date | null; claimant: string | null }

export type WaitingRow = ClaimRow & {
  id: string
  heldAt: Date | null
  paidAt: Date
  isManual: boolean
  isReviewed: boolean // held by a risk rule or a ban
}

/** Orders that need a person: held for one, delivered by hand, or paid without a delivery that began in time. */
const waits = (sql: Sql | Tx, startedBefore: Date) => sql`
  orders.status = 'processing' and (orders.held_for = 'person'
    or (orders.held_for is null and (game.source = 'manual' or orders.paid_at < ${startedBefore})
      and not exists (select from dispatch where dispatch.order_id = orders.id)))`

const since = (sql: Sql | Tx) => sql`coalesce(orders.held_at, orders.paid_at)`

const claim = (sql: Sql | Tx) => sql`
  claimant.id as claimed_by, orders.claimed_at, claimant.full_name as claimant`

/** Ignores claims of people who may no longer look after orders. */
const byClaimant = (sql: Sql | Tx) => sql`
  left join users claimant on claimant.id = orders.claimed_by
    and (claimant.role = 'admin' or (claimant.role = 'staff' and 'orders' = any(claimant.rights)))
    and not claimant.is_blocked`

/** Orders that need a person, the longest waiting first. */
export const selectWaiting = (sql: Sql, startedBefore: Date, max: number) => sql<WaitingRow[]>`
  select orders.id, orders.held_at, orders.paid_at, game.source = 'manual' as is_manual,
    exists (select from risk_review where order_id = orders.id and decided_at is null) as is_reviewed, ${claim(sql)}
  from orders join game on game.id = orders.game_id ${byClaimant(sql)}
  where ${waits(sql, startedBefore)}
  order by ${since(sql)}, orders.id limit ${max}`

export async function countWaitingRows(
  sql: Sql,
  startedBefore: Date,
  max: number,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from (
      select from orders join game on game.id = orders.game_id
      where ${waits(sql, startedBefore)} limit ${max}
    ) waiting`
  return row.count
}

/** Locks paid orders except those of manual games whose delivery has not begun. Held orders are included. */
export const lockUnderWay = (tx: Tx) => tx<{ id: string; heldFor: string | null }[]>`
  select orders.id, held_for from orders join game on game.id = orders.game_id
  where orders.status = 'processing'
    and (game.source <> 'manual' or exists (select from dispatch where order_id = orders.id))
  order by paid_at, orders.id for no key update of orders`

/** Marks unpaid orders for a person to look at before delivery. Returns how many there are. */
export async function markLookFirst(tx: Tx): Promise<number> {
  const { count } = await tx`update orders set look_first = true where status = 'pending'`
  return count
}

/** Marks orders that are held for review in the same way. Their decision may have been made after the backup. */
export const markReviewsLookFirst = (tx: Tx) => tx`
  update orders set look_first = true
  where id = any(array(select order_id from risk_review where decided_at is null))`

export async function isWaiting(tx: Tx, id: string, startedBefore: Date): Promise<boolean> {
  const rows = await tx`
    select from orders join game on game.id = orders.game_id
    where orders.id = ${id} and ${waits(tx, startedBefore)}`
  return rows.length > 0
}

type Count = { count: number; oldest: Date | null }

export async function countWaiting(sql: Sql, startedBefore: Date): Promise<Count> {
  const [row] = await sql<[Count]>`
    select count(*), min(${since(sql)}) as oldest from orders join game on game.id = orders.game_id
    where ${waits(sql, startedBefore)}`
  return row
}

export async function selectClaim(tx: Tx, orderId: string): Promise<ClaimRow> {
  const [row] = await tx<[ClaimRow]>`
    select ${claim(tx)} from orders ${byClaimant(tx)} where orders.id = ${orderId}`
  return row
}
