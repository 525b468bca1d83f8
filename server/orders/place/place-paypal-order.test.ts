import assert from 'node:assert/strict'
import { test as testAlone } from 'node:test'
import { listDocuments } from '#contract/accounting/documents.ts'
import type { GatewayMethod } from '#contract/money/gateways.ts'
import { getPaymentNeeds } from '#contract/money/payment-needs.ts'
import { choosePaymentGateway, listPaymentGateways } from '#contract/money/payments.ts'
import { addForeignMoney } from '#contract/money/wallet.ts'
import { editOrder, payOrder } from '#contract/orders/orders.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { DOLLAR, dollarsOf } from '#tests/support/money/dollars.ts'
import { payAt, readBooks } from '#tests/support/money/payments.ts'
import {
  orderByUpi,
  placeByUpi,
  readOrder,
  untilOrder,
  withNewBuyer,
} from '#tests/support/orders/orders.ts'
import { openDollarPackShop } from '#tests/support/orders/dollar-packs.ts'
import { until } from '#tests/support/shop/wait.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'

const MINUTE_MS = 60_000

async function open(t: Parameters<typeof openDollarPackShop>[0]) {
  const packShop = await openDollarPackShop(t, ['stripe', 'paypal'])
  const untilCard = (id: string, state: string) =>
    until(`the card payment is ${state}`, async () => {
      const rows = await packShop.shop.sql`
        select from payment where order_id = ${id} and gateway = 'stripe' and state = ${state}`
      return rows.length === 1
    })
  return { ...packShop, untilCard }
}

const test = shareShop(open)

/** Lists what the gateways have captured of one payment. */
const capturedOf = async (shop: Pick<TestShop, 'sandboxUrl'>, reference: string) =>
  (await readBooks(shop)).captured.filter((line) => line.reference === reference)

test('an order is paid by PayPal, and its invoice says so', async (dollarShop) => {
  const { shop, asha, item } = await withNewBuyer(dollarShop, {})
  const place = (method: GatewayMethod) => placeByUpi(asha, { item, currency: 'USD', method })
  const { data } = await asha.call(getPaymentNeeds, { currency: 'USD' })
  assert.deepEqual(data.methods.toSorted(), ['card', 'paypal'])
  const { id, url } = await place('paypal')
  assert.match(url, /\/paypal\//)
  assert.equal((await readOrder(asha, id)).gateway, null)
  const { location, reference } = await payAt(shop, url, { return: true })
  assert.equal(location, `/purchase/status?status=true&orderId=${id}`)
  const { gateway, paymentMethod } = await untilOrder(asha, id, 'processing')
  assert.deepEqual([gateway, paymentMethod], ['paypal', 'upi'])
  assert.partialDeepStrictEqual(await capturedOf(shop, reference), [
    { gateway: 'paypal', amount: 1.25, currency: 'USD' },
  ])
  await until('the invoice is issued', async () => {
    const { documents } = (await asha.call(listDocuments, { id })).data
    return documents[0]?.paidWith === 'PayPal'
  })

  const wrong = await place('paypal')
  await payAt(shop, wrong.url, { amount: 1.24 })
  const ended = await untilOrder(asha, wrong.id, 'cancelled')
  assert.equal(ended.gateway, null, 'nothing paid for it')
})

testAlone(
  'an unpaid order goes on by another method, and the page of the first one is closed',
  async (t) => {
    const { shop, asha, place, untilCard } = await open(t)
    const card = await place('card')
    assert.match(card.url, /\/stripe\//)
    const paypal = await place('paypal')
    assert.equal(paypal.id, card.id)
    assert.match(paypal.url, /\/paypal\//)
    await untilCard(card.id, 'failed')
    await assert.rejects(payAt(shop, card.url), /no longer be paid/)
    const same = await asha.call(payOrder, { id: card.id })
    assert.equal(same.data.payment_url, paypal.url, 'any method will do')
    assert.equal((await place('paypal')).url, paypal.url)

    // The customer approves it at PayPal, but goes back to the card before the shop hears of it.
    await shop.sql`update payment set ask_at = null`
    const again = await asha.call(payOrder, { id: card.id, method: 'card' })
    assert.match(again.data.payment_url!, /\/stripe\//)
    await until('the PayPal payment is closed', async () => {
      const rows = await shop.sql`
      select from payment where gateway = 'paypal' and state = 'failed'`
      return rows.length === 1
    })
    await payAt(shop, paypal.url)
    await payAt(shop, again.data.payment_url!)
    await untilOrder(asha, card.id, 'processing')
    await until('nothing is left to ask', async () => {
      const rows =
        await shop.sql`select from job where name in ('apply-gateway-event', 'ask-payment')`
      return rows.length === 0
    })
    const { captured } = await readBooks(shop)
    assert.deepEqual(
      captured.map(({ gateway }) => gateway),
      ['stripe'],
      'nobody pays twice',
    )
    assert.equal((await verifyLedger(shop.sql)).fault, null)
  },
)

test('a payment that was approved at PayPal pays, however the customer goes on', async (dollarShop) => {
  const { shop, asha, item } = await withNewBuyer(dollarShop, {})
  const place = (method: GatewayMethod) => placeByUpi(asha, { item, currency: 'USD', method })
  const { id, url } = await place('paypal')
  const { reference } = await payAt(shop, url, { webhook: 'never' })
  const { data } = await asha.call(payOrder, { id, method: 'card' })
  assert.match(data.payment_url!, new RegExp(`/purchase/status\\?status=true&orderId=${id}$`))
  await untilOrder(asha, id, 'processing')
  assert.equal((await capturedOf(shop, reference)).length, 1)
})

test('a method that takes no such money is refused, and PayPal is never the first choice', async (dollarShop) => {
  const { admin, asha, item } = await withNewBuyer(dollarShop, {})
  for (const input of [
    { currency: 'USD', method: 'upi' },
    { currency: 'INR', method: 'paypal' },
    { method: 'card' },
  ] as const) {
    const { status, code } = await orderByUpi(asha, { item, ...input })
    assert.deepEqual([status, code], [503, 'PAYMENTS_NOT_OFFERED'])
  }
  const { data } = await admin.call(listPaymentGateways, {})
  assert.deepEqual(
    data.others.map(({ name, takesRupees, takesForeign, foreignTurn }) => [
      name,
      takesRupees,
      takesForeign,
      foreignTurn,
    ]),
    [
      ['btcpay', false, true, null],
      ['paypal', false, true, 2],
    ],
  )
  for (const [active, standIns] of [
    ['paypal', []],
    ['razorpay', ['paypal']],
  ] as const) {
    const choice = { active, standIns: [...standIns] }
    const { status, message } = await admin.call(choosePaymentGateway, choice)
    assert.deepEqual([status, message], [409, 'PayPal can’t take rupees'])
  }
})

test('dollars come into the wallet by PayPal', async (dollarShop) => {
  const { shop, asha } = await withNewBuyer(dollarShop, {})
  const begin = async (method: GatewayMethod) =>
    (await asha.call(addForeignMoney, { amount: 2 * DOLLAR, method })).data.payment_url!
  assert.match(await begin('card'), /\/stripe\//)
  const page = await begin('paypal')
  assert.match(page, /\/paypal\//)
  await payAt(shop, page)
  await until('the dollars are there', async () => (await dollarsOf(asha)) === 2 * DOLLAR)
})

testAlone('money that is approved at PayPal after its page has expired is not taken', async (t) => {
  const { shop, asha } = await open(t)
  const { data } = await asha.call(addForeignMoney, { amount: 2 * DOLLAR, method: 'paypal' })
  shop.wait(18 * MINUTE_MS)
  const { reference } = await payAt(shop, data.payment_url!)
  await until('the shop has asked', async () => {
    const rows = await shop.sql`
      select from payment where reference = ${reference} and state = 'failed'`
    return rows.length === 1
  })
  assert.deepEqual((await readBooks(shop)).captured, [])
})

testAlone(
  'money that is approved at PayPal for an order that has just ended is not taken',
  async (t) => {
    const { shop, admin, asha, place } = await open(t)
    const { id, url } = await place('paypal')
    await shop.sql.unsafe(`
    create function postpone() returns trigger language plpgsql as
      $$ begin new.run_at = 'infinity'; return new; end $$;
    create trigger postpone before insert on job for each row
      when (new.name = 'close-payment') execute function postpone()`)
    const end = { id, status: 'cancelled', note: 'Sold out', reference: '' } as const
    assert.equal((await admin.call(editOrder, end)).status, 200)
    await payAt(shop, url)
    await until('the shop has asked', async () => {
      const open = await shop.sql`select from payment where order_id = ${id} and state = 'open'`
      return open.length === 0
    })
    assert.deepEqual((await readBooks(shop)).captured, [])
    assert.equal((await readOrder(asha, id)).status, 'cancelled')
  },
)
