import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePaymentGateway, listPayments } from '#contract/money/payments.ts'
import { holdTimeouts } from '#tests/support/network/timeouts.ts'
import { openUpiPackShop, placeByUpi, readOrder, untilOrder } from '#tests/support/orders/orders.ts'
import { payAt, untilKnown } from '#tests/support/money/payments.ts'
import { findPages } from '#tests/support/money/razorpay.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { until } from '#tests/support/shop/wait.ts'

test('a silent gateway leaves time for its stand-in, and money at both is for the order and the wallet', async (t) => {
  const { shop, admin, item, asha } = await openUpiPackShop(t)
  await admin.call(choosePaymentGateway, { active: 'razorpay', standIns: ['cashfree'] })
  await breakOutside(shop, { target: 'razorpay', kind: 'latency', ms: 30_000 })
  const timeouts = holdTimeouts(t)
  const placing = placeByUpi(asha, { item })
  await until('the first is asked', () => timeouts.limits().length === 1)
  const [first] = await shop.sql<[{ reference: string }]>`
    select reference from payment where gateway = 'razorpay'`
  await untilKnown(shop, first.reference)
  timeouts.expire()
  const { id, url } = await placing
  assert.deepEqual(timeouts.limits(), [4_000, 4_000]) // the browser gives up after ten seconds
  timeouts.release()
  await mendOutside(shop)
  await payAt(shop, url)
  await untilOrder(asha, id, 'processing')
  const [page] = await findPages(shop, first.reference)
  await payAt(shop, page!)
  await until('both are booked', async () => {
    const booked = await shop.sql`select from capture where settled_at is not null`
    return booked.length === 2
  })
  assert.equal((await readOrder(asha, id)).status, 'processing')
  const { payments } = (await admin.call(listPayments, listPayments.input.parse({}))).data
  assert.deepEqual(
    payments.flatMap(({ gateway, captures }) =>
      captures.map(({ settledAs }) => `${gateway} ${settledAs}`),
    ),
    ['cashfree order', 'razorpay second'],
  )
})
