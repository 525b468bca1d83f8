import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editOrder } from '#contract/orders/orders.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { tellBank, untilDispute } from '#tests/support/money/disputes.ts'
import { openPayShop, payAt } from '#tests/support/money/payments.ts'
import { findOnlyCapture, refund, topUp } from '#tests/support/money/refunds.ts'
import { openUpiPackShop, placeByUpi, readOrder, untilOrder } from '#tests/support/orders/orders.ts'

test('a disputed part of a payment is not sent back, unless the bank decided for the shop', async (t) => {
  const setup = await openPayShop(t, { gateway: 'stripe' })
  const { shop, admin } = setup
  await topUp(setup) // enough for the payout, had it been allowed
  const { reference, id } = await topUp(setup)
  const gateway = 'stripe'
  const disputeId = await tellBank(shop, { gateway, reference, state: 'inquiry', amount: 200 })
  const refundable = async () => (await findOnlyCapture(admin, reference)).refundable
  await untilDispute(shop, disputeId, 'inquiry')
  assert.equal(await refundable(), 500_00, 'a refund may end an inquiry')

  for (const [told, state] of [
    ['open', 'needs response'],
    ['review', 'under review'],
  ] as const) {
    await tellBank(shop, { gateway, reference, state: told })
    await untilDispute(shop, disputeId, state)
    assert.equal(await refundable(), 300_00, state)
  }
  const { status, code, message } = await refund(admin, id, 301, '')
  assert.deepEqual([status, code], [409, 'REFUND_TOO_LARGE'])
  assert.match(message, /^Only ₹300\.00 can be sent back: ₹200\.00 of it is disputed/)

  await tellBank(shop, { gateway, reference, state: 'lost', taken: 200 })
  await untilDispute(shop, disputeId, 'lost')
  assert.equal(await refundable(), 300_00)
  await tellBank(shop, { gateway, reference, state: 'won', taken: 0 })
  await untilDispute(shop, disputeId, 'won')
  assert.equal(await refundable(), 500_00)
  assert.equal((await refund(admin, id, 500, '')).status, 200)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('an order whose payment is disputed is not refunded to its source', async (t) => {
  const { shop, admin, asha, item } = await openUpiPackShop(t)
  const { id, url } = await placeByUpi(asha, { item })
  const { reference } = await payAt(shop, url)
  await untilOrder(asha, id, 'processing')
  const disputeId = await tellBank(shop, { gateway: 'razorpay', reference, state: 'open' })
  await untilDispute(shop, disputeId, 'needs response')
  const end = { id, status: 'refunded', note: '', reference: '', refundTo: 'source' } as const
  const refused = await admin.call(editOrder, end)
  assert.deepEqual([refused.status, refused.code], [409, 'STATUS_NOT_POSSIBLE'])
  assert.match(refused.message, /the payment is disputed/)
  assert.equal((await readOrder(asha, id)).status, 'processing')
  const payouts = await shop.sql`select from payout`
  assert.equal(payouts.length, 0)
})
