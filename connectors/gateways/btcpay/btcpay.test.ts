import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import {
  choose,
  forgeries,
  nextReference,
  openGateways,
  payByLink,
  refundOf,
} from '#tests/support/money/gateways.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { createBtcpay } from './btcpay.ts'
import { BTCPAY } from './twin/credentials.ts'

const OPEN = { is: 'open', captured: [] }
const FAILED = { is: 'failed', captured: [] }
const REST = { bankReference: null, at: null, payer: null }

async function open(t: TestContext) {
  const outside = await openGateways(t, 'btcpay')
  const { url } = outside
  const account = {
    url,
    storeId: BTCPAY.storeId,
    apiKey: BTCPAY.apiKey,
    webhookSecrets: [BTCPAY.webhookSecret],
  }
  const btcpay = createBtcpay(account)
  const makeOpening: typeof outside.makeOpening = (reference, change) =>
    outside.makeOpening(reference, { currency: 'USD', amount: 999, ...change })
  return {
    ...outside,
    makeOpening,
    account,
    btcpay,
    ...payByLink({ ...outside, makeOpening }, btcpay),
  }
}

test('a Bitcoin payment counts once it is confirmed', async (t) => {
  const { btcpay, begin, pay } = await open(t)
  const payment = await begin()
  const ask = () => btcpay.ask(payment)
  assert.deepEqual(await ask(), OPEN)
  await pay(payment.url, 'failure')
  assert.deepEqual(await ask(), OPEN)
  await pay(payment.url, 'pending')
  assert.deepEqual(await ask(), OPEN)
  await pay(payment.url, 'success')
  const money = { id: payment.gatewayId, amount: 999, currency: 'USD', ...REST }
  assert.deepEqual(await ask(), { is: 'paid', captured: [money] })
  assert.deepEqual(await btcpay.ask({ ...payment, gatewayId: null }), await ask())

  const unconfirmed = await begin()
  await pay(unconfirmed.url, 'pending')
  await pay(unconfirmed.url, 'failure')
  assert.deepEqual(await btcpay.ask(unconfirmed), FAILED)
})

test('more Bitcoin than was asked for is money of its own, and less waits', async (t) => {
  const { btcpay, begin, pay } = await open(t)
  const over = await begin()
  await pay(over.url, 'success', { amount: 12.34 })
  const { captured } = await btcpay.ask(over)
  assert.deepEqual(
    captured.map(({ id, amount }) => [id, amount]),
    [
      [over.gatewayId, 999],
      [`${over.gatewayId}-over`, 235],
    ],
  )
  const twice = await begin()
  await pay(twice.url, 'success', { amount: 4 })
  assert.deepEqual(await btcpay.ask(twice), OPEN)
  await pay(twice.url, 'success', { amount: 5.99 })
  assert.deepEqual(
    (await btcpay.ask(twice)).captured.map(({ amount }) => amount),
    [999],
  )
})

test('Bitcoin that came late or was too little counts payment by payment, once confirmed', async (t) => {
  const told = { payments: [] as object[], status: 'Expired', additionalStatus: 'PaidPartial' }
  const { url } = await openCompany(t, ({ path }) => ({
    body: path.endsWith('/payment-methods')
      ? [{ rate: '61234.5', payments: told.payments }]
      : {
          id: 'I1',
          status: told.status,
          additionalStatus: told.additionalStatus,
          amount: 9.99,
          currency: 'USD',
          checkoutLink: 'https://pay.example/i/I1',
          metadata: { orderId: 'P1' },
        },
  }))
  const account = { url: `${url}/`, storeId: 'S', apiKey: 'k', webhookSecrets: ['s'] }
  const ask = () => createBtcpay(account).ask({ reference: 'P1', gatewayId: 'I1' })
  assert.deepEqual(await ask(), FAILED)
  told.payments = [{ id: 'a-0', value: '0.00002449', status: 'Processing' }]
  assert.deepEqual(await ask(), OPEN)
  told.status = 'Invalid'
  assert.deepEqual(await ask(), OPEN)
  told.payments = [
    { id: 'a-0', value: '0.00002449', status: 'Settled' }, // 1.4996… dollars
    { id: 'b-1', value: '0.00000001', status: 'Settled' },
    { id: 'c-0', value: '0.0001', status: 'Invalid' },
    { id: 'd-0', value: '0.0001', status: 'Settled' },
    { id: 'e-0', value: '0.0002', status: 'Processing' },
  ]
  assert.deepEqual(await ask(), {
    is: 'paid',
    captured: [
      { id: 'a-0', amount: 149, currency: 'USD', ...REST },
      { id: 'd-0', amount: 612, currency: 'USD', ...REST },
    ],
  })
  // Marked by hand, the same money would come a second time.
  for (const status of ['Settled', 'Invalid']) {
    Object.assign(told, { status, additionalStatus: 'Marked' })
    assert.deepEqual(await ask(), FAILED)
  }
  told.additionalStatus = 'PaidLate'
  told.payments = [{ id: 'a-0', value: 'many', status: 'Settled' }]
  await assert.rejects(ask(), /isn’t an amount/)
})

test('an invoice whose answer was lost is found, not made again', async (t) => {
  const { btcpay, breakIt, mend, makeOpening } = await open(t)
  const wanted = makeOpening(nextReference('P'))
  const named = { reference: wanted.reference, gatewayId: null }
  assert.equal((await btcpay.ask(named)).is, 'unknown')
  assert.equal((await btcpay.ask({ ...named, gatewayId: 'NONE' })).is, 'unknown')
  await btcpay.open(wanted)
  const [opened, again] = [await btcpay.open(wanted), await btcpay.open(wanted)]
  assert.deepEqual(opened, again)
  await breakIt('drop-reply')
  await assert.rejects(btcpay.open(makeOpening(nextReference('P'))))
  await mend()
  await assert.rejects(btcpay.open({ ...wanted, amount: 500 }), /another amount/)
  const other = { reference: nextReference('P'), gatewayId: opened.gatewayId }
  await assert.rejects(btcpay.ask(other), /another payment/)
})

test('the browser comes back from BTCPay Server', async (t) => {
  const { begin } = await open(t)
  const { reference, url } = await begin()
  assert.equal(await choose(url, 'failure'), url)
  assert.match(String(await choose(url, 'success')), new RegExp(`reference=${reference}$`))
})

test('BTCPay Server’s events are believed only with its signature', async (t) => {
  const { btcpay, begin, pay, heardOf } = await open(t)
  const payment = await begin()
  await pay(payment.url, 'success')
  const messages = await heardOf(2)
  for (const message of messages) assert.deepEqual(btcpay.readWebhook(message), [payment.reference])
  for (const [title, forged] of Object.entries(forgeries(messages[0]!, 'btcpay-sig')))
    assert.equal(btcpay.readWebhook(forged), null, title)
})

test('a signature of BTCPay Server is that of its documentation', () => {
  const secret = 'btcpay_secret_test'
  const body = Buffer.from(
    '{\n  "deliveryId": "D1",\n  "type": "InvoiceSettled",\n  "invoiceId": "INV1"\n}',
  )
  const signature = 'c544b47fad2df5cf9a18f7953a6021ccf9eb1bdba543e00627a03f8406123c05'
  assert.equal(createHmac('sha256', secret).update(body).digest('hex'), signature)
  const account = { url: 'http://localhost', storeId: 'S', apiKey: 'k' }
  const message = { headers: { 'btcpay-sig': `sha256=${signature}` }, body, now: new Date() }
  const read = (webhookSecrets: string[]) =>
    createBtcpay({ ...account, webhookSecrets }).readWebhook(message)
  assert.deepEqual(read(['new', secret]), [])
  assert.equal(read([]), null)
})

test('BTCPay Server’s faults are thrown, and a check names what is wrong', async (t) => {
  const { account, btcpay, beginPaid, breakIt, mend, makeOpening } = await open(t)
  const paid = await beginPaid()
  for (const [kind, words] of [
    ['error', /answered 500/],
    ['too-many', /answered 429/],
    ['drop-reply', /fetch failed/],
  ] as const) {
    await breakIt(kind)
    await assert.rejects(btcpay.open(makeOpening(nextReference('P'))), words)
    await assert.rejects(btcpay.ask(paid), words)
    await assert.rejects(btcpay.check(), words)
    await mend()
  }
  const check = (change: Partial<typeof account>) => createBtcpay({ ...account, ...change }).check()
  assert.equal(await check({}), null)
  assert.equal(await check({ apiKey: 'other' }), 'BTCPay Server doesn’t accept this API key')
  assert.equal(await check({ url: 'my server' }), 'The server address isn’t an address')
  assert.match(String(await check({ storeId: 'Other' })), /lacks the permission .*cancreateinvoice/)
  const asked = refundOf({ ...paid, captureId: 'I1' }, { currency: 'USD' })
  const refused = await btcpay.refund(asked)
  assert.equal(refused.is, 'failed')
  assert.match(refused.reason, /can’t send money back/)
  assert.deepEqual(await btcpay.askRefund({ ...asked, gatewayRefundId: null }), refused)
})
