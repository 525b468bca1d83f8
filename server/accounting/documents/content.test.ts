import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { charge } from '#contract/catalogue/pricing.ts'
import { DEFAULT_RULES } from '#contract/accounting/tax-rules.ts'
import type { Seller } from '#server/accounting/tax-rules/seller.ts'
import type { ReceivedRow } from '#server/money/wallet/outside-money.ts'
import type { SoldRow } from '#server/orders/read/find-sold.ts'
import { describeBuyer, describePlayer, sealBuyer, writeInvoice, writeReceipt } from './content.ts'

const SOLD: SoldRow = {
  id: 'an order',
  invoice: 'GS2611240001',
  userId: 'asha',
  gameId: 'moon quest',
  gameName: 'Moon Quest',
  itemName: '120 Opals',
  playerId: '12345678',
  zoneId: '2001',
  playerName: 'Moonlit',
  currency: 'INR',
  amount: 199_00,
  priceInr: 199_00,
  discountInr: 0,
  amountInr: 199_00,
  couponCode: null,
  paymentMethod: 'wallet',
  gateway: null,
  method: null,
  fullName: 'Asha Rao',
  email: 'asha@example.com',
}

const toSeller = (taxId: string, percent = 18, name = 'GST'): Seller => ({
  shopName: 'Gemstall',
  legal: { businessName: 'Moon Traders', address: '', email: '', taxId },
  tax: { name, percent, sac: '998439' },
  rules: DEFAULT_RULES,
})

const invoice = (order: SoldRow, seller: Seller) =>
  writeInvoice({ order, seller, billing: null, paidWith: 'Wallet' })

const taxesOf = (seller: Seller) => {
  const { title, placeOfSupply, base, taxes, total, lines } = invoice(SOLD, seller)
  const amounts = taxes.map(({ name, percent, amount }) => [name, percent, amount])
  assert.equal(base + taxes.reduce((sum, { amount }) => sum + amount, 0), total)
  return { title, placeOfSupply, amounts, code: lines[0]!.code }
}

test('a registered shop shows two halves of the tax, under the names of its State', () => {
  assert.deepEqual(taxesOf(toSeller('29AAACA0000A1ZU')), {
    title: 'Tax invoice',
    placeOfSupply: 'Karnataka (29)',
    amounts: [
      ['CGST', 9, 15_18],
      ['SGST', 9, 15_18],
    ],
    code: '998439',
  })
  assert.deepEqual(taxesOf(toSeller('04AABFN9870CMZT')).amounts, [
    ['CGST', 9, 15_18],
    ['UTGST', 9, 15_18],
  ])
})

test('a shop registered elsewhere shows its own tax, and one without a number shows none', () => {
  assert.deepEqual(taxesOf(toSeller('GB123456789', 20, 'VAT')), {
    title: 'Tax invoice',
    placeOfSupply: '',
    amounts: [['VAT', 20, 33_17]],
    code: '',
  })
  assert.deepEqual(taxesOf(toSeller('00AAACA0000A1ZU')), {
    title: 'Tax invoice',
    placeOfSupply: '', // there is no State 00
    amounts: [['GST', 18, 30_36]],
    code: '',
  })
  for (const untaxed of [toSeller(''), toSeller('29AAACA0000A1ZU', 0)]) {
    const { title, amounts } = taxesOf(untaxed)
    assert.deepEqual([title, amounts], ['Receipt', []])
  }
})

test('an invoice lists the list price, the coupon, and the dollars of an order paid in dollars', () => {
  const cheaper = { ...SOLD, discountInr: 250_00, amountInr: 0, couponCode: 'DIWALI' }
  const { lines, total } = invoice(cheaper, toSeller(''))
  assert.deepEqual(
    lines.map(({ name, amount, isDiscount }) => [name, amount, isDiscount]),
    [
      ['120 Opals, Moon Quest', 199_00, false],
      ['Coupon DIWALI', 199_00, true], // a coupon takes no more than the price
    ],
  )
  assert.equal(total, 0)
  assert.equal(invoice(SOLD, toSeller('')).paidDollars, null)
  const abroad = { ...SOLD, currency: 'USD', amount: 2_3700 } as const
  assert.equal(invoice(abroad, toSeller('')).paidDollars, 2_3700)
})

const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)

test('the lines and the taxes of 10,000 random invoices add up to the paid total', () => {
  const home = '29AAACA0000A1ZU'
  const from = fc.constantFrom(
    ...[5, 12, 18, 28].map((percent) => toSeller(home, percent)),
    toSeller('GB123456789', 20, 'VAT'),
    toSeller(''),
  )
  const to = fc.constantFrom(
    null,
    ...['29', '33', '35'].map((state) => ({ country: 'IN', state })),
    {
      country: 'NP',
      state: '',
    },
  )
  const input = fc.record({
    price: fc.oneof(fc.nat(1_000), fc.nat(2_00_000_00)),
    discount: fc.oneof(fc.constant(0), fc.nat(2_00_000_00)),
    currency: fc.constantFrom('INR', 'USD', 'EUR', 'JPY'),
    lut: fc.constantFrom('', 'AD290326000001X'),
  })
  fc.assert(
    fc.property(from, to, input, (seller, place, { price, discount, currency, lut }) => {
      const { amount, amountInr } = charge({ price, discount, currency, rate: 0.0105 })
      const sold = { currency, amount, amountInr, priceInr: price, discountInr: discount } as const
      const billing = place && { ...place, taxId: '', businessName: '', address: '' }
      const { lines, base, taxes, total } = writeInvoice({
        order: { ...SOLD, ...sold },
        seller: { ...seller, rules: { ...DEFAULT_RULES, lut } },
        billing,
        paidWith: 'UPI',
      })
      assert.equal(sum(lines.map((line) => (line.isDiscount ? -line.amount : line.amount))), total)
      assert.equal(base + sum(taxes.map((tax) => tax.amount)), total)
      assert.equal(total, amountInr)
      assert.ok([base, ...taxes.map((tax) => tax.amount)].every((one) => one >= 0))
    }),
    { seed: 1, numRuns: 10_000 },
  )
})

test('a receipt for another currency has its rupees at the rate of the payment', () => {
  const received = {
    key: 'payment:stripe:pi_1',
    captureId: 'a capture',
    userId: 'asha',
    gateway: 'stripe',
    reference: 'P1',
    bankReference: null,
    fullName: 'Asha Rao',
    email: 'asha@example.com',
  } as const
  const receiptOf = (money: Pick<ReceivedRow, 'amount' | 'currency' | 'rate'>) => {
    const { base, total, lines, ...paid } = writeReceipt(
      { ...received, ...money },
      toSeller(''),
      'Stripe',
    )
    return [base, total, lines[0]!.amount, paid.paidDollars, paid.paidOther?.amount]
  }
  const euros = { amount: 10_50, currency: 'EUR', rate: 0.0105 } as const
  assert.deepEqual(receiptOf(euros), [1000_00, 1000_00, 1000_00, null, 10_5000])
  const dollars = { amount: 10_00, currency: 'USD', rate: 0.0125 } as const
  assert.deepEqual(receiptOf(dollars), [800_00, 800_00, 800_00, 10_0000, undefined])
  const rupees = { amount: 500_00, currency: 'INR', rate: null } as const
  assert.deepEqual(receiptOf(rupees), [500_00, 500_00, 500_00, null, undefined])
})

test('the hash of a buyer differs on every document, and names nobody', () => {
  const content = invoice(SOLD, toSeller(''))
  const buyer = describeBuyer(SOLD, null, describePlayer(SOLD))
  assert.deepEqual(buyer, {
    name: 'Asha Rao',
    email: 'asha@example.com',
    player: 'Moonlit (12345678, 2001)',
  })
  const [one, other] = [1, 2].map(() => sealBuyer(content, buyer))
  assert.notEqual(one!.content.buyerHash, other!.content.buyerHash)
  assert.doesNotMatch(JSON.stringify(one!.content), /Asha|asha|Moonlit|12345678/)
})
