import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { FaultKind } from '#sandbox/faults.ts'
import { setRate } from '#contract/catalogue/rate.ts'
import { editOrder, payOrder } from '#contract/orders/orders.ts'
import { choosePaymentGateway, type GatewayName } from '#contract/money/payments.ts'
import {
  beforeWebhooks,
  expectSameBooks,
  expectWallet,
  findMoney,
  untilQuiet,
  type Counter,
} from '#tests/support/money/gateway-shop.ts'
import {
  openUpiPackShop,
  placeByUpi,
  readOrder,
  sumOfHouse,
  untilOrder,
} from '#tests/support/orders/orders.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { payAt, readBooks } from '#tests/support/money/payments.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { logIn } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'
import { connectorOf, GATEWAYS, UPI_GATEWAYS } from '#tests/support/money/connectors.ts'

const MINUTE_MS = 60_000
const FIRST_LOOK_MS = 26_000 // the first poll is 20 s after the start, plus the time until a node looks

/** These gateways end a payment with a failed try. The next try needs a new payment. */
const ENDS_WITH_ONE_TRY: GatewayName[] = ['payu', 'paytm']
/** The shop itself takes the money that a customer approved, as long as the order waits for it. */
const TAKES_NOTHING_LATE: GatewayName[] = ['paypal']
const CODE_ENDS_WITH_ONE_TRY: GatewayName[] = ['cashfree', 'paytm']

/** Asserts that the order is paid once and the shop has all of the money. */
async function expectPaid(counter: Counter, id: string, payments = 1): Promise<void> {
  const { timeline, lastTry } = await untilOrder(counter.asha, id, 'processing')
  assert.deepEqual([timeline.length, lastTry], [2, null])
  await untilQuiet(counter, id)
  assert.deepEqual(await findMoney(counter, id), { captured: ['order 100'], payments })
  await expectWallet(counter)
}

/** Asserts that the money paid for nothing, came once, and is all in the customer's wallet. */
async function expectKept(counter: Counter, id: string, captured: string): Promise<void> {
  await until('the money is in the books', async () =>
    (await findMoney(counter, id)).captured.includes(captured),
  )
  await untilQuiet(counter, id)
  assert.deepEqual(await findMoney(counter, id), { captured: [captured], payments: 1 })
  assert.equal((await readOrder(counter.asha, id)).status, 'cancelled')
  await expectWallet(counter)
}

const buy = ({ asha, item, currency }: Counter) => placeByUpi(asha, { item, currency })

const isOpen = async ({ asha }: Counter, id: string) =>
  assert.equal((await readOrder(asha, id)).status, 'pending')

const countHeard = ({ shop }: Counter, status: number) =>
  shop.log.filter(
    (line) => line.includes('/webhook/:gateway') && line.includes(`"status":${status},`),
  ).length

const countKept = async ({ shop }: Counter, reference: string) =>
  (await shop.sql`select from gateway_event where ${reference} = any(mentioned)`).length

/** Injects a fault at the gateway while `work` runs. */
async function during({ shop, gateway }: Counter, kind: FaultKind, work: () => Promise<void>) {
  await breakOutside(shop, { target: gateway, kind })
  await work().finally(() => mendOutside(shop))
}

const CASES: Record<string, (counter: Counter) => Promise<void>> = {
  async 'a customer who pays and comes back sees it at once'(counter) {
    const { id, url } = await buy(counter)
    const { location } = await payAt(counter.shop, url, { return: true })
    const path = `/purchase/status?status=true&orderId=${id}`
    if (location || !counter.hasCode) assert.equal(location, path) // a UPI app leads nowhere
    await expectPaid(counter, id)
  },

  async 'a customer who pays and closes the tab has paid'(counter) {
    const { id, url } = await buy(counter)
    await payAt(counter.shop, url)
    await expectPaid(counter, id)
  },

  async 'a failed try leaves the order open and is shown on it, and the next try pays it'(counter) {
    const { shop, asha, gateway, hasCode } = counter
    const { id, url } = await buy(counter)
    const { version } = await readOrder(asha, id)
    const failure = { outcome: 'failure', webhook: 'never', return: true } as const
    const { location } = await payAt(shop, url, failure)
    if (location) assert.equal(location, `/purchase/status?status=false&orderId=${id}`)
    else shop.wait(FIRST_LOOK_MS)
    await until('the order shows the failed try', async () => {
      const now = await readOrder(asha, id)
      return now.status === 'pending' && now.lastTry === 'failed' && now.version > version
    })
    const { data } = await asha.call(payOrder, { id })
    await payAt(shop, data.payment_url!)
    const ending = hasCode ? CODE_ENDS_WITH_ONE_TRY : ENDS_WITH_ONE_TRY
    await expectPaid(counter, id, ending.includes(gateway) ? 2 : 1)
  },

  async 'a pending payment is waited for, and pays once the bank decides'(counter) {
    const { shop } = counter
    const { id, url } = await buy(counter)
    await payAt(shop, url, { outcome: 'pending', return: true })
    await isOpen(counter, id)
    assert.deepEqual(await findMoney(counter, id), { captured: [], payments: 1 })
    await payAt(shop, url)
    await expectPaid(counter, id)
  },

  async 'a payment without a webhook is found by polling'(counter) {
    const { shop } = counter
    const { id, url } = await buy(counter)
    await payAt(shop, url, { webhook: 'never' })
    shop.wait(FIRST_LOOK_MS)
    await expectPaid(counter, id)
  },

  async 'a payment reported three times is booked once'(counter) {
    const before = countHeard(counter, 200)
    const { id, url } = await buy(counter)
    await during(counter, 'duplicate-webhook', async () => {
      await payAt(counter.shop, url)
      await until('all have come', () => countHeard(counter, 200) >= before + 3)
    })
    await expectPaid(counter, id)
  },

  async 'money that arrives after the order has ended goes to the wallet, once'(counter) {
    const { shop, admin } = counter
    const { id, url } = await buy(counter)
    let reference = ''
    await beforeWebhooks(counter, async () => {
      reference = (await payAt(shop, url)).reference
      const end = { id, status: 'cancelled', note: 'Sold out', reference: '' } as const
      assert.equal((await admin.call(editOrder, end)).status, 200)
    })
    await until('it has come', async () => (await countKept(counter, reference)) > 0)
    if (!TAKES_NOTHING_LATE.includes(counter.gateway)) return expectKept(counter, id, 'late 100')
    await untilQuiet(counter, id)
    assert.deepEqual(await findMoney(counter, id), { captured: [], payments: 1 })
    const isTaken = (await readBooks(shop)).captured.some((one) => one.reference === reference)
    assert.equal(isTaken, false)
    await expectWallet(counter)
  },

  async 'a different amount goes to the wallet and ends the order'(counter) {
    const { id, url } = await buy(counter)
    await payAt(counter.shop, url, { amount: 99.99 })
    await expectKept(counter, id, 'other amount 99.99')
  },

  async 'a webhook with a wrong signature is refused and changes nothing'(counter) {
    const { shop } = counter
    const before = countHeard(counter, 401)
    const { id, url } = await buy(counter)
    await during(counter, 'bad-signature', async () => {
      const { reference } = await payAt(shop, url)
      await until('it is refused', () => countHeard(counter, 401) > before)
      assert.equal(await countKept(counter, reference), 0)
    })
    await isOpen(counter, id)
    shop.wait(FIRST_LOOK_MS)
    await expectPaid(counter, id)
  },

  async 'a refund to its source is sent once and leaves the wallet alone'(counter) {
    const { shop, admin } = counter
    const { id, url } = await buy(counter)
    const { reference } = await payAt(shop, url)
    await expectPaid(counter, id)
    const input = { id, status: 'refunded', note: '', reference: '', refundTo: 'source' } as const
    const { data, message } = await admin.call(editOrder, input)
    assert.equal(data?.status, 'refunded', message)
    await until('the refund is done', async () => {
      const done = await shop.sql`select from payout where state = 'done'`
      return done.length === 1
    })
    const { refunded } = await readBooks(shop)
    assert.partialDeepStrictEqual(refunded, [{ reference, amount: 100 }])
    assert.equal(await sumOfHouse(shop, 'payouts', counter.currency), 0)
    await expectWallet(counter)
  },

  async 'an unpaid order is cancelled in time'(counter) {
    const { shop } = counter
    const { id, url } = await buy(counter)
    await payAt(shop, url, { outcome: 'failure' })
    shop.wait(15 * MINUTE_MS + 1_000)
    for (const person of [counter.asha, counter.admin]) person.tokens = (await logIn(person)).tokens
    const { timeline } = await untilOrder(counter.asha, id, 'cancelled')
    assert.equal(timeline.at(-1)!.message, 'The order wasn’t paid in time')
    assert.deepEqual((await findMoney(counter, id)).captured, [])
  },

  'the gateway’s books match the shop’s': expectSameBooks,
}

// Takes about a minute: each case needs its own order at each of eight gateways, and pages of some expire first.
test(
  'money is booked once, whatever reports its payment and how often',
  { concurrency: 3 },
  async (t) => {
    const withCodes = GATEWAYS.filter((gateway) => connectorOf(gateway).makesUpiCodes)
    await Promise.all([
      ...GATEWAYS.map((gateway) => proveAll(t, { gateway, hasCode: false })),
      ...withCodes.map((gateway) => proveAll(t, { gateway, hasCode: true })),
    ])
  },
)

/** A wallet that sends nothing leaves no trace, too little is waited for, and nothing can be sent back. */
const NOT_IN_BITCOIN = [
  'a failed try leaves the order open and is shown on it, and the next try pays it',
  'a different amount goes to the wallet and ends the order',
  'a refund to its source is sent once and leaves the wallet alone',
]

const proveAll = (t: TestContext, way: Pick<Counter, 'gateway' | 'hasCode'>): Promise<void> =>
  t.test(
    `${connectorOf(way.gateway).title}${way.hasCode ? ', with a UPI code' : ''}`,
    async (t) => {
      const currency = UPI_GATEWAYS.includes(way.gateway) ? 'INR' : 'USD'
      const packShop = await openUpiPackShop(t)
      const sellingPrice = currency === 'USD' ? 200_00 : 100_00 // a rupee is half a dollar
      const item = await makeItem(packShop.admin, packShop.game, { sellingPrice })
      const counter = { ...packShop, ...way, item, currency } as const
      const inRupees = { active: way.gateway, upiCodes: way.hasCode ? [way.gateway] : [] }
      const choice = currency === 'INR' ? inRupees : { active: null, foreign: [way.gateway] }
      if (currency === 'USD') await counter.admin.call(setRate, { USD: 0.5, follow: false })
      assert.equal((await counter.admin.call(choosePaymentGateway, choice)).status, 200)
      for (const [title, run] of Object.entries(CASES))
        if (way.gateway !== 'btcpay' || !NOT_IN_BITCOIN.includes(title))
          await t.test(title, () => run(counter))
    },
  )
