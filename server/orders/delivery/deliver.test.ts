import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import {
  balanceOf,
  buyFor,
  hasEnded,
  listDelivered,
  listDispatches,
  openDeliveryShop,
  PLAYERS,
  waitForOrder,
  wordsOf,
} from '#tests/support/orders/deliveries.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { placeByUpi } from '#tests/support/orders/orders.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { makePlayer } from '#tests/support/orders/players.ts'

test('a paid order is delivered automatically', async (t) => {
  const deliveryShop = await openDeliveryShop(t)
  const { shop } = deliveryShop
  const id = await buyFor(deliveryShop, 'good')
  const order = await waitForOrder(deliveryShop, id, hasEnded)
  assert.deepEqual([order.status, order.heldFor, order.paymentStatus], ['completed', null, 'paid'])
  assert.deepEqual(wordsOf(order).slice(2), ['Sent to the game', 'Delivered to your player'])
  const [dispatch, ...others] = await listDispatches(shop, id)
  assert.deepEqual([dispatch!.state, dispatch!.tries, others.length], ['delivered', 1, 0])
  const delivered = (await listDelivered(shop)).filter(
    ({ reference }) => reference === dispatch!.reference,
  )
  assert.deepEqual(delivered, [
    {
      provider: 'unipin',
      reference: dispatch!.reference,
      serviceId: '1001',
      playerId: PLAYERS.good,
      zoneId: '',
    },
  ])
  assert.equal(await balanceOf(deliveryShop), 900_00)
})

test('a refused order returns money, stock, coupon and count within seconds', async (t) => {
  const deliveryShop = await openDeliveryShop(t)
  const { shop, admin, item } = deliveryShop
  await makeCoupon(admin, { couponCode: 'DIWALI', discount: 25_00 })
  const id = await buyFor(deliveryShop, 'refused', 'DIWALI')
  const order = await waitForOrder(deliveryShop, id, hasEnded)
  assert.deepEqual([order.status, order.paymentStatus], ['failed', 'refunded'])
  assert.match(wordsOf(order).at(-1)!, /^The game refused this order\. ₹75\.00 is back in your/)
  const [row] = await shop.sql`
    select (select quantity from item where id = ${item._id}) as stock,
      (select use_count from coupon) as uses,
      (select coalesce(sum(count), 0)::int from item_sale where item_id = ${item._id})
        + (select purchase_count from item where id = ${item._id}) as sold`
  assert.deepEqual({ ...row }, { stock: 10, uses: 0, sold: 0 })
  assert.equal(await balanceOf(deliveryShop), 1_000_00)
  assert.deepEqual(await listDelivered(shop), [])
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('an order paid by UPI is delivered once its payment arrives', async (t) => {
  const deliveryShop = await openDeliveryShop(t)
  const { shop, admin, asha, item, game } = deliveryShop
  await admin.call(choosePaymentGateway, { active: 'razorpay' })
  const gameDetailId = await makePlayer(asha, game)
  const { id, url } = await placeByUpi({ ...asha, gameDetailId }, { item })
  assert.deepEqual(await listDispatches(shop, id), [])
  await payAt(shop, url, { webhook: 'twice' })
  const done = await waitForOrder(deliveryShop, id, hasEnded)
  assert.deepEqual([done.status, (await listDelivered(shop)).length], ['completed', 1])
})
