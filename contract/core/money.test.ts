import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { z } from 'zod'
import type { Currency } from './currencies.ts'
import { keepsDigits } from './decimals.ts'
import { inCurrency } from './in-currency.ts'
import {
  convert,
  Foreign,
  formatBalance,
  formatExactly,
  formatHundredths,
  formatMoney,
  fromHundredths,
  formatMovement,
  leastOf,
  nameOf,
  priceStepOf,
  Rate,
  Rupees,
  SignedForeign,
  SignedRupees,
  symbolOf,
  toDecimal,
  toHundredths,
  toPaise,
} from './money.ts'

test('amounts survive the round trip between wire and minor units', () => {
  const amounts = fc.integer({ min: 0, max: 1_000_000_000 })
  fc.assert(
    fc.property(amounts, (minor) => {
      for (const currency of [Rupees, Foreign])
        assert.equal(z.decode(currency, z.encode(currency, minor)), minor)
    }),
    { seed: 1, numRuns: 2_000 },
  )
})

test('balances and losses of any size survive the round trip', () => {
  const amounts = fc.integer({ min: -1e14, max: 1e14 })
  fc.assert(
    fc.property(amounts, (minor) => {
      for (const currency of [SignedRupees, SignedForeign])
        assert.equal(z.decode(currency, z.encode(currency, minor)), minor)
    }),
    { seed: 1, numRuns: 2_000 },
  )
  assert.equal(SignedRupees.safeParse(-1.005).success, false)
})

test('amounts are written with all their decimals', () => {
  assert.equal(formatExactly(1, 'USD'), '$0.0001')
  assert.equal(formatExactly(12_3400, 'USD'), '$12.34')
  assert.equal(formatExactly(1_23_456_78, 'INR'), '₹1,23,456.78')
  assert.equal(toDecimal(-1, 'USD'), '-0.0001')
  assert.equal(toDecimal(5_00, 'INR'), '5.00')
})

test('more decimals than the currency has are refused, not rounded', () => {
  for (const wire of [0.001, 1.005, 99.999, 1.0000001, 1e-7, 0.1 + 0.2, 4_503_599.627_37])
    assert.equal(Rupees.safeParse(wire).success, false, String(wire))
  for (const wire of [0.00001, 1.23456, 1e-7, 0.1 + 0.2])
    assert.equal(Foreign.safeParse(wire).success, false, String(wire))
  assert.equal(Rupees.parse(0.3), 30)
  assert.equal(Rupees.parse(1e7), 10_000_000_00)
  assert.equal(Foreign.parse(1.2345), 12_345)
})

test('an amount is accepted exactly if it has no more decimals than its currency', () => {
  const texts = fc.tuple(
    fc.integer({ min: 0, max: 9_999_999 }),
    fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 9 }),
  )
  fc.assert(
    fc.property(texts, ([whole, decimals]) => {
      const fraction = decimals.join('').replace(/0+$/, '')
      const wire = Number(`${whole}.${fraction}`)
      for (const [currency, most] of [
        [Rupees, 2],
        [Foreign, 4],
      ] as const) {
        const { data } = currency.safeParse(wire)
        const exact =
          fraction.length <= most ? Number(`${whole}${fraction.padEnd(most, '0')}`) : undefined
        assert.equal(data, exact, String(wire))
      }
    }),
    { seed: 1, numRuns: 5_000 },
  )
})

test('a number that lost digits of its text is recognised', () => {
  for (const text of ['1', '1.0', '-2.50', '1e2', '100', '0.30000000000000004', '.5', '0e9'])
    assert.ok(keepsDigits(text, Number(text)), text)
  for (const text of ['1.00000000000000000001', '9007199254740993', '1e-400', '1e400', '', '0x10'])
    assert.equal(keepsDigits(text, Number(text)), false, text)
})

test('text that is not an amount is refused', () => {
  for (const wire of [-1, -0.01, Number.NaN, Infinity, 10_000_001, '5', null])
    assert.equal(Rupees.safeParse(wire).success, false, String(wire))
})

test('a rate is above zero and has at most eight decimals', () => {
  for (const rate of [0.012, 0.01204819, 0.00000001, 1, 1.73, 295.5, 99_999.99999999])
    assert.equal(Rate.parse(rate), rate)
  for (const rate of [
    0,
    -0.01,
    100_000,
    0.000000001,
    0.0120481900000001,
    Number.NaN,
    '0.012',
    null,
  ])
    assert.equal(Rate.safeParse(rate).success, false, String(rate))
})

test('a price in dollars is rounded half up to cents', () => {
  assert.equal(convert(10_000, 'USD', 0.012), 12_000) // 100 rupees are 1.20 dollars
  assert.equal(convert(50, 'USD', 0.01), 100) // half a cent is a cent
  assert.equal(toPaise(12_50, 0.0125), 1000_00)
  assert.equal(toPaise(1, 0.016), 63) // half a paisa is a paisa
  assert.equal(toPaise(1, 0.012), 83)
  assert.equal(convert(49, 'USD', 0.01), 0)
  assert.equal(convert(125, 'USD', 0.012), 200) // 1.5 cents
  assert.equal(convert(0, 'USD', 0.012), 0)
})

test('rounding moves a price by at most half a cent, over 100,000 conversions', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000 }),
      fc.integer({ min: 1, max: 99_999_999 }),
      (paise, e8) => {
        const dollars = BigInt(convert(paise, 'USD', e8 / 1e8))
        const exact = BigInt(paise) * BigInt(e8) // in cents, times 1e8
        const error = dollars * 1_000_000n - exact // the price in cents, times 1e8, less that
        assert.ok(error > -50_000_000n && error <= 50_000_000n)
      },
    ),
    { seed: 1, numRuns: 100_000 },
  )
})

test('money is formatted as in its country', () => {
  assert.equal(formatMoney(12_345_678, 'INR'), '₹1,23,456.78')
  assert.equal(formatMoney(12_000, 'USD'), '$1.20')
})

test('balances show all decimals of their wallet, and movements their sign', () => {
  assert.equal(formatBalance(1_00_000_50, 'INR'), '₹1,00,000.50')
  assert.equal(formatBalance(50_0000, 'USD'), '$50.0000')
  assert.equal(formatBalance(1, 'USD'), '$0.0001')
  assert.equal(formatMovement(500_00, 'INR'), '+₹500.00')
  assert.equal(formatMovement(-75_00, 'INR'), '−₹75.00')
  assert.equal(formatMovement(-9001, 'USD'), '−$0.9001')
})

test('gateways count in hundredths, and the ledger keeps dollars finer', () => {
  for (const cents of [1, 50, 99, 12_345_678]) {
    assert.equal(fromHundredths(cents, 'INR'), cents)
    assert.equal(fromHundredths(cents, 'USD'), cents * 100)
    assert.equal(toHundredths(fromHundredths(cents, 'USD'), 'USD'), cents)
  }
  assert.equal(toHundredths(199, 'USD'), 1) // rounded down: nobody is sent more than they have
  assert.equal(toHundredths(-1, 'USD'), -1)
  assert.equal(formatHundredths(12_50, 'USD'), '$12.50')
  assert.equal(formatHundredths(1_00_000_00, 'INR'), '₹1,00,000.00')
  assert.equal(formatHundredths(12_50, 'EUR'), '€12.50')
  assert.equal(formatHundredths(12_50, 'BTC'), '12.50 BTC')
})

function shown(currency: Currency, rate: number) {
  const minor = convert(1_234_56, currency, rate)
  return [minor, formatMoney(minor, currency), toHundredths(minor, currency)]
}

test('prices have the decimals of their currency', () => {
  assert.deepEqual(shown('EUR', 0.0105), [12_9600, '€12.96', 12_96])
  assert.deepEqual(shown('JPY', 1.7305), [2136_0000, '¥2,136', 2136_00])
  assert.deepEqual(shown('KWD', 0.0036), [4_4400, 'KWD\u00A04.44', 4_44])
  assert.deepEqual(shown('VND', 295.5), [364_812_0000, '₫364,812', 364_812_00])
  assert.equal(convert(50, 'JPY', 1), 1_0000) // half a yen is a yen
  assert.equal(convert(49, 'JPY', 1), 0)
  assert.equal(toHundredths(7_9999, 'JPY'), 7_00) // gateways take no part of a yen
  assert.throws(() => convert(100, 'EUR', null), /No rate for EUR/)
})

test('the least payment is half a dollar, or as much in another currency', () => {
  assert.equal(leastOf('USD', 0.0125, 0.0125), 5_000)
  assert.equal(leastOf('EUR', 0.01, 0.0125), 4_000)
  assert.equal(leastOf('JPY', 1.7, 0.0125), 68_0000)
  assert.deepEqual([priceStepOf('USD'), priceStepOf('JPY')], [100, 10_000])
})

test('currencies have names and symbols for people', () => {
  const told = (['INR', 'USD', 'EUR', 'JPY'] as const).map((one) => [nameOf(one), symbolOf(one)])
  assert.deepEqual(told, [
    ['rupees', '₹'],
    ['dollars', '$'],
    ['euros', '€'],
    ['Japanese yen', '¥'],
  ])
})

test('an object’s amounts have the decimals of the currency that it names', () => {
  const Price = inCurrency(({ amount, signed }) => ({ price: amount, change: signed }))
  const read = (currency: string, price: number) =>
    Price.safeParse({ currency, price, change: -price }).data
  assert.deepEqual(read('INR', 1.5), { currency: 'INR', price: 150, change: -150 })
  assert.deepEqual(read('EUR', 1.0005), { currency: 'EUR', price: 10_005, change: -10_005 })
  assert.equal(read('INR', 1.005), undefined)
  assert.equal(read('XYZ', 1), undefined)
  assert.equal(read('JPY', -1), undefined)
})
