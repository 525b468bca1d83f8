import type { ForeignCurrency, Rate } from '#contract/core/money.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { byDate } from '#server/platform/db/lists.ts'

export type RateRow = {
  currency: ForeignCurrency
  perRupee: Rate
  origin: 'start' | 'administrator' | 'source'
  isHeld: boolean
  isOffered: boolean
}

type Stored<Row> = Row & { perRupee: string }

const toNumber = <Row extends RateRow>(row: Stored<Row>): Row => ({
  ...row,
  perRupee: Number(row.perRupee),
})

/** Reads the last rate of each currency that the shop has ever taken, the first one first. */
export async function selectCurrencies(sql: Sql | Tx): Promise<RateRow[]> {
  const rows = await sql<Stored<RateRow>[]>`
    select last.* from (select currency, min(number) as first from exchange_rate group by 1) known
    cross join lateral (
      select currency, per_rupee, origin, is_held, is_offered from exchange_rate
      where currency = known.currency order by number desc limit 1
    ) last
    order by known.first`
  return rows.map(toNumber)
}

/** Runs concurrent changes one after the other, because each reads the last rate first. */
export const lockRates = (tx: Tx) => tx`lock table exchange_rate in share row exclusive mode`

type NewRate = RateRow & { userId: string | null }

export const insertRate = (tx: Tx, rate: NewRate, now: Date) => tx`
  insert into exchange_rate ${tx.values({ ...rate, createdAt: now })}`

type PastRate = RateRow & { number: number; fullName: string | null; createdAt: Date }

export async function selectRates(
  sql: Sql,
  { limit, offset, sort }: { limit: number; offset: number; sort: string | undefined },
): Promise<PastRate[]> {
  const rows = await sql<Stored<PastRate>[]>`
    select rate.number, rate.currency, rate.per_rupee, rate.origin, rate.is_held, rate.is_offered, rate.created_at,
      users.full_name
    from exchange_rate rate left join users on users.id = rate.user_id
    order by rate.number ${byDate(sql, sort)} limit ${limit} offset ${offset}`
  return rows.map(toNumber)
}

export async function countRates(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select count(*) from exchange_rate`
  return row.count
}
