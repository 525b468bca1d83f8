import type { Currency } from '#contract/core/money.ts'
import { METHOD_NAMES, type GatewayMethod, type GatewayName } from '#contract/money/gateways.ts'
import type { Context } from '#server/context.ts'
import type { Gateways } from '#server/money/gateways/gateways.ts'
import { methodOf, methodsOf } from '#server/money/gateways/methods.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { findTrouble, RECENT_MS } from './find-trouble.ts'
import { selectAttempts } from './routing-sql.ts'
import { listDowntimes } from './watch-downtimes.ts'

const DAY_MS = 24 * 60 * 60_000

/** A way to pay through a gateway. */
type Way = { currency: Currency; method: GatewayMethod }

/** Says what is wrong with a gateway. Null if nothing is. */
type TroubleOf = (name: GatewayName, way: Way) => string | null

/**
 * Looks at the payments of the last day, and at what the gateways report, which is only about UPI. The methods of a
 * gateway are judged apart: cards that were never activated at a gateway say nothing about its UPI payments.
 */
export const findTroubles = async (ctx: Pick<Context, 'now'>, sql: Sql | Tx): Promise<TroubleOf> =>
  (await judge(ctx, sql)).troubleOf

async function judge({ now }: Pick<Context, 'now'>, sql: Sql | Tx) {
  const at = now()
  const attempts = await selectAttempts(sql, {
    since: new Date(at.getTime() - DAY_MS),
    recently: new Date(at.getTime() - RECENT_MS),
  })
  const byWay = Map.groupBy(attempts, (one) =>
    keyOf(one.gateway, { currency: one.currency, method: methodOf(one) }),
  )
  const downtimes = await listDowntimes(sql, at)
  const troubleOf: TroubleOf = (name, way) =>
    findTrouble(byWay.get(keyOf(name, way)) ?? [], at) ??
    (way.method === 'upi' ? (downtimes.get(name) ?? null) : null)
  return {
    troubleOf,
    currencies: new Set<Currency>(['INR', ...attempts.map((one) => one.currency)]),
  }
}

const keyOf = (name: GatewayName, { currency, method }: Way) => `${name} ${currency} ${method}`

type Shop = Omit<Gateways, 'byName'>

/** Says for each gateway that takes payments if something is wrong with it. Methods besides its first one are named. */
export async function listTroubles(
  ctx: Pick<Context, 'now' | 'connectors'>,
  sql: Sql | Tx,
  shop: Shop,
): Promise<Map<GatewayName, string>> {
  const { troubleOf, currencies } = await judge(ctx, sql)
  const rupees = shop.active ? [shop.active, ...shop.standIns] : []
  const found = new Map<GatewayName, string>()
  for (const currency of currencies)
    for (const name of currency === 'INR' ? rupees : shop.foreign)
      for (const [turn, method] of methodsOf(ctx, shop, { gateway: name, currency }).entries()) {
        const trouble = troubleOf(name, { currency, method })
        if (!trouble || found.has(name)) continue
        found.set(name, turn === 0 ? trouble : `${METHOD_NAMES[method]}: ${trouble}`)
      }
  return found
}
