import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { fromPaise, toPaise, type UnitCosts } from './costs.ts'

const at =
  (paise: bigint, units = 1_000_000n): UnitCosts =>
  () => ({ paise, units, from: 'entered' })
const cost = (micros: bigint, amount: string) =>
  toPaise(at(micros), 'moogold', { amount, currency: 'USD' })

const limit = (micros: bigint, paise: number) =>
  fromPaise(at(micros), 'moogold', { paise, currency: 'USD' })!

test('the cost of a pack is exact to the last paisa, and rounded up', () => {
  const dollar = 83_330000n * 100n // 83.33 rupees
  assert.equal(cost(dollar, '1'), 8_333)
  assert.equal(cost(dollar, '0.60'), 5_000) // 49.998 rupees
  assert.equal(cost(530_000n, '58696.00'), 31_109) // one rupiah costs 0.53 paise
  assert.equal(cost(dollar, '0'), 0)
  const third = at(100n, 3n)
  assert.equal(toPaise(third, 'moogold', { amount: '0.60', currency: 'USD' }), 20)
  assert.equal(toPaise(third, 'moogold', { amount: '0.61', currency: 'USD' }), 21)
  assert.equal(cost(1_000_000n, '0.0000001'), 1)
  assert.equal(cost(1_000_000n, '2.00000000'), 2)
  assert.equal(cost(1n, '999999999999.999999'), 1_000_000)
})

test('a currency without a known rate gives no cost', () => {
  assert.equal(
    toPaise(() => null, 'smileone', { amount: '61.5', currency: 'SmileCoin' }),
    null,
  )
})

test('a rounded cost is never below the true one, and less than a paisa above it', () => {
  const amounts = fc.tuple(fc.nat(10 ** 9), fc.nat(999_999))
  const property = fc.property(amounts, fc.bigInt(1n, 10n ** 11n), ([whole, millionths], unit) => {
    const paise = BigInt(cost(unit, `${whole}.${String(millionths).padStart(6, '0')}`)!)
    const exact = (BigInt(whole) * 10n ** 6n + BigInt(millionths)) * unit // in 10^-12
    const over = paise * 10n ** 12n - exact
    assert.ok(over >= 0n && over < 10n ** 12n)
  })
  fc.assert(property)
})

test('a limit in a supplier’s currency never costs more than the price, and almost as much', () => {
  assert.equal(limit(100n * 1_000_000n, 199_00), '199.0000')
  assert.equal(limit(83_330000n * 100n, 100_00), '1.2000')
  assert.equal(
    fromPaise(() => null, 'moogold', { paise: 1, currency: 'USD' }),
    null,
  )
  const property = fc.property(fc.nat(10 ** 9), fc.bigInt(1n, 10n ** 11n), (paise, unit) => {
    const most = limit(unit, paise)
    assert.ok(cost(unit, most)! <= paise)
    const next = (BigInt(most.replace('.', '')) + 1n).toString().padStart(5, '0')
    assert.ok(cost(unit, `${next.slice(0, -4)}.${next.slice(-4)}`)! > paise)
  })
  fc.assert(property)
})

test('text that is not an amount is rejected', () => {
  for (const amount of ['', '-1', '1e3', 'free', '1.', '.5', '1,000'])
    assert.throws(() => cost(1n, amount), /is not an amount/)
})
