import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test as testAlone } from 'node:test'
import { listPayments } from '#contract/money/payments.ts'
import { addForeignMoney } from '#contract/money/wallet.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { settleOrderPayment } from '#server/orders/end/settle-order-payment.ts'
import { CENT, DOLLAR, dollarsOf } from '#tests/support/money/dollars.ts'
import { QUIET } from '#tests/support/money/ledger.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { placeByUpi, untilOrder, withNewBuyer } from '#tests/support/orders/orders.ts'
import { openDollarPackShop } from '#tests/support/orders/dollar-packs.ts'
import { until } from '#tests/support/shop/wait.ts'
import { shareShop } from '#tests/support/shop/share.ts'

const MINUTE_MS = 60_000

const open = (t: Parameters<typeof openDollarPackShop>[0]) => openDollarPackShop(t, ['btcpay'])

const test = shareShop(open)

test('an order is paid in Bitcoin once it is confirmed, and what is too much is in the wallet', async (dollarShop) => {
  const { shop, asha, item } = await withNewBuyer(dollarShop, {})
  const place = () => placeByUpi(asha, { item, currency: 'USD' })
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

test('money beyond the price does not end the order, even if it is booked first', async (dollarShop) => {
  const { shop, asha, item } = await withNewBuyer(dollarShop, {})
  const place = () => placeByUpi(asha, { item, currency: 'USD' })
  /** Stores money for a new order, books it in the same order, and tells as what. */
  async function settle(money: [amount: number, currency: string][]): Promise<string[]> {
    const { id } = await place()
    const ids = money.map(() => randomUUID())
    for (const [at, [amount, currency]] of money.entries())
      await shop.sql`
        insert into capture (id, payment_id, gateway, gateway_payment_id, amount, currency, captured_at)
        select ${ids[at]!}, id, gateway, ${ids[at]!}, ${amount}, ${currency}, now() from payment
        where order_id = ${id}`
    const ctx = { ...QUIET, sql: shop.sql, now: () => new Date() }
    for (const captureId of ids) await settleOrderPayment(ctx, { captureId })
    const booked = await shop.sql<{ id: string; settledAs: string }[]>`
      select id, settled_as from capture where id = any(${ids}::uuid[])`
    return ids.map((one) => booked.find((row) => row.id === one)!.settledAs)
  }
  assert.deepEqual(
    await settle([
      [15, 'USD'],
      [125, 'USD'],
    ]),
    ['second', 'order'],
  )
  assert.equal(await dollarsOf(asha), 15 * CENT)
  for (const [amount, currency, as] of [
    [20, 'USD', 'late'],
    [125, 'INR', 'held'],
  ] as const) {
    const settled = await settle([
      [15, 'USD'],
      [amount, currency],
    ])
    assert.deepEqual(settled, ['other amount', as])
  }
})

testAlone('Bitcoin that is confirmed after the order has ended is in the wallet', async (t) => {
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

test('dollars come into the wallet in Bitcoin, and can only go back to the wallet', async (dollarShop) => {
  const { shop, admin, asha, item } = await withNewBuyer(dollarShop, {})
  const place = () => placeByUpi(asha, { item, currency: 'USD' })
  const begun = await asha.call(addForeignMoney, { amount: 2 * DOLLAR, method: 'bitcoin' })
  await payAt(shop, begun.data.payment_url!)
  await until('the dollars are there', async () => (await dollarsOf(asha)) === 2 * DOLLAR)

  const { id, url } = await place()
  await payAt(shop, url)
  await untilOrder(asha, id, 'processing')
  const refund = (refundTo: 'source' | 'wallet') =>
    admin.call(editOrder, { id, status: 'refunded', refundTo, note: '', reference: '' })
  const refused = await refund('source')
  assert.equal(refused.status, 409)
  assert.match(refused.message, /BTCPay Server can’t do that\. Refund it to the wallet$/)
  const page = { page: 1, limit: 10, searchIndex: 'email', search: asha.email } as const
  const { payments } = (await admin.call(listPayments, page)).data
  const offered = payments.flatMap(({ captures }) => captures.map((one) => one.refundable))
  assert.deepEqual(offered, [0, 0])
  assert.equal((await refund('wallet')).status, 200)
  assert.equal(await dollarsOf(asha), 2 * DOLLAR + 125 * CENT)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})
