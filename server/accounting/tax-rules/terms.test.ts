import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Billing } from '#contract/accounting/billing.ts'
import { DEFAULT_RULES, type TaxRules } from '#contract/accounting/tax-rules.ts'
import type { Seller } from './seller.ts'
import { termsOf, type Sale } from './terms.ts'

const KARNATAKA = '29AAACA0000A1ZU'
const MAHARASHTRA = '27AAPFU0939F1ZV'

const seller = (rules: Partial<TaxRules> = {}, taxId = KARNATAKA, percent = 18): Seller => ({
  shopName: 'Gemstall',
  legal: { businessName: 'Moon Traders', address: '', email: '', taxId },
  tax: { name: 'GST', percent, sac: '998439' },
  rules: { ...DEFAULT_RULES, ...rules },
})

const billing = (given: Partial<Billing>): Billing => ({
  country: 'IN',
  state: '',
  taxId: '',
  businessName: '',
  address: '',
  ...given,
})

const SALE: Sale = { total: 199_00, currency: 'INR', gameId: 'moon' }

const taxesOf = (customer: Billing | null, from = seller(), sale = SALE) => {
  const { base, taxes, placeOfSupply } = termsOf(sale, from, customer)
  assert.equal(base + taxes.reduce((sum, { amount }) => sum + amount, 0), sale.total)
  const shown = taxes.map(({ name, percent, amount }) => `${name} ${percent} ${amount}`)
  return [placeOfSupply, ...shown]
}

test('a customer of another State pays IGST, and one of the seller’s State its two halves', () => {
  assert.deepEqual(taxesOf(billing({ state: '27' })), ['Maharashtra (27)', 'IGST 18 3036'])
  assert.deepEqual(taxesOf(billing({ state: '27', taxId: MAHARASHTRA })), [
    'Maharashtra (27)',
    'IGST 18 3036',
  ])
  for (const home of [null, billing({ state: '29' })])
    assert.deepEqual(taxesOf(home), ['Karnataka (29)', 'CGST 9 1518', 'SGST 9 1518'])
})

test('the halves of the tax are equal where the rules say so, and add up with the base', () => {
  const equal = seller({ hasEqualHalves: true })
  const basesOf = (...totals: number[]) =>
    totals.map((total) => termsOf({ ...SALE, total }, equal, null).base)
  assert.deepEqual(basesOf(1_00, 49_99, 199_00), [84, 42_37, 168_64])
  for (let total = 1; total <= 2_000; total++) {
    const { base, taxes } = termsOf({ ...SALE, total }, equal, null)
    const [central, local] = taxes.map(({ amount }) => amount) as [number, number]
    assert.equal(central, local)
    assert.equal(base + central + local, total)
    assert.ok(Math.abs(central - (total * 9) / 118) <= 0.5, String(total))
  }
  const across = taxesOf(billing({ state: '27' }), equal)
  assert.deepEqual(across, taxesOf(billing({ state: '27' })), 'IGST has no halves')
})

test('a sale abroad is free of tax only if it is not paid in rupees and the shop has a letter of undertaking', () => {
  const nepal = billing({ country: 'NP' })
  const lut = seller({ lut: 'AD290326000001X' })
  const dollars = { ...SALE, currency: 'USD' } as const
  assert.deepEqual(taxesOf(nepal, lut, dollars), ['Nepal (96)'])
  const { note, isExport, sac } = termsOf(dollars, lut, nepal)
  assert.match(note, /^Supply meant for export.*without payment.* LUT AD290326000001X$/)
  assert.deepEqual([isExport, sac], [true, '998439'])
  const euros = { ...SALE, currency: 'EUR' } as const
  assert.equal(termsOf(euros, lut, nepal).isExport, true)
  for (const [from, sale, isTaxedExport] of [
    [seller(), dollars, true],
    [seller(), euros, true],
    [lut, SALE, false],
  ] as const) {
    assert.deepEqual(taxesOf(nepal, from, sale), ['Nepal (96)', 'IGST 18 3036'])
    const terms = termsOf(sale, from, nepal)
    assert.deepEqual([terms.isExport, terms.isTaxedExport], [false, isTaxedExport])
    assert.equal(/on payment of integrated tax/.test(terms.note), isTaxedExport)
  }
  assert.equal(taxesOf(billing({ state: '29' }), lut, dollars)[0], 'Karnataka (29)')
})

test('a country where the shop is registered has its own tax and number, which a business there owes itself', () => {
  const uk = { country: 'GB', name: 'VAT', percent: 20, taxId: 'GB123456789', isReversed: true }
  const from = seller({ countries: [uk], lut: 'AD290326000001X' })
  const london = billing({ country: 'GB' })
  assert.deepEqual(taxesOf(london, from), ['United Kingdom', 'VAT 20 3317'])
  assert.equal(termsOf(SALE, from, london).taxId, 'GB123456789')
  const business = billing({ country: 'GB', taxId: 'GB987654321' })
  assert.deepEqual(taxesOf(business, from), ['United Kingdom'])
  assert.match(termsOf(SALE, from, business).note, /^Reverse charge: .* owes the VAT$/)
  const payingBusiness = seller({ countries: [{ ...uk, isReversed: false }] })
  assert.deepEqual(taxesOf(business, payingBusiness), ['United Kingdom', 'VAT 20 3317'])
})

test('a shop without a number at home collects the tax of countries where it has one', () => {
  const uk = { country: 'GB', name: 'VAT', percent: 20, taxId: 'GB123456789', isReversed: false }
  const from = seller({ countries: [uk] }, '')
  assert.deepEqual(taxesOf(billing({ country: 'GB' }), from), ['United Kingdom', 'VAT 20 3317'])
  assert.deepEqual(taxesOf(null, from), [''])
  const indian = { ...uk, country: 'IN', name: 'GST', percent: 18 }
  assert.deepEqual(taxesOf(billing({ state: '27' }), seller({ countries: [indian] }, 'GB1')), [
    'India',
    'GST 18 3036',
  ])
  // At home the shop's own number counts.
  assert.equal(taxesOf(billing({ state: '29' }), seller({ countries: [indian] }))[1], 'CGST 9 1518')
})

test('a game may have its own rate and code, and vouchers have no tax', () => {
  const rule = { gameId: 'moon', percent: 5, sac: '998434', isVoucher: false }
  const from = seller({ games: [{ ...rule, gameId: 'other' }, rule] })
  assert.deepEqual(taxesOf(null, from), ['Karnataka (29)', 'CGST 2.5 474', 'SGST 2.5 474'])
  assert.equal(termsOf(SALE, from, null).sac, '998434')
  assert.equal(taxesOf(null, from, { ...SALE, gameId: 'third' })[1], 'CGST 9 1518')
  const voucher = seller({ games: [{ ...rule, isVoucher: true }] })
  assert.deepEqual(
    [taxesOf(null, voucher), termsOf(SALE, voucher, null).sac],
    [['Karnataka (29)'], ''],
  )
})
