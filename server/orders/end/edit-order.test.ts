import assert from 'node:assert/strict'
import { deleteUser } from '#contract/accounts/auth.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { editOrder, NEXT_STATUS_BY_HAND, OrderStatus } from '#contract/orders/orders.ts'
import { getUser } from '#contract/accounts/users.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { openPackShop, order, withNewBuyer, type PackShop } from '#tests/support/orders/orders.ts'
import { makeOrder } from '#tests/support/database/past-orders.ts'
import { signUp, type Person } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'

const edit = (
  person: Person,
  input: Partial<Input<typeof editOrder>> & { id: string; status: OrderStatus },
) => person.call(editOrder, { note: '', reference: '', ...input })

/** Effects of an order on stock, coupon, sales and money. Every end but completion undoes them. */
async function readEffects({ shop: { sql } }: PackShop, id: string) {
  const [row] = await sql<[object]>`
    select (select quantity from item where id = orders.item_id) as stock,
      (select use_count from coupon where id = orders.coupon_id) as uses,
      (select sum(count)::int from item_sale where item_id = orders.item_id) as sold,
      (select count(*) from transfer where order_id = orders.id and kind = 'refund') as refunds,
      (select coalesce(sum(total), 0)::int from (
        select abs(sum(case when credit = account.id then amount else -amount end)) as total
        from transfer join account on account.id in (debit, credit) where order_id = orders.id group by account.id
      ) sums) as moved
    from orders where id = ${id}`
  return { ...row }
}

const test = shareShop(openPackShop)

/** The same shop with a customer, a pack and a coupon of its own. */
async function withCounted(packShop: PackShop, discount = 25_00) {
  const { admin, game } = packShop
  const item = await makeItem(admin, game, { quantity: 10 })
  const coupon = await makeCoupon(admin, { discount })
  return { ...(await withNewBuyer(packShop)), item, coupon }
}

test('an administrator can make exactly the listed status changes, and any other is refused', async (packShop) => {
  const { shop, admin, asha, game, item } = await withNewBuyer(packShop)
  const input = { userId: asha.id, pack: { game, item } }
  for (const from of OrderStatus.options)
    for (const to of OrderStatus.options) {
      const isUpi = from === 'pending'
      const id = await makeOrder(shop.sql, {
        ...input,
        status: from,
        method: isUpi ? 'upi' : 'wallet',
      })
      const { status, data, message, code } = await edit(admin, {
        id,
        status: to,
        note: 'Cash',
        reference: `R-${from}`,
      })
      const what = `${from} to ${to}: ${message}`
      if (from === to) assert.deepEqual([status, data.version], [200, 1], what)
      else if (NEXT_STATUS_BY_HAND[from].includes(to))
        assert.deepEqual([status, data.status, data.version], [200, to, 2], what)
      else {
        assert.deepEqual([status, code], [409, 'STATUS_NOT_POSSIBLE'], what)
        assert.match(
          message,
          new RegExp(`${from} order can’t become ${to}|is already ${from} and can’t change`),
        )
      }
    }
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('an order that ends undelivered returns money, stock, coupon and count, once', async (packShop) => {
  const { shop, admin, item, asha, coupon } = await withCounted(packShop)
  for (const currency of ['INR', 'USD'] as const)
    for (const status of ['failed', 'cancelled', 'refunded'] as const) {
      const { data: before } = await asha.call(getUser, {})
      const { data: placed } = await order(asha, { item, couponCode: coupon.couponCode, currency })
      const id = placed._id
      assert.partialDeepStrictEqual(await readEffects(packShop, id), {
        stock: 9,
        uses: 1,
        sold: 1,
        refunds: 0,
      })
      const { data } = await edit(admin, { id, status })
      assert.deepEqual([data.status, data.paymentStatus], [status, 'refunded'])
      assert.match(data.timeline.at(-1)!.message, /(₹75\.00|\$0\.90) is back in your wallet$/)
      await edit(admin, { id, status })
      const nothing = { stock: 10, uses: 0, sold: 0, refunds: 2, moved: 0 }
      assert.deepEqual(await readEffects(packShop, id), nothing)
      const { data: after } = await asha.call(getUser, {})
      assert.deepEqual([after.balance, after.USDbalance], [before.balance, before.USDbalance])
    }
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('a delivered order keeps money, stock and coupon until it is refunded', async (packShop) => {
  const { admin, item, asha, coupon } = await withCounted(packShop)
  const { data: placed } = await order(asha, { item, couponCode: coupon.couponCode })
  const id = placed._id
  const { data: done } = await edit(admin, { id, status: 'completed' })
  assert.deepEqual(
    done.timeline.map(({ status, message }) => [status, message]),
    [
      ['pending', 'Order placed'],
      ['processing', 'Paid from your wallet'],
      ['completed', 'Delivered to your player'],
    ],
  )
  assert.partialDeepStrictEqual(await readEffects(packShop, id), {
    stock: 9,
    uses: 1,
    sold: 1,
    refunds: 0,
  })
  const { data } = await edit(admin, { id, status: 'refunded' })
  assert.equal(data.endedAt, done.endedAt)
  assert.deepEqual(await readEffects(packShop, id), {
    stock: 10,
    uses: 0,
    sold: 0,
    refunds: 2,
    moved: 0,
  })
})

test('an unpaid order that ends returns its stock and coupon, and no money', async (packShop) => {
  const { shop, admin, item, game, asha, coupon } = await withCounted(packShop)
  const pack = { game, item: { ...item, quantity: 10 } }
  const used = { id: coupon._id, code: coupon.couponCode }
  const input = { userId: asha.id, pack, coupon: used, discount: 25_00, method: 'upi' } as const
  for (const status of ['cancelled', 'failed'] as const) {
    const id = await makeOrder(shop.sql, input)
    assert.deepEqual(await readEffects(packShop, id), {
      stock: 9,
      uses: 1,
      sold: null,
      refunds: 0,
      moved: 0,
    })
    const { data } = await edit(admin, { id, status })
    assert.deepEqual(
      [data.status, data.paymentStatus, data.transactionId],
      [status, 'failed', null],
    )
    assert.doesNotMatch(data.timeline.at(-1)!.message, /wallet/)
    assert.deepEqual(await readEffects(packShop, id), {
      stock: 10,
      uses: 0,
      sold: null,
      refunds: 0,
      moved: 0,
    })
  }
})

test('ending an order that cost nothing moves no money', async (packShop) => {
  const { admin, item, asha, coupon } = await withCounted(packShop, 500_00)
  for (const status of ['failed', 'refunded'] as const) {
    const { data: placed } = await order(asha, { item, couponCode: coupon.couponCode })
    const { data } = await edit(admin, { id: placed._id, status })
    assert.deepEqual([data.status, data.amount, data.transactionId], [status, 0, null])
    assert.doesNotMatch(data.timeline.at(-1)!.message, /wallet/)
    assert.deepEqual(await readEffects(packShop, placed._id), {
      stock: 10,
      uses: 0,
      sold: 0,
      refunds: 1,
      moved: 0,
    })
  }
  assert.equal((await asha.call(getUser, {})).data.balance, 1_000_00)
})

test('an account with an open order cannot be deleted, and an order of a deleted account cannot be refunded', async ({
  shop,
  admin,
  game,
  item,
}) => {
  const rohan = await signUp(shop, 'Rohan Mehta')
  const input = { userId: rohan.id, pack: { game, item } }
  const pending = await makeOrder(shop.sql, { ...input, method: 'upi' })
  const paid = await makeOrder(shop.sql, input)
  const refused = async () => {
    const { status, code } = await rohan.call(deleteUser, {})
    return [status, code]
  }
  assert.deepEqual(await refused(), [409, 'ORDER_OPEN'])
  await edit(admin, { id: pending, status: 'cancelled' })
  assert.deepEqual(await refused(), [409, 'ORDER_OPEN'])
  await edit(admin, { id: paid, status: 'completed' })
  assert.equal((await rohan.call(deleteUser, {})).status, 200)
  const { status, code } = await edit(admin, { id: paid, status: 'refunded' })
  assert.deepEqual([status, code], [409, 'CUSTOMER_GONE'])
})

test('each change of an order is audited once, with its author, reason and values', async (packShop) => {
  const { shop, admin, item, asha } = await withNewBuyer(packShop)
  const { data: placed } = await order(asha, { item })
  const id = placed._id
  await edit(admin, { id, status: 'completed', note: 'By hand' })
  await edit(admin, { id, status: 'completed', note: 'Once more' })
  await edit(admin, { id, status: 'failed' })
  const own = (await listActions(shop)).filter(
    ({ action, subject }) => action === 'edit order' && subject === `order ${id}`,
  )
  assert.deepEqual(own, [
    {
      action: 'edit order',
      subject: `order ${id}`,
      userId: admin.id,
      before: { status: 'processing', version: 1 },
      after: { status: 'completed', version: 2, note: 'By hand', reference: '' },
    },
  ])
})

test('only administrators change orders, and an unknown order is refused', async (packShop) => {
  const { admin, item, asha } = await withNewBuyer(packShop)
  const { data: placed } = await order(asha, { item })
  assert.equal((await edit(asha, { id: placed._id, status: 'refunded' })).status, 403)
  const unknown = await edit(admin, { id: crypto.randomUUID(), status: 'refunded' })
  assert.deepEqual([unknown.status, unknown.code], [404, 'NO_SUCH_ORDER'])
  for (const body of [
    {},
    { status: 'completed', note: 'Half a character: \u{d800}' },
    { status: 'paid' },
    { status: 'refunded', amount: 1 },
    { status: 'completed', reference: '=1+1' },
  ])
    assert.equal((await admin.send('PUT', `/api/v1/order/${placed._id}`, body)).status, 400)
})
