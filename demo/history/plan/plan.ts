import { periodAfter, periodOf, periodStart } from '#contract/core/period.ts'
import { BUYERS } from './buyers.ts'
import { chooseOrders } from './choose-orders.ts'
import { planOrders } from './plan-orders.ts'
import { listPriyasOrders } from './priyas-orders.ts'
import { planRates } from './rates.ts'
import { DAY, DAYS, daysAgo, HOUR, MINUTE, startOf } from './rhythm.ts'
import { planTopUps } from './top-ups.ts'
import type { Coupon, Order, Pack, Rate, TopUp } from './types.ts'

export type Month = { period: string; closedAt: number }

export type Plan = {
  openedAt: number
  rates: Rate[]
  orders: Order[]
  topUps: TopUp[]
  /** The months that are over and closed, oldest first. */
  months: Month[]
}

const OPENED_BEFORE = 5 * DAY // before the first order
const CLOSED_AFTER = 11 * MINUTE // the shop waits for ten

/**
 * The shop compares the last three days with the gateways. The sandbox forgets what was paid when it stops, and never
 * heard of these payments, so the history has none that are so young.
 */
const GATEWAY_PAUSE = 3 * DAY + HOUR

type Known = { packs: readonly Pack[]; coupons: Coupon[]; now: number }

/** Plans 90 days of business that end now. The same shop has the same plan on the same day. */
export function planHistory({ packs, coupons, now }: Known): Plan {
  const gatewayUntil = now - GATEWAY_PAUSE
  const openedAt = openingOf(now)
  const rates = planRates(openedAt, now)
  const choices = [...chooseOrders(packs, { now, gatewayUntil }), ...listPriyasOrders(packs, now)]
  const orders = planOrders(
    choices.toSorted((one, other) => one.at - other.at),
    { rates, coupons, now },
  )
  const byBuyer = Map.groupBy(orders, ({ buyer }) => buyer)
  const topUps = BUYERS.flatMap((buyer) =>
    planTopUps(buyer, byBuyer.get(buyer) ?? [], gatewayUntil),
  )
  return { openedAt, rates, orders, topUps, months: listMonths(orders[0]!.at, now) }
}

/** When the shop opened. */
export const openingOf = (now: number): number => startOf(daysAgo(now, DAYS - 1)) - OPENED_BEFORE

function listMonths(from: number, now: number): Month[] {
  const months: Month[] = []
  for (let period = periodOf(new Date(from)); ; period = periodAfter(period)) {
    const closedAt = periodStart(periodAfter(period)).getTime() + CLOSED_AFTER
    if (closedAt > now) return months
    months.push({ period, closedAt })
  }
}
