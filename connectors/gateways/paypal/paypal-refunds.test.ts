import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPayPal, refundInDollars } from '#tests/support/money/paypal.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { until } from '#tests/support/shop/wait.ts'
import { createPayPal } from './paypal.ts'

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

test('a failed PayPal refund says so, and its event names it', async (t) => {
  const { paypal, beginPaid, decideRefunds, heardOf } = await openPayPal(t)
  const asked = refundInDollars(await beginPaid())
  await decideRefunds('failed')
  assert.equal((await paypal.refund(asked)).is, 'asked')
  const find = () => paypal.askRefund({ ...asked, gatewayRefundId: null })
  await until('the refund fails', async () => (await find()).is === 'failed')
  assert.equal((await find()).reason, 'failed')
  const names = [asked.reference, asked.payment.captureId]
  assert.deepEqual(await paypal.readWebhook((await heardOf(1))[0]!), names)
})

test('a PayPal refund carries its reference as the key', async (t) => {
  const order = { id: 'O1', status: 'COMPLETED', purchase_units: [{ custom_id: 'P1' }] }
  const { url, heard } = await openCompany(t, ({ path }) => {
    if (path.endsWith('/token')) return { body: { access_token: 'T', expires_in: 1_000 } }
    const made = { id: 'F1', status: 'PENDING', amount: { currency_code: 'USD', value: '4.00' } }
    return { body: path.endsWith('/refund') ? made : order }
  })
  const paypal = createPayPal({ url, clientId: 'A', clientSecret: 'B', webhookId: 'W' })
  const payment = { reference: 'P1', gatewayId: 'O1', amount: 999, captureId: 'C1' }
  const asked = refundInDollars(payment, { amount: 400 })
  assert.equal((await paypal.refund(asked)).gatewayId, 'F1')
  const sent = heard.find(({ path }) => path === '/v2/payments/captures/C1/refund')!
  assert.equal(sent.headers['paypal-request-id'], asked.reference)
  assert.partialDeepStrictEqual(JSON.parse(sent.body), {
    custom_id: asked.reference,
    amount: { currency_code: 'USD', value: '4.00' },
  })
})
