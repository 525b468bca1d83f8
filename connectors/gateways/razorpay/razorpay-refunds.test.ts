import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCompany } from '#tests/support/network/company.ts'
import { nextReference, proveBroken, refundOf } from '#tests/support/money/gateways.ts'
import { openRazorpay } from '#tests/support/money/razorpay.ts'
import { until } from '#tests/support/shop/wait.ts'
import { createRazorpay } from './razorpay.ts'

test('a refund sent twice is one refund, and is looked up until it is done', async (t) => {
  const { razorpay, beginPaid, decideRefunds } = await openRazorpay(t)
  const payment = await beginPaid()
  const refund = refundOf(payment, { amount: 5_000 })
  const asked = { ...refund, gatewayRefundId: null }
  const UNKNOWN = { is: 'unknown', gatewayId: null, bankReference: null, reason: '' }
  assert.deepEqual(await razorpay.askRefund(asked), UNKNOWN)
  await decideRefunds('pending')
  const sent = await razorpay.refund(refund)
  assert.equal(sent.is, 'asked')
  assert.match(sent.gatewayId!, /^rfnd_\w{14}$/)
  assert.deepEqual(await razorpay.refund(refund), sent)
  assert.deepEqual(
    await razorpay.refund({ ...refund, amount: 6_000 }),
    sent,
    'as it was first sent',
  )
  assert.deepEqual(await razorpay.askRefund(asked), sent)
  await decideRefunds('done')
  await until('done', async () => (await razorpay.askRefund(asked)).is === 'done')
  assert.match((await razorpay.askRefund(asked)).bankReference!, /^\d{12}$/)

  await decideRefunds('failed')
  const failing = refundOf(payment, { amount: 1_000 })
  await razorpay.refund(failing)
  const ofFailing = { ...failing, gatewayRefundId: null }
  await until('failed', async () => (await razorpay.askRefund(ofFailing)).is === 'failed')
  assert.match((await razorpay.askRefund(ofFailing)).reason, /couldn’t send it/)

  await decideRefunds('done')
  const tooMuch = await razorpay.refund(refundOf(payment, { amount: 15_000 }))
  assert.deepEqual([tooMuch.is, tooMuch.gatewayId], ['failed', null])
  assert.match(tooMuch.reason, /greater than/)
  const nobodys = { ...payment, captureId: 'pay_none' }
  assert.equal((await razorpay.refund(refundOf(nobodys))).is, 'failed')
  assert.equal(
    (await razorpay.askRefund({ ...refundOf(nobodys), gatewayRefundId: null })).is,
    'unknown',
  )
})

test('all captures are listed, over all pages', async (t) => {
  const { razorpay, begin, beginPaid, pay, captureByHand } = await openRazorpay(t)
  const from = new Date(Date.now() - 1_000)
  const paid = await beginPaid()
  await razorpay.refund(refundOf(paid, { amount: 5_000 }))
  const failed = await begin()
  await pay(failed.url, 'failure')
  for (let count = 0; count < 100; count++) await captureByHand(7.5)

  const booked = await razorpay.listCaptured!(from, new Date())
  assert.equal(booked.length, 101)
  assert.equal(new Set(booked.map(({ captureId }) => captureId)).size, 101)
  const line = { amount: 19_999, currency: 'INR', refunded: 5_000 }
  const { reference, captureId } = paid
  assert.deepEqual(
    booked.filter((one) => one.reference !== null),
    [{ reference, captureId, ...line }],
  )
  assert.deepEqual(await razorpay.listCaptured!(new Date(0), new Date(from.getTime() - 60_000)), [])
})

test('a check reports wrong credentials, and a lookup with them decides nothing', async (t) => {
  const { razorpay, account, makeOpening, beginPaid } = await openRazorpay(t)
  const payment = await beginPaid()
  assert.equal(await razorpay.check(), null)
  for (const change of [{ keyId: 'rzp_test_other' }, { keySecret: 'not-the-secret' }]) {
    const wrong = createRazorpay({ ...account, ...change })
    assert.match((await wrong.check())!, /doesn’t accept/)
    const refund = refundOf(payment)
    for (const asking of [
      () => wrong.open(makeOpening(nextReference('P'))),
      () => wrong.ask(payment),
      () => wrong.close!(payment),
      () => wrong.refund(refund),
      () => wrong.askRefund({ ...refund, gatewayRefundId: null }),
      () => wrong.listCaptured!(new Date(0), new Date()),
    ])
      await assert.rejects(asking, (error: Error) => {
        assert.match(error.message, /^Razorpay answered 401: Authentication failed$/)
        return !JSON.stringify(error).includes('secret')
      })
  }
})

test('an invalid answer throws, and its effects are found by later lookups', async (t) => {
  const { razorpay, ...outside } = await openRazorpay(t)
  const asked = await proveBroken(outside, razorpay)
  assert.notEqual((await razorpay.askRefund(asked)).is, 'unknown')
})

test('a live account offers UPI only, and a pending refund is not sent again', async (t) => {
  const { makeOpening, account } = await openRazorpay(t)
  const { url, heard } = await openCompany(t, () => ({ status: 409, body: {} }))
  const razorpay = createRazorpay({ ...account, url, keyId: 'rzp_live_1' })
  const { is } = await razorpay.refund(
    refundOf({ reference: '', gatewayId: null, amount: 100, captureId: 'pay_1' }),
  )
  assert.equal(is, 'asked')
  await assert.rejects(razorpay.open(makeOpening(nextReference('P'))))
  assert.equal(JSON.parse(heard[1]!.body).upi_link, true)
})
