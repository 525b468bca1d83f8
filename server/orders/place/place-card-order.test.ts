import assert from 'node:assert/strict'
import { test as testAlone } from 'node:test'
import { listDocuments } from '#contract/accounting/documents.ts'
import { getUser } from '#contract/accounts/users.ts'
import { editOrder, payOrder } from '#contract/orders/orders.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { CENT, dollarsOf } from '#tests/support/money/dollars.ts'
import { payAt, readBooks } from '#tests/support/money/payments.ts'
import { placeByUpi, untilOrder, withNewBuyer } from '#tests/support/orders/orders.ts'
import { openDollarPackShop } from '#tests/support/orders/dollar-packs.ts'
import { until } from '#tests/support/shop/wait.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'

const DAY_MS = 24 * 60 * 60_000

const open = (t: Parameters<typeof openDollarPackShop>[0], rate?: number) =>
  openDollarPackShop(t, ['stripe'], rate)

const test = shareShop(open)

/** Lists what Stripe has captured and sent back of some payments. */
async function booksOf(shop: Pick<TestShop, 'sandboxUrl'>, ...references: string[]) {
  const { captured, refunded } = await readBooks(shop)
  const isOwn = ({ reference }: { reference: string }) => references.includes(reference)
  return { captured: captured.filter(isOwn), refunded: refunded.filter(isOwn) }
}

test('an order in dollars is paid by card at its price, and has an invoice in rupees', async (dollarShop) => {
  const { shop, asha, item } = await withNewBuyer(dollarShop, {})
  const place = () => placeByUpi(asha, { item, currency: 'USD' })
  const { id, url } = await place()
  assert.match(url, /\/stripe\//)
  const { reference } = await payAt(shop, url)
  const order = await untilOrder(asha, id, 'processing')
  assert.partialDeepStrictEqual(order, {
    currency: 'USD',
    amount: 125 * CENT,
    paymentMethod: 'upi',
  })
  const { captured } = await booksOf(shop, reference)
  assert.partialDeepStrictEqual(captured, [{ gateway: 'stripe', amount: 1.25, currency: 'USD' }])
  const { balance, USDbalance } = (await asha.call(getUser, {})).data
  assert.deepEqual([balance, USDbalance], [0, 0])
  await until('the invoice is issued', async () => {
    const { documents } = (await asha.call(listDocuments, { id })).data
    return documents.length === 1
  })
  const { documents } = (await asha.call(listDocuments, { id })).data
  assert.partialDeepStrictEqual(documents[0], {
    kind: 'invoice',
    total: 100_00,
    paidDollars: 125 * CENT,
    paidWith: 'Card',
  })
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('another amount in dollars cancels the order, and its dollars are in the dollar wallet', async (dollarShop) => {
  const { shop, asha, item } = await withNewBuyer(dollarShop, {})
  const place = () => placeByUpi(asha, { item, currency: 'USD' })
  const { id, url } = await place()
  await payAt(shop, url, { amount: 1.24 })
  const { timeline } = await untilOrder(asha, id, 'cancelled')
  assert.match(timeline.at(-1)!.message, /\$1\.24 arrived instead of \$1\.25/)
  assert.equal(await dollarsOf(asha), 124 * CENT)
})

test('a card payment goes back to the wallet or to its source, in dollars', async (dollarShop) => {
  const { shop, admin, asha, item } = await withNewBuyer(dollarShop, {})
  const place = () => placeByUpi(asha, { item, currency: 'USD' })
  const first = await place()
  const paid = await payAt(shop, first.url)
  await untilOrder(asha, first.id, 'processing')
  const end = (id: string, refundTo: 'wallet' | 'source') =>
    admin.call(editOrder, { id, status: 'refunded', refundTo, note: 'Asked', reference: '' })
  assert.equal((await end(first.id, 'wallet')).status, 200)
  assert.equal(await dollarsOf(asha), 125 * CENT)
  const second = await place()
  const { reference } = await payAt(shop, second.url)
  await untilOrder(asha, second.id, 'processing')
  const books = () => booksOf(shop, paid.reference, reference)
  assert.equal((await end(second.id, 'source')).status, 200)
  await until('it is sent back', async () => (await books()).refunded.length === 1)
  const { refunded } = await books()
  assert.partialDeepStrictEqual(refunded, [{ amount: 1.25, currency: 'USD' }])
  assert.equal(await dollarsOf(asha), 125 * CENT)
  await until('it is booked', async () => {
    const rows = await shop.sql`
      select from payout where state = 'done' and user_id = ${asha.id}`
    return rows.length === 1
  })
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

testAlone('an unpaid order in one currency is not resumed in the other', async (t) => {
  const { shop, asha, item, place } = await open(t, 0.01) // both prices are 10,000 minor units
  const dollars = await place()
  assert.equal((await place()).id, dollars.id)
  const rupees = await placeByUpi(asha, { item })
  assert.notEqual(rupees.id, dollars.id)
  assert.match(rupees.url, /\/razorpay\//)
  assert.equal((await placeByUpi(asha, { item })).id, rupees.id)
  const again = await asha.call(payOrder, { id: dollars.id })
  assert.equal(again.data.payment_url, dollars.url)
  const rates = await shop.sql`select asked_currency, rate::float8 from payment order by 1`
  assert.deepEqual(
    rates.map((row) => [row['askedCurrency'], row['rate']]),
    [
      ['INR', null],
      ['USD', 0.01],
    ],
  )
  shop.wait(DAY_MS)
  await until('both have ended', async () => {
    const open = await shop.sql`select from orders where status <> 'cancelled'`
    return open.length === 0
  })
})
