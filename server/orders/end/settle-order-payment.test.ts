import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { getUser } from '#contract/accounts/users.ts'
import { listTransactions } from '#contract/money/wallet.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import {
  findTraces,
  makeBuyer,
  openUpiPackShop,
  order,
  placeByUpi,
  readOrder,
  sumOfHouse,
  untilOrder,
} from '#tests/support/orders/orders.ts'
import { breakOutside } from '#tests/support/shop/outside.ts'
import { payAt, readBooks, untilCaptured } from '#tests/support/money/payments.ts'
import type { Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const balanceOf = async (person: Member) => (await person.call(getUser, {})).data.balance

const listMoney = async (person: Member) => {
  const list = { page: 1, limit: 9, sort: 'date' } as const
  const { data } = await person.call(listTransactions, list)
  return data.transactions
}

const untilBalance = (person: Member, balance: number) =>
  until(`the wallet has ${balance}`, async () => (await balanceOf(person)) === balance)

const capturesOf = ({ sql }: TestShop) => sql<{ settledAs: string; bankReference: string }[]>`
  select settled_as, bank_reference from capture order by captured_at, id`

const end = (admin: Member, id: string, more = {}) =>
  admin.call(editOrder, { id, status: 'cancelled', note: 'Why', reference: '', ...more })

test('an order paid by UPI has the same ledger, count, ranking, timeline and mail as one paid by wallet', async (t) => {
  const { shop, admin, game, asha } = await openUpiPackShop(t)
  const item = await makeItem(admin, game, { quantity: 3 })
  await makeCoupon(admin, { couponCode: 'DIWALI', discount: 25_00 })
  const { id, url } = await placeByUpi(asha, { item, couponCode: 'DIWALI' })
  await payAt(shop, url)
  const paid = await untilOrder(asha, id, 'processing')
  const [capture] = await capturesOf(shop)
  const UTR = capture!.bankReference
  assert.equal(capture!.settledAs, 'order')
  assert.deepEqual(paid.transactionId, { UTR, price: -75_00, currency: 'INR' })
  assert.deepEqual([paid.paymentStatus, paid.expiresAt], ['paid', null])
  assert.deepEqual(
    paid.timeline.map(({ status, message }) => [status, message]),
    [
      ['pending', 'Order placed'],
      ['processing', `Paid, reference ${UTR}`],
    ],
  )
  assert.deepEqual(
    (await listMoney(asha)).map(({ kind, price, UTR, orderId }) => [kind, price, UTR, orderId]),
    [
      ['top-up', 75_00, UTR, id],
      ['order', -75_00, UTR, id],
    ],
  )
  const sums = ['gateway', 'sales', 'coupons'].map((name) => sumOfHouse(shop, name))
  assert.deepEqual(await Promise.all(sums), [-75_00, 100_00, -25_00])
  assert.deepEqual(await findTraces(shop), { orders: 1, lines: 2, keys: 0, uses: 1, sold: 1 })
  const listSpend = async () => [...(await shop.sql<object[]>`select amount from spend`)]
  assert.deepEqual(await listSpend(), [], 'spend counts from the delivery on')
  const mail = await shop.inbox.find(asha.email, /^Payment received/)
  assert.match(mail.text, new RegExp(`Payment: Reference ${UTR}`))

  await end(admin, id, { status: 'completed' })
  assert.deepEqual(await listSpend(), [{ amount: 75_00 }])
  const { data } = await end(admin, id, { status: 'refunded' })
  assert.match(data.timeline.at(-1)!.message, /₹75\.00 is back in your wallet$/)
  assert.deepEqual(await listSpend(), [])
  assert.equal(await balanceOf(asha), 75_00)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('an order is paid once, however often its payment is reported, on two nodes', async (t) => {
  const { shop, item, asha } = await openUpiPackShop(t)
  const node = await shop.openNode()
  for (const kind of ['duplicate-webhook', 'out-of-order'] as const)
    await breakOutside(shop, { target: 'razorpay', kind })
  for (let round = 0; round < 3; round++) {
    const { id, url } = await placeByUpi(asha, { item })
    const [payment] = await shop.sql<[{ id: string; reference: string }]>`
      select id, reference from payment where order_id = ${id}`
    await payAt(shop, url, { webhook: 'twice' })
    await shop.sql`update payment set ask_at = now() where id = ${payment.id}`
    await Promise.all(
      [shop, node].map(({ url: at }) =>
        fetch(`${at}/api/v1/return/razorpay?reference=${payment.reference}`, {
          redirect: 'manual',
        }),
      ),
    )
    await untilOrder(asha, id, 'processing')
  }
  await until('all is done', async () => {
    const left = await shop.sql`
      select from job where name in ('apply-gateway-event', 'ask-payment', 'settle-order-payment')`
    return left.length === 0
  })
  const [captured] = await shop.sql`select count(*) from capture`
  assert.deepEqual([captured!['count'], await sumOfHouse(shop, 'gateway')], [3, -300_00])
  assert.deepEqual(await findTraces(shop), { orders: 3, lines: 3, keys: 0, uses: 0, sold: 3 })
  assert.equal(await balanceOf(asha), 0)
  const versions = await shop.sql`select distinct version from orders`
  assert.deepEqual(
    versions.map(({ version }) => version),
    [2],
  )
})

test('a payment of the wrong amount goes to the wallet, and its order is cancelled with that reason', async (t) => {
  const { shop, admin, game, asha } = await openUpiPackShop(t)
  const item = await makeItem(admin, game, { quantity: 1 })
  for (const [round, rupees] of [99.99, 100.01].entries()) {
    const { id, url } = await placeByUpi(asha, { item })
    await payAt(shop, url, { amount: rupees })
    const ended = await untilOrder(asha, id, 'cancelled')
    const came = `₹${rupees}`
    assert.equal(
      ended.timeline.at(-1)!.message,
      `The order was cancelled, because ${came} arrived instead of ₹100.00. The money is in your wallet`,
    )
    assert.equal(ended.isMoneyInWallet, true)
    assert.equal(await balanceOf(asha), [99_99, 200_00][round])
    const mail = await shop.inbox.find(asha.email, `${came} is in your wallet`)
    assert.match(mail.text, /So we cancelled the order/)
  }
  assert.deepEqual(
    (await capturesOf(shop)).map(({ settledAs }) => settledAs),
    ['other amount', 'other amount'],
  )
  assert.equal((await order(asha, { item })).status, 200) // stock is free again, and the money pays for it
})

test('a second or late payment goes to the wallet, and timeline and mail say so', async (t) => {
  const { shop, admin, item, asha } = await openUpiPackShop(t)
  const { id, url } = await placeByUpi(asha, { item })
  await payAt(shop, url)
  await untilOrder(asha, id, 'processing')
  await payAt(shop, url, { again: true })
  await untilBalance(asha, 100_00)
  const words = async (id: string) => (await readOrder(asha, id)).timeline.at(-1)!
  assert.partialDeepStrictEqual(await words(id), {
    number: 3,
    status: 'processing',
    message: 'Another payment of ₹100.00 arrived. The money is in your wallet',
  })

  const late = await placeByUpi(asha, { item })
  await payAt(shop, late.url, { outcome: 'pending' })
  await end(admin, late.id)
  assert.equal((await readOrder(asha, late.id)).isMoneyInWallet, false)
  await payAt(shop, late.url)
  await untilBalance(asha, 200_00)
  assert.partialDeepStrictEqual(await words(late.id), {
    status: 'cancelled',
    message: 'A payment of ₹100.00 arrived after the order had ended. The money is in your wallet',
  })
  assert.equal((await readOrder(asha, late.id)).isMoneyInWallet, true)
  assert.deepEqual(
    (await capturesOf(shop)).map(({ settledAs }) => settledAs),
    ['order', 'second', 'late'],
  )
  const mails = await shop.inbox.waitFor(asha.email, 4) // paid, second, cancelled, late
  const texts = mails.map(({ text }) => text).join('\n')
  assert.match(texts, /another payment of ₹100\.00 for order GS\w+, which was already paid/)
  assert.match(texts, /Your payment of ₹100\.00 for order GS\w+ arrived after the order had ended/)
  const total = (await listMoney(asha)).reduce((sum, { price }) => sum + price, 0)
  assert.deepEqual([total, await sumOfHouse(shop, 'gateway')], [200_00, -300_00])
})

test('foreign currency stays outside the ledger, and money of deleted accounts is booked as unclaimed', async (t) => {
  const { shop, admin, game, item, asha } = await openUpiPackShop(t)
  const { url } = await placeByUpi(asha, { item })
  await payAt(shop, url, { currency: 'USD' })
  await untilCaptured(shop)
  const differences = () => shop.sql<{ kind: string; theirs: number; currency: string }[]>`
    select kind, theirs, currency from difference order by found_at`
  await until('it is held', async () => (await differences()).length === 1)
  await shop.inbox.find(asha.email, '$100.00 has arrived for you')
  assert.equal(await sumOfHouse(shop, 'gateway'), 0)

  const gone = await makeBuyer(shop, game)
  const left = await placeByUpi(gone, { item })
  await payAt(shop, left.url, { outcome: 'pending' })
  assert.equal((await gone.call(deleteUser, {})).code, 'ORDER_OPEN')
  await end(admin, left.id)
  assert.equal((await gone.call(deleteUser, {})).status, 200)
  await payAt(shop, left.url)
  await until('the house has it', async () => (await sumOfHouse(shop, 'unclaimed')) === 100_00)
  assert.deepEqual(
    (await differences()).map((row) => ({ ...row })),
    [
      { kind: 'currency', theirs: 100_00, currency: 'USD' },
      { kind: 'unclaimed', theirs: 100_00, currency: 'INR' },
    ],
  )
  assert.equal(await sumOfHouse(shop, 'gateway'), -100_00)
})

test('only an order paid through a gateway can be refunded to its source', async (t) => {
  const { shop, admin, game, item, asha } = await openUpiPackShop(t)
  const { id, url } = await placeByUpi(asha, { item })
  const source = { status: 'refunded', refundTo: 'source' } as const
  assert.equal((await end(admin, id, source)).code, 'STATUS_NOT_POSSIBLE')
  await payAt(shop, url)
  await untilOrder(asha, id, 'processing')
  const { data, message } = await end(admin, id, source)
  assert.equal(data?.status, 'refunded', message)
  assert.equal(
    data.timeline.at(-1)!.message,
    'The order was refunded. ₹100.00 is on its way back to where you paid from',
  )
  assert.equal(await balanceOf(asha), 0)
  await until('the gateway has sent it', async () => (await readBooks(shop)).refunded.length === 1)
  await until('the books have it', async () => (await sumOfHouse(shop, 'gateway')) === 0)
  assert.equal(await sumOfHouse(shop, 'payouts'), 0)
  const refunded = await shop.inbox.find(asha.email, /^Refunded/)
  assert.match(refunded.text, /₹100\.00 is on its way back to where you paid from/)

  const rich = await makeBuyer(shop, game, { INR: 100_00 })
  const { data: placed } = await order(rich, { item })
  const refused = await end(admin, placed._id, source)
  assert.deepEqual(
    [refused.status, refused.message],
    [409, 'No payment gateway took money for this order, or the payment is disputed'],
  )
  const outside = { status: 'completed', reference: 'CASH-1' } as const
  const byHand = await placeByUpi(rich, { item })
  assert.equal((await end(admin, byHand.id, outside)).data.status, 'completed')
  await until('its page is closed', async () => {
    const [row] = await shop.sql`select state from payment where order_id = ${byHand.id}`
    return row!['state'] === 'failed'
  })
  await assert.rejects(payAt(shop, byHand.url), /This can no longer be paid/)
  assert.equal((await end(admin, byHand.id, source)).status, 409)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})
