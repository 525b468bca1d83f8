import type { Rate } from '#contract/core/money.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { byDate } from '#server/platform/db/lists.ts'

export type RateRow = { usd: Rate; origin: 'start' | 'administrator' | 'source'; isHeld: boolean }

/** Reads the current rate. */
export async function selectRate(sql: Sql | Tx): Promise<RateRow> {
  const [row] = await sql<[RateRow & { usd: string }]>`
    select usd, origin, is_held from rate order by number desc limit 1`
  return { ...row, usd: Number(row.usd) }
}

/** Runs concurrent changes one after the other, because each reads the last rate first. */
export const lockRates = (tx: Tx) => tx`lock table rate in share row exclusive mode`

type NewRate = RateRow & { userId: string | null }

export const insertRate = (tx: Tx, rate: NewRate, now: Date) => tx`
  insert into rate ${tx.values({ ...rate, createdAt: now })}`

type PastRate = RateRow & { number: number; fullName: string | null; createdAt: Date }

export async function selectRates(
  sql: Sql,
  { limit, offset, sort }: { limit: number; offset: number; sort: string | undefined },
): Promise<PastRate[]> {
  const rows = await sql<(PastRate & { usd: string })[]>`
    select rate.number, rate.usd, rate.origin, rate.is_held, rate.created_at, users.full_name
    from rate left join users on users.id = rate.user_id
    order by rate.number ${byDate(sql, sort)} limit ${limit} offset ${offset}`
  return rows.map((row) => ({ ...row, usd: Number(row.usd) }))
}

export async function countRates(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select count(*) from rate`
  return row.count
}
