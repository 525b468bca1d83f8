import type { Buyer } from './buyers.ts'
import { planPayment } from './plan-orders.ts'
import { createRandom, type Random } from './random.ts'
import { HOUR, MINUTE } from './rhythm.ts'
import type { Order, TopUp } from './types.ts'

/** Usual amounts of a top-up, in minor units. */
const USUAL = {
  customer: [200_00, 500_00, 1_000_00, 2_000_00, 3_000_00, 5_000_00, 10_000_00],
  reseller: [5_000_00, 10_000_00, 15_000_00, 20_000_00, 25_000_00, 40_000_00, 60_000_00],
  abroad: [20_0000, 50_0000, 100_0000, 150_0000, 200_0000, 300_0000],
} as const

/**
 * Plans what goes into one buyer's wallet, so that it covers each order paid from it. A top-up covers a few orders.
 * The last one before `gatewayUntil` covers all that follow.
 */
export function planTopUps(buyer: Buyer, orders: readonly Order[], gatewayUntil: number): TopUp[] {
  const random = createRandom(`top-ups of ${buyer.email}`)
  const refunds = orders.filter(({ undoneAt, paidAt }) => undoneAt && paidAt)
  const own = orders.filter(({ method }) => method === 'wallet')
  const topUps: TopUp[] = []
  for (let first = 0; first < own.length;) {
    const size = sizeOf(random, buyer)
    const isLast = (own[first + size]?.at ?? Infinity) >= gatewayUntil
    const group = isLast ? own.slice(first) : own.slice(first, first + size)
    const at =
      Math.min(group[0]!.at, gatewayUntil - 2 * HOUR) - random.between(3 * MINUTE, 14 * MINUTE)
    const spent = sum(own.slice(0, first)) + sum(group)
    // A refund that comes while the group is being bought counts for the next one.
    const came = topUps.reduce((all, { amount }) => all + amount, 0)
    const back = sum(refunds.filter(({ undoneAt }) => undoneAt! < at))
    const missing = spent - came - back
    if (missing > 0) topUps.push(planTopUp(random, { buyer, missing, at }))
    first += group.length
  }
  return topUps
}

const sum = (orders: readonly Order[]): number =>
  orders.reduce((all, { charge }) => all + charge.amount, 0)

const sizeOf = (random: Random, { role, isDemoAccount }: Buyer): number => {
  if (role === 'reseller') return random.between(4, 9)
  return isDemoAccount ? Infinity : random.between(1, 5)
}

type Missing = { buyer: Buyer; missing: number; at: number }

function planTopUp(random: Random, { buyer, missing, at }: Missing): TopUp {
  const amount = buyer.isDemoAccount ? missing : roundUp(buyer, missing)
  const isByUpi = buyer.currency === 'INR'
  const payment = isByUpi ? planPayment(random, at - 2 * MINUTE, true) : null
  return {
    buyer,
    amount,
    at: payment ? payment.capturedAt! + 800 : at,
    reference: payment?.bankReference ?? random.reference(),
    payment,
  }
}

function roundUp({ role, currency }: Buyer, missing: number): number {
  const usual = USUAL[currency === 'USD' ? 'abroad' : role === 'reseller' ? 'reseller' : 'customer']
  const largest = usual.at(-1)!
  return usual.find((amount) => amount >= missing) ?? Math.ceil(missing / largest) * largest
}
