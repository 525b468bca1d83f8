import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { setRate } from '#contract/catalogue/rate.ts'
import { choosePaymentGateway, listPaymentGateways } from '#contract/money/payments.ts'
import { addDollars } from '#contract/money/wallet.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { settleOrderPayment } from '#server/orders/end/settle-order-payment.ts'
import { CENT, DOLLAR, dollarsOf } from '#tests/support/money/dollars.ts'
import { QUIET } from '#tests/support/money/ledger.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { openUpiPackShop, placeByUpi, untilOrder } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'

const MINUTE_MS = 60_000

/** A shop that sells a pack for 1.25 dollars in Bitcoin. */
async function open(t: TestContext) {
  const packShop = await openUpiPackShop(t)
  const { admin, asha, item } = packShop
  await admin.call(setRate, { USD: 0.0125, follow: false })
  await admin.call(choosePaymentGateway, { active: 'razorpay', dollars: ['btcpay'] })
  await until('dollars are taken', async () => {
    const { data } = await admin.call(listPaymentGateways, {})
    return data.others.some(({ name, dollarTurn }) => name === 'btcpay' && dollarTurn === 1)
  })
  const place = () => placeByUpi(asha, { item, currency: 'USD', method: 'bitcoin' })
  return { ...packShop, place }
}

test('an order is paid in Bitcoin once it is confirmed, and what is too much is in the wallet', async (t) => {
  const { shop, asha, place } = await open(t)
  const { id, url } = await place()
  assert.match(url, /\/btcpay\//)
  await payAt(shop, url, { outcome: 'pending', amount: 1.4 })
  assert.equal((await untilOrder(asha, id, 'pending')).paymentStatus, 'pending')
  await payAt(shop, url, { amount: 1.4 })
  const { gateway } = await untilOrder(asha, id, 'processing')
  assert.equal(gateway, 'btcpay')
  await until('the rest is in the wallet', async () => (await dollarsOf(asha)) === 15 * CENT)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('money beyond the price does not end the order, even if it is booked first', async (t) => {
  const { shop, asha, place } = await open(t)
  const { id, url } = await place()
  assert.ok(url)
  const captures = [15, 125].map((amount) => ({ id: randomUUID(), amount }))
  for (const { id: captureId, amount } of captures)
    await shop.sql`
      insert into capture (id, payment_id, gateway, gateway_payment_id, amount, currency, captured_at)
      select ${captureId}, id, gateway, ${captureId}, ${amount}, 'USD', now() from payment
      where order_id = ${id}`
  for (const capture of captures)
    await settleOrderPayment(
      { ...QUIET, sql: shop.sql, now: () => new Date() },
      { captureId: capture.id },
    )
  await untilOrder(asha, id, 'processing')
  const booked = await shop.sql`select settled_as, amount from capture order by amount`
  assert.deepEqual(
    booked.map((row) => [row['settledAs'], row['amount']]),
    [
      ['second', 15],
      ['order', 125],
    ],
  )
  assert.equal(await dollarsOf(asha), 15 * CENT)
})

test('Bitcoin that is confirmed after the order has ended is in the wallet', async (t) => {
  const { shop, asha, place } = await open(t)
  const { id, url } = await place()
  await payAt(shop, url, { outcome: 'pending' })
  shop.wait(16 * MINUTE_MS)
  await until('the order has ended', async () => {
    const rows = await shop.sql`select from orders where id = ${id} and status = 'cancelled'`
    return rows.length === 1
  })
  await payAt(shop, url)
  await until('the money is booked', async () => {
    const rows = await shop.sql`select from capture where settled_as = 'late' and amount = 125`
    return rows.length === 1
  })
  const [row] = await shop.sql<[{ balance: number }]>`
    select sum(amount)::bigint as balance from posting where user_id = ${asha.id} and currency = 'USD'`
  assert.equal(row.balance, 125 * CENT)
})

test('dollars come into the wallet in Bitcoin, and can only go back to the wallet', async (t) => {
  const { shop, admin, asha, place } = await open(t)
  const begun = await asha.call(addDollars, { amount: 2 * DOLLAR, method: 'bitcoin' })
  await payAt(shop, begun.data.payment_url!)
  await until('the dollars are there', async () => (await dollarsOf(asha)) === 2 * DOLLAR)

  const { id, url } = await place()
  await payAt(shop, url)
  await untilOrder(asha, id, 'processing')
  const back = { id, status: 'refunded', refundTo: 'source', note: '', reference: '' } as const
  await admin.call(editOrder, back)
  await until('the money is in the wallet', async () => {
    const rows = await shop.sql`select from payout where state = 'failed'`
    return rows.length === 1 && (await dollarsOf(asha)) === 2 * DOLLAR + 125 * CENT
  })
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})
