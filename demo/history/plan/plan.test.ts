import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf, periodAfter, periodOf } from '#contract/core/period.ts'
import { DEMO_GAMES } from '#demo/catalogue/catalogue.ts'
import { DEMO_COUPONS } from '#demo/catalogue/coupons.ts'
import { BUYERS, PRIYA } from './buyers.ts'
import { joinedAt } from './choose-orders.ts'
import { listBatches } from './events.ts'
import { planHistory, type Plan } from './plan.ts'
import { DAY, HOUR } from './rhythm.ts'
import type { Pack } from './types.ts'

const PACKS = DEMO_GAMES.filter(
  (game) => game.isAvailable !== false && !game.playerRegions,
).flatMap(({ slug: gameSlug, source, packs }) =>
  packs
    .filter(({ isAvailable, quantity }) => isAvailable && quantity === null)
    .map((pack): Pack => ({
      id: pack.slug,
      slug: pack.slug,
      gameId: gameSlug,
      gameSlug,
      source,
      sourceGame: '',
      sourceRegion: '',
      serviceId: '',
      hasOthers: false,
      price: pack.sellingPrice,
      resellerPrice: pack.resellerPrice,
    })),
)

const COUPONS = DEMO_COUPONS.map(({ code, discount }) => ({
  id: code,
  code,
  discount,
  updatedAt: new Date(0),
}))

const MOMENTS = [
  '2026-01-01T00:00:30+05:30',
  '2026-01-01T00:20:00+05:30',
  '2026-03-01T09:00:00+05:30',
  '2026-07-31T23:59:59+05:30',
  '2027-02-14T15:30:00+05:30',
  '2028-02-29T12:00:00+05:30',
  '2028-12-25T03:10:00+05:30',
]

const plan = (now: number) => planHistory({ packs: PACKS, coupons: COUPONS, now })

for (const moment of MOMENTS)
  test(`the 90 days planned at ${moment} are complete`, () => {
    const now = Date.parse(moment)
    const planned = plan(now)
    assert.ok(planned.orders.length > 600 && planned.orders.length < 1_200)
    assertTimes(planned, now)
    assertWallets(planned)
    assertMonths(planned, now)
  })

test('the same moment has the same plan, and another day another one', () => {
  const [one, other] = MOMENTS.slice(-2).map(Date.parse)
  assert.deepEqual(plan(one!), plan(one!))
  assert.notDeepEqual(plan(one!).orders[0], plan(other!).orders[0])
})

function assertTimes({ orders, topUps }: Plan, now: number): void {
  for (const { buyer, at, paidAt, deliveredAt, undoneAt, payment, steps } of orders) {
    assert.ok(at > joinedAt(buyer, now) + HOUR / 2 && at <= now - 60_000)
    const times = [at, paidAt ?? at, ...steps.map((step) => step.at)]
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    )
    assert.ok(Math.max(deliveredAt ?? 0, undoneAt ?? 0) <= now)
    assert.ok(deliveredAt || undoneAt, 'nothing is left open')
    if (payment) assert.ok(at < now - 3 * DAY, 'no payment is young enough to be compared')
  }
  for (const { buyer, at, payment } of topUps) {
    assert.ok(at > joinedAt(buyer, now))
    assert.ok((payment?.capturedAt ?? 0) < now - 3 * DAY)
  }
  const festival = orders.filter(({ coupon }) => coupon?.code === 'DIWALI10')
  assert.ok(festival.length === 2 && festival.every(({ undoneAt }) => !undoneAt))
  const days = new Set(orders.map(({ at }) => dayOf(new Date(at))))
  assert.ok(days.size >= 89, `${days.size} days have orders`)
}

/** Replays every wallet in the order in which it is written. */
function assertWallets(plan: Plan): void {
  const balances = new Map(BUYERS.map((buyer) => [buyer, 0]))
  const add = (buyer: (typeof BUYERS)[number], amount: number) => {
    const balance = balances.get(buyer)! + amount
    balances.set(buyer, balance)
    assert.ok(balance >= 0, `${buyer.fullName} has ${balance}`)
  }
  for (const { topUps, placed, undone } of listBatches(plan)) {
    for (const { buyer, amount } of topUps) add(buyer, amount)
    for (const { buyer, charge, method } of placed)
      if (method === 'wallet') add(buyer, -charge.amount)
    for (const { buyer, charge, paidAt } of undone) if (paidAt) add(buyer, charge.amount)
  }
  for (const buyer of BUYERS) if (buyer.isDemoAccount) assert.equal(balances.get(buyer), 0)
}

/** Last month has ten customers to win its prizes, without the demo player, whose balance is promised. */
function assertMonths({ orders, months }: Plan, now: number): void {
  const last = periodAfter(periodOf(new Date(now)), -1)
  if (now - Date.parse(`${periodOf(new Date(now))}-01T00:00:00+05:30`) > HOUR / 4)
    assert.equal(months.at(-1)?.period, last)
  for (const { period } of months.slice(1)) {
    const spend = new Map<string, number>()
    for (const { buyer, deliveredAt, outcome, charge } of orders) {
      if (buyer.role !== 'user' || outcome === 'refunded' || !deliveredAt) continue
      if (periodOf(new Date(deliveredAt)) === period)
        spend.set(buyer.fullName, (spend.get(buyer.fullName) ?? 0) + charge.amountInr)
    }
    const best = [...spend].toSorted((a, b) => b[1] - a[1]).slice(0, 10)
    assert.equal(best.length, 10)
    assert.ok(!best.some(([name]) => name === PRIYA.fullName), period)
  }
}
