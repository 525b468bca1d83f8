import type { Currency } from '#contract/core/money.ts'
import type { WayCost } from '#contract/money/gateway-choice.ts'
import type { GatewayMethod, GatewayName } from '#contract/money/gateways.ts'
import { findSettings, putSetting } from '#server/catalogue/settings/settings.ts'
import type { Context } from '#server/context.ts'
import { methodOf } from '#server/money/gateways/methods.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { selectCosts } from './routing-sql.ts'

const MEASURED_MS = 60 * 24 * 60 * 60_000
const COSTS = 'gateway-costs'

/** Stores what payments have cost at each gateway, from the settlements of the last 60 days. */
export async function measureCosts({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> {
  const measuredAt = now()
  const rows = await selectCosts(sql, new Date(measuredAt.getTime() - MEASURED_MS))
  const ways = Map.groupBy(rows, (row) => `${row.gateway} ${row.currency} ${methodOf(row)}`)
  const costs = [...ways.values()].map((same): WayCost => {
    const { gateway, currency } = same[0]!
    const sum = (of: 'kept' | 'amount' | 'payments') => same.reduce((all, row) => all + row[of], 0)
    const percent = Math.round((sum('kept') / sum('amount')) * 10_000) / 100
    return { gateway, currency, method: methodOf(same[0]!), percent, payments: sum('payments') }
  })
  await sql.begin((tx) => putSetting(tx, COSTS, costs, measuredAt))
}

export const findCosts = async (sql: Sql | Tx): Promise<WayCost[]> =>
  (await findSettings<{ [COSTS]: WayCost[] }>(sql, [COSTS]))[COSTS] ?? []

type Way = { currency: Currency; method: GatewayMethod }

/** Reads what a payment costs at a gateway, in percent with one decimal. Null where no payments were settled lately. */
export async function readCosts(
  sql: Sql | Tx,
  wayAt: (name: GatewayName) => Way,
): Promise<(name: GatewayName) => number | null> {
  const costs = await findCosts(sql)
  return (name) => {
    const { currency, method } = wayAt(name)
    const cost = costs.find(
      (one) => one.gateway === name && one.currency === currency && one.method === method,
    )
    return cost ? Math.round(cost.percent * 10) / 10 : null
  }
}
