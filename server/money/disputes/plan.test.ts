import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toHundredths } from '#contract/core/money.ts'
import type { DisputeState } from '#contract/money/disputes.ts'
import { linesBetween, planHold, planMoney, type Bearer, type DisputeMoney } from './plan.ts'

const STATES: DisputeState[] = [
  'inquiry',
  'needs response',
  'under review',
  'won',
  'lost',
  'closed',
]
const NOTHING: DisputeMoney = { taken: 0, fees: 0, fromWallet: 0, fromShop: 0 }
const WALLET = 'wallet:asha'

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!

test('a loss is the wallet’s or the shop’s, and only a lost dispute has one', () => {
  const told = { taken: 70, fees: 15 }
  for (const state of STATES) {
    const loss = state === 'lost' ? 70 : 0
    const plan = (bearer: Bearer, fromWallet = 0) =>
      planMoney({ ...told, state }, bearer, { fromWallet })
    assert.deepEqual(plan('wallet'), { ...told, fromWallet: loss, fromShop: 0 }, state)
    assert.deepEqual(plan('shop', 50), { ...told, fromWallet: 0, fromShop: loss }, state)
    const kept = Math.min(loss, 50)
    assert.deepEqual(
      plan('deleted wallet', 50),
      { ...told, fromWallet: kept, fromShop: loss - kept },
      'a deleted wallet pays no more than it has paid',
    )
  }
})

test('only an open dispute holds money', () => {
  assert.deepEqual(
    STATES.filter((state) => planHold(state, 5, 'INR') > 0),
    ['needs response', 'under review'],
  )
  assert.equal(planHold('under review', 5, 'INR'), 5)
  assert.equal(planHold('under review', 5, 'USD'), 500)
})

for (const currency of ['INR', 'USD'] as const)
  test(`lines of any 1,000 steps in ${currency} lead to the money of the last step`, () => {
    const sums = new Map<string, number>()
    let now = NOTHING
    for (let step = 0; step < 1_000; step++) {
      const taken = Math.floor(Math.random() * 100)
      const told = { state: pick(STATES), taken, fees: pick([0, 15]) }
      const next = planMoney(told, pick(['wallet', 'shop'] as const), now)
      for (const line of linesBetween(now, next, { wallet: WALLET, currency })) {
        const { from, to } = line
        const amount = toHundredths(line.amount, currency)
        assert.ok(amount > 0 && line.currency === currency && from !== to)
        sums.set(from, (sums.get(from) ?? 0) - amount)
        sums.set(to, (sums.get(to) ?? 0) + amount)
      }
      now = next
      const sumOf = (address: string) => sums.get(address) ?? 0
      assert.equal(sumOf('house:gateway'), now.taken + now.fees)
      assert.equal(sumOf('house:dispute-fees') + now.fees, 0)
      assert.equal(sumOf(WALLET) + now.fromWallet, 0)
      assert.equal(sumOf('house:dispute-losses') + now.fromShop, 0)
      assert.equal(sumOf('house:disputes'), now.fromWallet + now.fromShop - now.taken)
    }
    assert.deepEqual(linesBetween(now, now, { wallet: WALLET, currency }), [])
  })
