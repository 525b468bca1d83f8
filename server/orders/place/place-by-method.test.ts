import assert from 'node:assert/strict'
import { test as testAlone } from 'node:test'
import { listDocuments } from '#contract/accounting/documents.ts'
import { choosePaymentGateway, type GatewayMethod } from '#contract/money/payments.ts'
import { getPaymentNeeds } from '#contract/money/payment-needs.ts'
import { editUser } from '#contract/accounts/users.ts'
import { payOrder } from '#contract/orders/orders.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { payAt } from '#tests/support/money/payments.ts'
import {
  findTraces,
  forAnother,
  openUpiPackShop,
  orderByUpi,
  placeByUpi,
  readOrder,
  untilOrder,
  withNewBuyer,
  type PackShop,
} from '#tests/support/orders/orders.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { until } from '#tests/support/shop/wait.ts'
import { shareShop } from '#tests/support/shop/share.ts'

type Choice = Parameters<typeof choosePaymentGateway.input.parse>[0]

/** Opens a shop where the first choice takes cards, and only a stand-in takes net banking. */
async function open(t: Parameters<typeof openUpiPackShop>[0], more: object = {}) {
  const packShop = await openUpiPackShop(t)
  const { admin, asha } = packShop
  const offered = { razorpay: ['card'], cashfree: ['card', 'netbanking'] }
  const choice = choosePaymentGateway.input.parse({
    active: 'razorpay',
    standIns: ['cashfree'],
    offered,
    ...more,
  } satisfies Choice)
  const { status, message } = await admin.call(choosePaymentGateway, choice)
  assert.equal(status, 200, message)
  const readMethods = async () =>
    (await asha.call(getPaymentNeeds, { currency: 'INR' })).data.methods
  await until('cards are offered', async () => (await readMethods()).includes('card'))
  return { ...packShop, readMethods }
}

const test = shareShop(open)

const listPages = async ({ shop, asha }: PackShop) =>
  (
    await shop.sql<{ gateway: string; method: string; state: string }[]>`
      select gateway, method, state from payment where user_id = ${asha.id}
      order by created_at, id`
  ).map(({ gateway, method, state }) => `${gateway} ${method} ${state}`)

test('an order is paid by card in rupees, and its invoice says so', async (packShop) => {
  const { shop, asha, item, readMethods } = await withNewBuyer(packShop, {})
  assert.deepEqual(await readMethods(), ['upi', 'card', 'netbanking'])
  const { id, url } = await placeByUpi(asha, { item, method: 'card' })
  assert.equal((await readOrder(asha, id)).method, 'card', 'it waits for a card')
  const { location } = await payAt(shop, url, { return: true })
  assert.equal(location, `/purchase/status?status=true&orderId=${id}`)
  const { gateway, method, amount } = await untilOrder(asha, id, 'processing')
  assert.deepEqual([gateway, method, amount], ['razorpay', 'card', 100_00])
  await until('the invoice is issued', async () => {
    const { documents } = (await asha.call(listDocuments, { id })).data
    return documents[0]?.paidWith === 'Card'
  })
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('a method goes to the first gateway that offers it, and another method closes the page before', async (shared) => {
  const packShop = await withNewBuyer(shared, {})
  const { asha, item } = packShop
  const card = await placeByUpi(asha, { item, method: 'card' })
  assert.deepEqual(await placeByUpi(asha, { item, method: 'card' }), card, 'the same page again')
  const bank = await placeByUpi(asha, { item, method: 'netbanking' })
  assert.equal(bank.id, card.id)
  const upi = await asha.call(payOrder, { id: card.id, method: 'upi' })
  assert.match(upi.data.payment_url!, /razorpay/)
  await until(
    'the others are closed',
    async () => (await listPages(packShop))[1] === 'cashfree netbanking failed',
  )
  assert.deepEqual(await listPages(packShop), [
    'razorpay card failed',
    'cashfree netbanking failed',
    'razorpay upi open',
  ])
  const any = await asha.call(payOrder, { id: card.id })
  assert.equal(any.data.payment_url, upi.data.payment_url, 'without a method, the open page')
})

test('a method that nobody offers is refused, and leaves nothing', async (packShop) => {
  const { shop, asha, item } = await withNewBuyer(packShop, {})
  const before = await findTraces(shop)
  for (const method of ['mobile-wallet', 'pay-later', 'paypal', 'bitcoin'] as GatewayMethod[]) {
    const { status, code, message } = await orderByUpi(asha, { item, method })
    assert.deepEqual([status, code], [503, 'PAYMENTS_NOT_OFFERED'], method)
    assert.match(message, /^This shop isn’t taking payments by “\w+/)
  }
  assert.deepEqual(await findTraces(shop), before)
})

test('a gateway that needs a phone number asks for it only where it takes the payment', async (packShop) => {
  const { shop, item, asha: buyer } = await withNewBuyer(packShop, {})
  await shop.sql`update users set phone = null where id = ${buyer.id}`
  const needs = await buyer.call(getPaymentNeeds, { currency: 'INR' })
  assert.deepEqual(needs.data.needs, [])
  const refused = await orderByUpi(buyer, { item, method: 'netbanking' })
  assert.deepEqual([refused.code, refused.errors[0]?.field], ['PHONE_NEEDED', 'phone'])
  await buyer.call(editUser, { phone: '9876501234' })
  assert.equal((await orderByUpi(buyer, { item, method: 'netbanking' })).status, 200)
})

testAlone(
  'when a page for cards does not open, the next gateway with cards opens one',
  async (t) => {
    const packShop = await open(t)
    const { shop, asha, item, game } = packShop
    await breakOutside(shop, { target: 'razorpay', kind: 'error' })
    const { id, url } = await placeByUpi(asha, { item, method: 'card' })
    assert.deepEqual(await listPages(packShop), ['razorpay card failed', 'cashfree card open'])
    await payAt(shop, url)
    const { gateway, method } = await untilOrder(asha, id, 'processing')
    assert.deepEqual([gateway, method], ['cashfree', 'card'])

    await mendOutside(shop)
    const other = await forAnother(asha, game)
    assert.equal((await orderByUpi(other, { item })).status, 200)
    assert.equal(
      (await listPages(packShop)).at(-1),
      'razorpay upi open',
      'its UPI pages open as before',
    )
  },
)

testAlone(
  'an order names the method of the payment that paid it, and not of a later one',
  async (t) => {
    const offered = { razorpay: ['card'], payu: ['netbanking'] }
    const packShop = await open(t, { standIns: ['payu'], offered })
    const { shop, asha, item } = packShop
    const bank = await placeByUpi(asha, { item, method: 'netbanking' })
    await placeByUpi(asha, { item, method: 'card' })
    assert.deepEqual(await listPages(packShop), ['payu netbanking open', 'razorpay card open'])
    await payAt(shop, bank.url)
    const { gateway, method } = await untilOrder(asha, bank.id, 'processing')
    assert.deepEqual([gateway, method], ['payu', 'netbanking'])
  },
)

testAlone(
  'after a failed try, an order goes on by the method that was chosen, as long as it is offered',
  async (t) => {
    const packShop = await open(t, {
      active: 'payu',
      standIns: [],
      offered: { payu: ['card'] },
    })
    const { shop, admin, asha, item } = packShop
    const { id, url } = await placeByUpi(asha, { item, method: 'card' })
    await payAt(shop, url, { outcome: 'failure' })
    await until(
      'the try has failed',
      async () => (await listPages(packShop))[0] === 'payu card failed',
    )
    const next = await asha.call(payOrder, { id })
    assert.deepEqual(await listPages(packShop), ['payu card failed', 'payu card open'])
    await payAt(shop, next.data.payment_url!, { outcome: 'failure' })
    await until(
      'it has failed again',
      async () => (await listPages(packShop))[1] === 'payu card failed',
    )
    await admin.call(choosePaymentGateway, { active: 'payu', offered: { payu: [] } })
    assert.equal((await asha.call(payOrder, { id })).status, 200)
    assert.equal((await listPages(packShop)).at(-1), 'payu upi open')
  },
)

testAlone(
  'a page for cards is the gateway’s own, where UPI codes are on the shop’s page',
  async (t) => {
    const { shop, asha, item } = await open(t, { upiCodes: ['razorpay'] })
    const isOwnPage = ({ url }: { url: string }) => url.startsWith(shop.url)
    assert.equal(isOwnPage(await placeByUpi(asha, { item, method: 'card' })), false)
    assert.equal(isOwnPage(await placeByUpi(asha, { item, method: 'upi' })), true)
  },
)
