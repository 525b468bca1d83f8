import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Captured, Message } from '#connectors/gateways/gateway.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { choose, forgeries, nextReference, refundOf } from '#tests/support/money/gateways.ts'
import { openRazorpay } from '#tests/support/money/razorpay.ts'
import { createRazorpay } from './razorpay.ts'

const EXAMPLE = {
  url: 'http://localhost:1',
  keyId: 'rzp_test_1',
  keySecret: 'rzp_secret_test',
  webhookSecrets: ['whsec_test_1'],
}

const webhook = (signature: string, body: string): Message => ({
  headers: { 'x-razorpay-signature': signature },
  body: Buffer.from(body),
  now: new Date(),
})

test('the signatures in its documentation verify, with any configured secret', () => {
  const body = '{"entity":"event","event":"payment_link.paid","created_at":1767225600}'
  const signature = 'b857411d00084e4970492c8814c70ea28376c5458d21bc7d520316f1f427b1a5'
  const read = (webhookSecrets: string[]) =>
    createRazorpay({ ...EXAMPLE, webhookSecrets }).readWebhook(webhook(signature, body))
  assert.deepEqual(read(['whsec_test_1']), [])
  assert.deepEqual(read(['whsec_new', 'whsec_test_1']), [], 'the one before')
  assert.equal(read(['whsec_new']), null)
  assert.equal(read(['']), null)
  assert.equal(read([]), null)

  const fields = {
    razorpay_payment_link_id: 'plink_TEST0000000001',
    razorpay_payment_link_reference_id: 'ORD-1001',
    razorpay_payment_link_status: 'paid',
    razorpay_payment_id: 'pay_TEST0000000001',
    razorpay_signature: '9e1b399e543657214a040e0043d6379e83b04aebd28cce01f3b8eda24c5eb96a',
  }
  const { isFromGateway } = createRazorpay(EXAMPLE)
  assert.equal(isFromGateway!(fields), true)
  for (const name of Object.keys(fields)) {
    assert.equal(isFromGateway!({ ...fields, [name]: 'x' }), false, name)
    const { [name as keyof typeof fields]: _, ...others } = fields
    assert.equal(isFromGateway!(others), false, `without ${name}`)
  }
})

test('opening a payment twice returns one page, and another amount is refused', async (t) => {
  const { razorpay, makeOpening } = await openRazorpay(t)
  const { customer, ...others } = makeOpening(nextReference('P'))
  const asked = { ...others, customer: { ...customer, phone: null, email: null } }
  const first = await razorpay.open(asked)
  assert.deepEqual(await razorpay.open(asked), first)
  assert.match(first.gatewayId!, /^plink_\w{14}$/)
  await assert.rejects(razorpay.open({ ...asked, amount: 20_000 }), /another amount/)
  await assert.rejects(
    razorpay.open(makeOpening(nextReference('P'), { amount: 99 })),
    /minimum 100/,
  )
})

test('if Razorpay refuses a customer’s details, the payment page opens without them', async (t) => {
  const { razorpay, makeOpening } = await openRazorpay(t)
  const fullNames = ['Om', 'A'.repeat(51), 'Rao, Asha', 'asha@gemstall.test', 'आशा राव', '']
  for (const fullName of fullNames) {
    const asked = makeOpening(nextReference('P'))
    const opened = await razorpay.open({ ...asked, customer: { ...asked.customer, fullName } })
    assert.equal(opened.page.is, 'link', fullName)
  }
})

type Sent = { upi_link?: boolean; customer?: object }
type Answer = { status: number; body: object } | null

const acceptAll = (_sent: Sent): Answer => null
const refuse = (description: string) => ({ status: 400, body: { error: { description } } })

test('a live account uses UPI links, or plain links where those are refused', async (t) => {
  const reference = nextReference('P')
  const link = { id: 'plink_1', reference_id: reference, amount: 19_999, status: 'created' }
  let answer = acceptAll
  const { url, heard } = await openCompany(
    t,
    ({ body }) =>
      answer(JSON.parse(body) as Sent) ?? { body: { ...link, short_url: 'https://rzp.io/i/1' } },
  )
  const { makeOpening } = await openRazorpay(t)
  const razorpay = createRazorpay({ ...EXAMPLE, url, keyId: 'rzp_live_1' })
  async function openedWith() {
    heard.length = 0
    await razorpay.open(makeOpening(reference))
    const { upi_link = false, customer } = JSON.parse(heard.at(-1)!.body) as Sent
    return { upi_link, hasCustomer: customer !== undefined, tries: heard.length }
  }
  assert.deepEqual(await openedWith(), { upi_link: true, hasCustomer: true, tries: 1 })
  answer = ({ upi_link }) => (upi_link ? refuse('UPI Payment Links is not enabled') : null)
  assert.deepEqual(await openedWith(), { upi_link: false, hasCustomer: true, tries: 2 })
  answer = ({ upi_link, customer }) =>
    customer ? refuse('name: bad') : upi_link ? refuse('The feature is not enabled') : null
  assert.deepEqual(await openedWith(), { upi_link: false, hasCustomer: false, tries: 3 })
  answer = () => refuse('amount exceeds maximum amount allowed.')
  await assert.rejects(openedWith(), /exceeds maximum/)
})

test('a lookup by ID or reference reports each state of a payment', async (t) => {
  const { razorpay, begin, pay, send } = await openRazorpay(t)
  const unheard = { reference: nextReference('P'), gatewayId: null }
  const UNKNOWN = { is: 'unknown', captured: [] }
  assert.deepEqual(await razorpay.ask(unheard), UNKNOWN)
  assert.deepEqual(await razorpay.ask({ ...unheard, gatewayId: 'plink_none' }), UNKNOWN)

  const payment = await begin()
  const OPEN = { is: 'open', captured: [] }
  assert.deepEqual(await razorpay.ask(payment), OPEN)
  assert.deepEqual(await razorpay.ask({ ...payment, gatewayId: null }), OPEN)
  await pay(payment.url, 'failure')
  assert.deepEqual(await razorpay.ask(payment), { ...OPEN, hasFailedTry: true })
  await pay(payment.url, 'pending') // links list only captured and failed payments
  assert.deepEqual(await razorpay.ask(payment), { ...OPEN, hasFailedTry: true })
  const { gatewayPaymentId } = await pay(payment.url, 'success', { payer: 'asha@okbank' })
  const { is, captured } = await razorpay.ask(payment)
  const [{ at, bankReference, payer, ...one }] = captured as [Captured]
  assert.equal(is, 'paid')
  assert.deepEqual(one, { id: gatewayPaymentId, amount: 19_999, currency: 'INR' })
  assert.deepEqual(payer, { kind: 'vpa', id: 'asha@okbank', shown: 'as…@okbank', name: '' })
  assert.match(bankReference!, /^\d{12}$/)
  assert.ok(Math.abs(at!.getTime() - Date.now()) < 60_000)
  await pay(payment.url, 'success', { again: true })
  assert.equal((await razorpay.ask({ ...payment, gatewayId: null })).captured.length, 2)

  const strange = await begin()
  await pay(strange.url, 'success', { amount: 5, currency: 'USD' })
  const [other] = (await razorpay.ask(strange)).captured
  assert.deepEqual([other!.amount, other!.currency], [500, 'USD'])
  await assert.rejects(razorpay.ask({ ...strange, reference: payment.reference }), /another link/)

  const closed = await begin()
  await razorpay.close!({ ...closed, gatewayId: null })
  await razorpay.close!(closed)
  await razorpay.close!(payment)
  await razorpay.close!(unheard)
  assert.deepEqual(await razorpay.ask(closed), { is: 'failed', captured: [] })
  await assert.rejects(send('/pay', { payment_url: closed.url, outcome: 'success' }))
})

test('its webhooks name our references, and forged ones are refused', async (t) => {
  const { razorpay, account, beginPaid, begin, pay, heardOf, webhooks } = await openRazorpay(t)
  const failed = await begin()
  await pay(failed.url, 'failure')
  const [refused] = await heardOf(1)
  assert.deepEqual(razorpay.readWebhook(refused!), [failed.reference])
  const paid = await beginPaid()
  const [, captured, link] = await heardOf(3)
  for (const message of [captured!, link!])
    assert.deepEqual(razorpay.readWebhook(message), [paid.reference])
  const refund = refundOf(paid)
  await razorpay.refund(refund)
  await heardOf(4)
  assert.deepEqual(
    (await razorpay.readWebhook(webhooks()[3]!))!.toSorted(),
    [paid.reference, refund.reference].toSorted(),
  )
  const changed = createRazorpay({
    ...account,
    webhookSecrets: ['new', ...account.webhookSecrets],
  })
  assert.deepEqual(changed.readWebhook(link!), [paid.reference])
  for (const [how, message] of Object.entries(forgeries(link!, 'x-razorpay-signature')))
    assert.equal(razorpay.readWebhook(message), null, how)
})

test('the return from a payment page is signed', async (t) => {
  const { razorpay, begin } = await openRazorpay(t)
  const { url, reference } = await begin()
  assert.equal(await choose(url, 'failure'), url, 'to try again')
  const { searchParams } = new URL((await choose(url, 'success'))!)
  const fields = Object.fromEntries(searchParams)
  assert.equal(fields['reference'], reference)
  assert.equal(razorpay.isFromGateway!(fields), true)
  assert.equal(razorpay.isFromGateway!({ ...fields, razorpay_payment_id: 'pay_x' }), false)
})

test('an ambiguous report on a payment decides nothing', async (t) => {
  const reference = nextReference('P')
  const link = {
    id: 'plink_1',
    reference_id: reference,
    short_url: 'https://rzp.io/i/1',
    amount: 19_900,
    status: 'paid',
    payments: [{ payment_id: 'pay_1', status: 'authorized' }],
  }
  const payment = { id: 'pay_1', amount: 19_900, currency: 'INR', created_at: 1, notes: [] }
  const says: Record<string, { status?: number; body: unknown }> = {}
  const { url, heard } = await openCompany(t, ({ path }) => says[path] ?? { status: 404, body: {} })
  const razorpay = createRazorpay({ ...EXAMPLE, url })
  const ask = (gatewayId: string | null = 'plink_1') => razorpay.ask({ reference, gatewayId })
  const [byId, byReference] = [
    '/v1/payment_links/plink_1',
    `/v1/payment_links?reference_id=${reference}`,
  ]

  says[byReference] = { body: { payment_links: [{ ...link, reference_id: 'ORD-1001' }] } }
  await assert.rejects(ask(null), /links other than/)
  says[byId] = { body: link }
  says['/v1/payments/pay_1'] = { body: { ...payment, status: 'authorized' } }
  assert.deepEqual(await ask(), { is: 'open', captured: [] }, 'not captured yet')
  says['/v1/payments/pay_1'] = {
    body: {
      ...payment,
      status: 'refunded',
      acquirer_data: { rrn: null, upi_transaction_id: 'RZP1' },
    },
  }
  const captured = {
    id: 'pay_1',
    amount: 19_900,
    currency: 'INR',
    bankReference: 'RZP1',
    at: new Date(1000),
    payer: null,
  }
  assert.deepEqual(await ask(), { is: 'paid', captured: [captured] }, 'sent back since')
  says[byId] = { body: { ...link, status: 'expired', payments: null } }
  assert.deepEqual(await ask(), { is: 'failed', captured: [] })
  says[byId] = { body: { ...link, status: 'something new' } }
  await assert.rejects(ask())
  says[byId] = { body: '<html>' }
  await assert.rejects(ask(), /not in JSON/)
  const [{ headers }] = heard as [(typeof heard)[0]]
  assert.equal(headers.authorization, `Basic ${btoa('rzp_test_1:rzp_secret_test')}`)
})
