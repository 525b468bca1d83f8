import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '#connectors/gateways/gateway.ts'
import { choose, nextReference } from '#tests/support/money/gateways.ts'
import { openPayPal, refundInDollars } from '#tests/support/money/paypal.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { createPayPal } from './paypal.ts'

const OPEN = { is: 'open', captured: [] }
const FAILED = { is: 'failed', captured: [] }

test('an approved PayPal payment is captured once, however many ask', async (t) => {
  const { begin, ask, pay } = await openPayPal(t)
  const payment = await begin()
  assert.deepEqual(await ask(payment), OPEN)
  const { gatewayPaymentId } = await pay(payment.url, 'success', {
    payer: 'asha@example.test',
    payer_name: 'Asha Rao',
  })
  const all = await Promise.all([ask(payment), ask(payment), ask(payment)])
  for (const status of all) assert.deepEqual(status, all[0])
  const [{ at, payer, ...money }, ...others] = all[0]!.captured as [
    (typeof all)[0]['captured'][number],
  ]
  assert.deepEqual(others, [])
  assert.deepEqual(money, {
    id: gatewayPaymentId,
    amount: 999,
    currency: 'USD',
    bankReference: null,
  })
  assert.ok(at)
  const { id, ...shown } = payer!
  assert.deepEqual(shown, { kind: 'paypal', shown: 'as…@example.test', name: 'Asha Rao' })
  assert.match(id, /^[0-9A-F]{13}$/)
  assert.deepEqual(await ask(payment), all[0])
})

test('PayPal takes no money that the shop doesn’t want any more', async (t) => {
  const { paypal, begin, ask, pay } = await openPayPal(t)
  const payment = await begin()
  await pay(payment.url, 'success', { webhook: 'never' })
  assert.deepEqual(await paypal.ask(payment), FAILED)
  assert.deepEqual(await paypal.ask({ ...payment, isWanted: false }), FAILED)
  assert.equal((await ask(payment)).is, 'paid')
  assert.equal((await paypal.ask(payment)).is, 'paid', 'what was captured counts')
})

test('a declined PayPal payment can be tried again, and one under review is waited for', async (t) => {
  const { begin, ask, pay } = await openPayPal(t)
  const payment = await begin()
  await pay(payment.url, 'failure', { webhook: 'never' })
  const declined = { ...OPEN, hasFailedTry: true }
  assert.deepEqual([await ask(payment), await ask(payment)], [declined, declined])
  await pay(payment.url, 'pending', { webhook: 'never' })
  assert.deepEqual(await ask(payment), OPEN)
  await pay(payment.url, 'success', { webhook: 'never' })
  assert.equal((await ask(payment)).is, 'paid')

  const refused = await begin()
  await pay(refused.url, 'pending', { webhook: 'never' })
  assert.deepEqual(await ask(refused), OPEN)
  await pay(refused.url, 'failure', { webhook: 'never' })
  assert.deepEqual(await ask(refused), FAILED)
})

test('the browser comes back from PayPal, whether it paid or not', async (t) => {
  const { begin } = await openPayPal(t)
  const { reference, gatewayId, url } = await begin()
  const base = new RegExp(`reference=${reference}$`)
  assert.match(String(await choose(url, 'close')), base)
  assert.match(
    String(await choose(url, 'success')),
    new RegExp(`reference=${reference}&token=${gatewayId}&PayerID=`),
  )
})

test('a PayPal page whose address was lost is opened again under the same reference', async (t) => {
  const { paypal, breakIt, mend, makeOpening, ask } = await openPayPal(t)
  const wanted = makeOpening(nextReference('P'))
  const named = { reference: wanted.reference, gatewayId: null }
  assert.deepEqual(await ask(named), { is: 'unknown', captured: [] })
  await breakIt('drop-reply')
  await assert.rejects(paypal.open(wanted))
  await mend()
  const [opened, again] = [await paypal.open(wanted), await paypal.open(wanted)]
  assert.deepEqual(opened, again)
  const { gatewayId } = opened
  assert.deepEqual(await ask({ ...named, gatewayId }), OPEN)
  await assert.rejects(ask({ reference: nextReference('P'), gatewayId }), /another payment/)
  assert.equal((await ask({ ...named, gatewayId: 'NONE' })).is, 'unknown')
  await assert.rejects(
    paypal.open(makeOpening(nextReference('P'), { currency: 'INR' })),
    /400 CURRENCY_NOT_SUPPORTED/,
  )
})

test('a capture whose answer was lost is found', async (t) => {
  const { begin, ask, pay, breakIt, mend } = await openPayPal(t)
  const payment = await begin()
  await pay(payment.url, 'success', { webhook: 'never' })
  await breakIt('drop-reply')
  await assert.rejects(ask(payment))
  await mend()
  assert.equal((await ask(payment)).is, 'paid')
})

test('a PayPal payment that another caller captured meanwhile is read again', async (t) => {
  const order = { id: 'O1', status: 'APPROVED', purchase_units: [{ custom_id: 'P1' }] }
  const amount = { currency_code: 'USD', value: '9.99' }
  const captures = [{ id: 'C1', status: 'COMPLETED', amount }]
  const told = { issue: 'ORDER_ALREADY_CAPTURED', captured: false }
  const { url } = await openCompany(t, ({ path }) => {
    if (path.endsWith('/token')) return { body: { access_token: 'T', expires_in: 1_000 } }
    if (path.endsWith('/capture')) {
      told.captured = true
      return { status: 422, body: { details: [{ issue: told.issue }] } }
    }
    const done = [{ custom_id: 'P1', payments: { captures } }]
    return { body: told.captured ? { ...order, status: 'COMPLETED', purchase_units: done } : order }
  })
  const paypal = createPayPal({ url, clientId: 'A', clientSecret: 'B', webhookId: 'W' })
  const ask = () => paypal.ask({ reference: 'P1', gatewayId: 'O1', isWanted: true })
  assert.equal((await ask()).is, 'paid')
  Object.assign(told, { issue: 'PAYEE_ACCOUNT_RESTRICTED', captured: false })
  await assert.rejects(ask(), /422 PAYEE_ACCOUNT_RESTRICTED/)
})

test('PayPal’s faults are thrown, and a refused token is replaced', async (t) => {
  const { account, paypal, ask, begin, beginPaid, breakIt, mend, makeOpening, forgetTokens } =
    await openPayPal(t)
  const paid = await beginPaid()
  const asked = { ...refundInDollars(paid), gatewayRefundId: null }
  for (const [kind, words] of [
    ['error', /answered 500/],
    ['too-many', /answered 429/],
    ['drop-reply', /fetch failed/],
  ] as const) {
    await breakIt(kind)
    await assert.rejects(paypal.open(makeOpening(nextReference('P'))), words)
    await assert.rejects(ask(paid), words)
    await assert.rejects(paypal.check(), words)
    await assert.rejects(paypal.refund(asked), words)
    await assert.rejects(paypal.askRefund(asked), words)
    await mend()
  }
  await forgetTokens()
  await begin()
  assert.equal(await paypal.check(), null)
  const wrong = createPayPal({ ...account, clientSecret: 'other' })
  assert.equal(await wrong.check(), 'PayPal doesn’t accept this client id and secret')
  await assert.rejects(wrong.ask(paid), /401/)
  const noHook = createPayPal({ ...account, webhookId: 'OTHER' })
  assert.equal(await noHook.check(), 'PayPal knows no webhook with this id')
})

test('a PayPal dispute is read with the money that it took, and answered', async (t) => {
  const { paypal, beginPaid, send, heardOf } = await openPayPal(t)
  const { reference, captureId } = await beginPaid()
  const tellBank = (state: string, more: object = {}) =>
    send('/disputes', { gateway: 'paypal', reference, state, ...more })
  const { disputeId } = await tellBank('inquiry')
  const id = String(disputeId)
  const [message] = (await heardOf(1)) as [Message]
  assert.deepEqual(await paypal.readWebhook(message), [])
  assert.deepEqual(paypal.disputesIn!(message.body), [id])
  const disputes = paypal.disputes!
  const find = async () => (await disputes.ask(id))!
  const asked = await find()
  assert.partialDeepStrictEqual(asked, {
    id,
    captureId,
    reference,
    state: 'inquiry',
    stage: 'inquiry',
    amount: 999,
    currency: 'USD',
    reason: 'unauthorised',
    taken: 0,
    fees: 0,
  })
  assert.ok(asked.openedAt && asked.respondBy! > asked.openedAt)
  const file = new Uint8Array(Buffer.from('%PDF-1.7 facts'))
  assert.equal(await disputes.answer!(id, { key: '1', words: 'Delivered', file }), null)
  assert.equal((await find()).isAnswered, true)

  for (const [state, taken, stage, told] of [
    ['open', 999, 'chargeback', 'needs response'],
    ['review', 999, 'chargeback', 'under review'],
    ['won', 0, 'chargeback', 'won'],
    ['lost', 999, 'chargeback', 'lost'],
    ['closed', 0, 'chargeback', 'won'],
  ] as const) {
    await tellBank(state)
    const fees = state === 'closed' ? 0 : 1_500
    assert.partialDeepStrictEqual(await find(), { state: told, stage, taken, fees }, state)
  }
  assert.match(
    String(await disputes.answer!(id, { key: '2', words: 'Again', file })),
    /Action not allowed/,
  )
  const day = 24 * 60 * 60_000
  const listed = await disputes.list!(new Date(Date.now() - day), new Date())
  assert.deepEqual(listed, [await find()])
  assert.deepEqual(await disputes.list!(new Date(Date.now() + day), new Date()), [])
  assert.equal(await disputes.ask('PP-NONE'), null)
})
