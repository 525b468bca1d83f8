import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '#server/money/gateways/gateway.ts'
import { choose, nextReference } from '#tests/support/money/gateways.ts'
import { openPayPal, refundInDollars } from '#tests/support/money/paypal.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { until } from '#tests/support/shop/wait.ts'
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

test('a PayPal refund is sent once, and is found without PayPal’s own ID', async (t) => {
  const { paypal, beginPaid, breakIt, mend } = await openPayPal(t)
  const payment = await beginPaid()
  const asked = refundInDollars(payment, { amount: 500 })
  const find = (one = asked, gatewayRefundId: string | null = null) =>
    paypal.askRefund({ ...one, gatewayRefundId })
  assert.equal((await find()).is, 'unknown')
  await breakIt('drop-reply')
  await assert.rejects(paypal.refund(asked))
  await mend()
  const all = await Promise.all([paypal.refund(asked), paypal.refund(asked)])
  assert.equal(all[0].gatewayId, all[1].gatewayId)
  await until('the refund is done', async () => (await find()).is === 'done')
  assert.deepEqual(await find(asked, all[0].gatewayId), await find())
  assert.equal(await paypal.askRefunded!(payment), 500)

  const more = await paypal.refund(refundInDollars(payment, { amount: 500 }))
  assert.deepEqual(
    [more.is, more.reason],
    ['failed', 'The refund amount must be less than the amount left.'],
  )
  await assert.rejects(
    find(refundInDollars(payment, { amount: 499 }), all[0].gatewayId),
    /another refund/,
  )
  assert.equal((await paypal.refund(refundInDollars(payment, { amount: 499 }))).is, 'asked')
  assert.equal(await paypal.askRefunded!(payment), 999)
  assert.equal(await paypal.askRefunded!({ ...payment, captureId: 'OTHER' }), 0)
  const { is, captured } = await paypal.ask(payment)
  assert.deepEqual([is, captured[0]!.amount], ['paid', 999], 'what went back had come')
  const lost = refundInDollars({ ...payment, captureId: 'OTHER' })
  await assert.rejects(paypal.refund(lost), /404/)
})

test('a PayPal refund is sent once by two callers at once, and after PayPal forgot its keys', async (t) => {
  const { account, paypal, beginPaid } = await openPayPal(t)
  const asked = refundInDollars(await beginPaid(), { amount: 400 })
  const [one, other] = await Promise.all([paypal.refund(asked), paypal.refund(asked)])
  assert.equal(one.gatewayId, other.gatewayId)
  await fetch(`${account.url}/keys`, { method: 'DELETE' })
  assert.equal((await paypal.refund(asked)).gatewayId, one.gatewayId)
  assert.equal(await paypal.askRefunded!(asked.payment), 400)
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

test('a failed PayPal refund says so, and its event names it', async (t) => {
  const { paypal, beginPaid, decideRefunds, heardOf } = await openPayPal(t)
  const asked = refundInDollars(await beginPaid())
  await decideRefunds('failed')
  assert.equal((await paypal.refund(asked)).is, 'asked')
  const find = () => paypal.askRefund({ ...asked, gatewayRefundId: null })
  await until('the refund fails', async () => (await find()).is === 'failed')
  assert.equal((await find()).reason, 'failed')
  assert.deepEqual(await paypal.readWebhook((await heardOf(1))[0]!), [asked.reference])
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
