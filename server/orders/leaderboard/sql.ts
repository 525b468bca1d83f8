import type { Prizes } from '#contract/orders/leaderboard.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/lists.ts'

// The triggers of `orders` write `spend`; here it is only read.

export type SpendRow = { userId: string; fullName: string; isNameHidden: boolean; spend: number }

/** Only customers are ranked: no resellers, staff, blocked or deleted accounts. */
const mayRank = (sql: Sql | Tx) =>
  sql`role = 'user' and not is_guest and not is_blocked and deleted_at is null`

/** The current top of a month's ranking. */
export const selectFirst = (sql: Sql | Tx, { period, max }: { period: string; max: number }) => sql<
  SpendRow[]
>`
  select user_id, full_name, is_name_hidden, amount as spend
  from spend join users on users.id = user_id
  where period = ${period} and ${mayRank(sql)}
  order by amount desc, reached_at, user_id limit ${max}`

/** The top of a closed month, without accounts that were blocked or deleted since. */
export const selectWinners = (sql: Sql, period: string) => sql<SpendRow[]>`
  select user_id, full_name, is_name_hidden, spend
  from winner join users on users.id = user_id
  where period = ${period} and not is_blocked and deleted_at is null
  order by rank`

export async function isClosed(sql: Sql | Tx, period: string): Promise<boolean> {
  const rows = await sql`select from closed_month where period = ${period}`
  return rows.length > 0
}

export type OwnRank = { spend: number; ahead: number }

type Own = { period: string; userId: string; aheadMax: number }

export async function selectOwnRank(
  sql: Sql,
  { period, userId, aheadMax }: Own,
): Promise<OwnRank | null> {
  const [row] = await sql<OwnRank[]>`
    select amount as spend, (
      select count(*) from (
        select from spend other join users on users.id = other.user_id
        where other.period = own.period and other.amount >= own.amount
          and (other.amount > own.amount
            or (other.reached_at, other.user_id) < (own.reached_at, own.user_id))
          and ${mayRank(sql)}
        limit ${aheadMax}
      ) better
    ) as ahead
    from spend own join users on users.id = own.user_id
    where period = ${period} and user_id = ${userId} and ${mayRank(sql)}`
  return row ?? null
}

export type RankedRow = Omit<SpendRow, 'isNameHidden'> & {
  rank: number
  email: string | null
  phone: string | null
  prize: number | null // null until the month is closed, and beyond the first ten
  isPaid: boolean
  withheld: number
  reclaimed: number
  refunded: number
}

type Search = { period: string; search: string; searchIndex: 'email' | 'phone' | 'fullName' }
type List = Search & { sort: 'rank' | '-rank' | 'createdAt'; limit: number; offset: number }

/** Ranks everyone of a month. Winners keep the rank that they were paid for, even if they may no longer rank. */
const ranked = (sql: Sql, period: string) => sql`
  select spend.user_id, full_name, email, phone, amount as spend, refunded, prize,
    paid_at is not null as is_paid, coalesce(withheld, 0) as withheld, coalesce(reclaimed, 0) as reclaimed,
    row_number() over (order by rank, amount desc, reached_at, spend.user_id) as rank
  from spend
  join users on users.id = spend.user_id
  left join winner on winner.period = spend.period and winner.user_id = spend.user_id
  where spend.period = ${period} and (rank is not null or (${mayRank(sql)}))`

function matches(sql: Sql, { search, searchIndex }: Search) {
  if (!search) return sql`true`
  const field = { email: sql`email`, phone: sql`phone`, fullName: sql`full_name` }[searchIndex]
  return sql`${field} ilike ${containing(search)}`
}

export const selectRanking = (sql: Sql, list: List) => sql<RankedRow[]>`
  select * from (${ranked(sql, list.period)}) ranking where ${matches(sql, list)}
  order by rank ${list.sort === '-rank' ? sql`desc` : sql`asc`}
  limit ${list.limit} offset ${list.offset}`

export async function countRanking(sql: Sql, search: Search): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from (${ranked(sql, search.period)}) ranking where ${matches(sql, search)}`
  return row.count
}

/** Prizes that apply to a month: its own, or else the last ones set before it. */
export async function selectPrizes(sql: Sql | Tx, period: string): Promise<Prizes | null> {
  const [row] = await sql<Prizes[]>`
    select first_prize, second_prize, third_prize, top_ten_prize from prize
    where period <= ${period} order by period desc limit 1`
  return row ?? null
}

/** Locks the table so that concurrent changes of prizes run one after the other. */
export const lockPrizes = (tx: Tx) => tx`lock table prize in share row exclusive mode`

type NewPrizes = { period: string; prizes: Prizes; now: Date }

export const upsertPrizes = (tx: Tx, { period, prizes, now }: NewPrizes) => tx`
  insert into prize ${tx.values({ period, ...prizes, updatedAt: now })}
  on conflict (period) do update set ${tx.set({ ...prizes, updatedAt: now })}`

type Progress = { first: string | null; lastClosed: string | null; databaseNow: Date }

/** First month with spend, last closed month, and the time of the database. */
export async function selectProgress(sql: Sql): Promise<Progress> {
  const [row] = await sql<[Progress]>`
    select (select min(period) from spend) as first,
      (select max(period) from closed_month) as last_closed,
      date_trunc('milliseconds', clock_timestamp()) as database_now`
  return row
}

export const MONTH_LOCK = 7_365_002 // an arbitrary number that no other lock uses; `is_month_open` has it too

/** Waits for transactions that count a late order or refund of this month, and makes new ones wait. */
export const lockMonth = (tx: Tx, period: string) => tx`
  select pg_advisory_xact_lock(${MONTH_LOCK}::int, ${period.replace('-', '')}::int)`

export const insertClosedMonth = (tx: Tx, period: string, now: Date) => tx`
  insert into closed_month ${tx.values({ period, closedAt: now })}`

export type WinnerRow = {
  period: string
  rank: number
  userId: string
  spend: number
  prize: number
}

export const insertWinner = (tx: Tx, winner: WinnerRow) => tx`
  insert into winner ${tx.values(winner)}`

/** Winners whose prize is still unpaid, in the order in which the prizes were won. */
export const selectUnpaid = (sql: Sql) => sql<WinnerRow[]>`
  select period, rank, user_id, spend, prize
  from winner join users on users.id = user_id
  where paid_at is null and prize > 0 and deleted_at is null order by period, rank`

type Won = Pick<WinnerRow, 'period' | 'rank'>

export type LockedWinner = WinnerRow & { isPaid: boolean; withheld: number; reclaimed: number }

/** The caller has locked the winner's account first, as everywhere. */
export async function lockWinner(tx: Tx, { period, rank }: Won): Promise<LockedWinner | null> {
  const [row] = await tx<LockedWinner[]>`
    select period, rank, user_id, spend, prize, paid_at is not null as is_paid, withheld, reclaimed
    from winner where period = ${period} and rank = ${rank} for update`
  return row ?? null
}

export async function findWinnerId(sql: Sql | Tx, { period, rank }: Won): Promise<string | null> {
  const [row] = await sql<{ userId: string }[]>`
    select user_id from winner where period = ${period} and rank = ${rank}`
  return row?.userId ?? null
}

type WinnerChange = Partial<{ prize: number; withheld: number; reclaimed: number; paidAt: Date }>

export const updateWinner = (tx: Tx, { period, rank }: Won, change: WinnerChange) => tx`
  update winner set ${tx.set(change)} where period = ${period} and rank = ${rank}`

export type Remaining = { refunded: number; remaining: number; ahead: number }

/**
 * A customer's spend in a closed month after refunds, and how many others are ahead of it. Others count with their
 * spend at the closing. Those outside the first ten count only if they may rank now.
 */
export async function selectRemaining(
  tx: Tx,
  { period, userId, max }: { period: string; userId: string; max: number },
): Promise<Remaining | null> {
  const [row] = await tx<Remaining[]>`
    select refunded, amount - refunded as remaining, (
      select count(*) from (
        select from spend other
        join users on users.id = other.user_id
        left join winner on winner.period = other.period and winner.user_id = other.user_id
        where other.period = own.period and other.user_id <> own.user_id
          and other.amount > own.amount - own.refunded and (winner.rank is not null or (${mayRank(tx)}))
        limit ${max}
      ) better
    ) as ahead
    from spend own where period = ${period} and user_id = ${userId}`
  return row ?? null
}

export type Winner = Won & {
  fullName: string
  email: string
  spend: number
  prize: number
  withheld: number
}

export async function selectWinner(sql: Sql, { period, rank }: Won): Promise<Winner | null> {
  const [row] = await sql<Winner[]>`
    select period, rank, full_name, email, spend, prize, withheld
    from winner join users on users.id = user_id
    where period = ${period} and rank = ${rank} and deleted_at is null`
  return row ?? null
}
