import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listDocuments, listTopUpDocuments } from '#contract/accounting/documents.ts'
import {
  adjustForeignBalance,
  approveAdjustment,
  getFrozenWallets,
} from '#contract/money/adjustments.ts'
import { getPaymentNeeds } from '#contract/money/payment-needs.ts'
import { refundPayment } from '#contract/money/payments.ts'
import { getStatement } from '#contract/money/statement.ts'
import { addForeignMoney, giftForeignBalance } from '#contract/money/wallet.ts'
import { editOrder, getQuote, placeWalletOrder } from '#contract/orders/orders.ts'
import { findRates } from '#server/catalogue/exchange-rate/rates.ts'
import { findUnitCosts, toPaise } from '#server/suppliers/prices/costs.ts'
import { getApiBalance } from '#contract/resellers/reseller.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { makeReseller, openApiClient } from '#tests/support/resellers/api-clients.ts'
import { tellBank, untilDispute } from '#tests/support/money/disputes.ts'
import { findPayment } from '#tests/support/money/dollars.ts'
import { auditCorrections } from '#tests/chaos/audit/audit-corrections.ts'
import { verifyDisputes } from '#server/money/disputes/verify-disputes.ts'
import { payAt, readBooks } from '#tests/support/money/payments.ts'
import { placeByUpi, untilOrder } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'
import { EURO, openForeignShop } from '#tests/support/orders/foreign-shop.ts'

const CENT = 100 // in minor units of the ledger
const YEN = 10_000

test('an owner adds euros, and customers add them, pay with them and get them back', async (t) => {
  const { shop, admin, asha, item, game, owned, isSound } = await openForeignShop(t, 'EUR', 0.0105)
  const chosen = { gameSlug: game.gameSlug, itemSlug: item.itemSlug, couponCode: '' }
  const order = { ...chosen, gameDetailId: asha.gameDetailId, currency: 'EUR' } as const

  const begun = await asha.call(addForeignMoney, { currency: 'EUR', amount: 5 * EURO })
  assert.match(begun.data.payment_url!, /\/stripe\//)
  const { reference } = await payAt(shop, begun.data.payment_url!)
  await until('the euros are in the wallet', async () => (await owned()) === 5 * EURO)
  await shop.inbox.find(asha.email, '€5.00 is in your wallet')

  const { data: quote } = await asha.call(getQuote, order)
  assert.partialDeepStrictEqual(quote, { currency: 'EUR', amount: 105 * CENT, balance: 5 * EURO })
  const { data: placed } = await asha.call(placeWalletOrder, order)
  assert.partialDeepStrictEqual(placed, { currency: 'EUR', amount: 105 * CENT, amountInr: 100_00 })
  assert.equal(await owned(), 395 * CENT)
  const { captures: spent } = await findPayment(admin, reference)
  assert.equal(spent[0]!.refundable, 3_95, 'no more than is still in the wallet')
  const end = { status: 'refunded', refundTo: 'wallet', note: 'Asked', reference: '' } as const
  assert.equal((await admin.call(editOrder, { id: placed._id, ...end })).status, 200)
  assert.equal(await owned(), 5 * EURO)

  const byCard = await placeByUpi(asha, { item, currency: 'EUR', method: 'card' })
  await payAt(shop, byCard.url)
  const paid = await untilOrder(asha, byCard.id, 'processing')
  assert.partialDeepStrictEqual(paid, { currency: 'EUR', amount: 105 * CENT, gateway: 'stripe' })

  const documents = async () => [
    ...(await asha.call(listTopUpDocuments, { reference })).data.documents,
    ...(await asha.call(listDocuments, { id: byCard.id })).data.documents,
  ]
  await until('receipt and invoice are issued', async () => (await documents()).length === 2)
  assert.deepEqual(
    (await documents()).map(({ kind, total, paidDollars, paidOther }) => [
      kind,
      total,
      paidDollars,
      paidOther?.currency,
      paidOther?.amount,
    ]),
    [
      ['receipt', 476_19, null, 'EUR', 5 * EURO],
      ['invoice', 100_00, null, 'EUR', 105 * CENT],
    ],
  )
  const { data: statement } = await asha.call(getStatement, { currency: 'EUR' })
  assert.deepEqual(
    statement.lines.map(({ kind, amount, balance }) => [kind, amount, balance]),
    [
      ['top-up', 5 * EURO, 5 * EURO],
      ['order', -105 * CENT, 395 * CENT],
      ['refund', 105 * CENT, 5 * EURO],
      ['top-up', 105 * CENT, 605 * CENT], // by card, for an order
      ['order', -105 * CENT, 5 * EURO],
    ],
  )

  const { captures } = await findPayment(admin, reference)
  const back = { id: captures[0]!._id, amount: 2_50, note: 'Asked' }
  assert.equal((await admin.call(refundPayment, back)).status, 200)
  await until('they are sent back', async () => (await readBooks(shop)).refunded.length === 1)
  const { refunded } = await readBooks(shop)
  assert.partialDeepStrictEqual(refunded, [{ amount: 2.5, currency: 'EUR' }])
  await until('it is booked', async () => {
    const rows = await shop.sql`select from payout where state = 'done'`
    return rows.length === 1
  })
  assert.equal(await owned(), 250 * CENT)
  await isSound()
})

test('prices in yen are whole, and so is what PayPal is asked for and sends back', async (t) => {
  const { shop, admin, asha, item, owned, isSound } = await openForeignShop(t, 'JPY', 1.7305)
  const { data: needs } = await asha.call(getPaymentNeeds, { currency: 'JPY' })
  assert.deepEqual(needs.methods, ['paypal'], 'Stripe counts yen in its own way')
  const { id, url } = await placeByUpi(asha, { item, currency: 'JPY' })
  await payAt(shop, url)
  const order = await untilOrder(asha, id, 'processing')
  assert.partialDeepStrictEqual(order, { currency: 'JPY', amount: 173 * YEN, amountInr: 100_00 })
  const { captured } = await readBooks(shop)
  assert.partialDeepStrictEqual(captured, [{ gateway: 'paypal', amount: 173, currency: 'JPY' }])

  for (const [amount, message] of [
    [500.5, 'Enter whole Japanese yen'],
    [10, 'Add at least ¥72'],
    [0, 'Please enter amount'],
  ] as const) {
    const input = { currency: 'JPY', amount }
    const answer = await asha.send('PUT', '/api/v1/wallet/addUSD', input)
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
  const begun = await asha.call(addForeignMoney, { currency: 'JPY', amount: 500 * YEN })
  const { reference } = await payAt(shop, begun.data.payment_url!)
  await until('the yen are in the wallet', async () => (await owned()) === 500 * YEN)
  const { captures } = await findPayment(admin, reference)
  const back = { id: captures[0]!._id, note: 'Asked' }
  const part = await admin.call(refundPayment, { ...back, amount: 100_50 })
  assert.deepEqual([part.status, part.message], [400, 'Enter whole Japanese yen'])
  assert.equal((await admin.call(refundPayment, { ...back, amount: 100_00 })).status, 200)
  await until('they are sent back', async () => (await readBooks(shop)).refunded.length === 1)
  const { refunded } = await readBooks(shop)
  assert.partialDeepStrictEqual(refunded, [{ amount: 100, currency: 'JPY' }])
  await isSound()
})

test('administrators give euros and take them only with the approval of a second one', async (t) => {
  const { shop, admin, asha, owned, isSound } = await openForeignShop(t, 'EUR', 0.0105)
  const other = await signUpAdmin(shop)
  const gift = { userId: asha.id, currency: 'EUR' } as const
  const given = await admin.call(giftForeignBalance, { ...gift, amount: 1 })
  const message = 'Gifts in euros need a second administrator. Use an adjustment instead'
  assert.deepEqual([given.code, given.message], ['GIFT_ABOVE_LIMIT', message])
  const words = { reason: 'Correction', note: 'Ticket 7' }
  for (const [amount, left] of [
    [1_2345, 1_2345],
    [-5000, 7345],
  ] as const) {
    const before = await owned()
    const { data } = await admin.call(adjustForeignBalance, { ...gift, ...words, amount })
    assert.partialDeepStrictEqual(data, { state: 'waiting', currency: 'EUR', amount })
    assert.equal(await owned(), before)
    assert.equal((await other.call(approveAdjustment, { id: data._id })).status, 200)
    assert.equal(await owned(), left)
  }
  const huge = await admin.call(giftForeignBalance, { ...gift, amount: 105_001 * EURO })
  assert.deepEqual([huge.status, huge.code], [400, 'AMOUNT_TOO_LARGE'])
  await isSound()
})

test('a lost dispute in euros takes euros, and its lines add up', async (t) => {
  const { shop, asha, owned, isSound } = await openForeignShop(t, 'EUR', 0.0105)
  const begun = await asha.call(addForeignMoney, { currency: 'EUR', amount: 5 * EURO })
  const { reference } = await payAt(shop, begun.data.payment_url!)
  await until('the euros are in the wallet', async () => (await owned()) === 5 * EURO)
  const dispute = { gateway: 'stripe', reference, webhook: 'once' } as const
  const id = await tellBank(shop, { ...dispute, state: 'open' })
  await untilDispute(shop, id, 'needs response')
  const { data } = await asha.call(getFrozenWallets, {})
  assert.partialDeepStrictEqual(data.wallets, [{ currency: 'EUR', held: 5 * EURO }])
  assert.deepEqual(await shop.sql.begin(auditCorrections), [])
  await tellBank(shop, { ...dispute, state: 'lost' })
  await untilDispute(shop, id, 'lost')
  assert.equal(await owned(), 0)
  assert.deepEqual(await shop.sql.begin(auditCorrections), [])
  assert.equal((await verifyDisputes(shop.sql)).fault, null)
  await isSound()
})

test('suppliers’ prices and test wallets follow the rates of the shop', async (t) => {
  const { shop, admin } = await openForeignShop(t, 'EUR', 0.0105)
  const costs = await findUnitCosts({ rates: () => findRates(shop.sql) }, shop.sql)
  assert.equal(toPaise(costs, 'digiflazz', { amount: '1.05', currency: 'EUR' }), 100_00)
  assert.equal(toPaise(costs, 'digiflazz', { amount: '1.05', currency: 'GBP' }), null)
  const reseller = await makeReseller(shop, admin)
  const testing = await openApiClient(reseller, { isTest: true })
  const { data } = await testing.call(getApiBalance, {})
  assert.deepEqual(data.others, [{ currency: 'EUR', balance: 1_050 * EURO }])
})
