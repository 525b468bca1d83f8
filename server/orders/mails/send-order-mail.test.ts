import assert from 'node:assert/strict'
import { deleteUser } from '#contract/accounts/auth.ts'
import { editOrder, findOrder, type OrderStatus } from '#contract/orders/orders.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { makeBuyer, openPackShop, order, withNewBuyer } from '#tests/support/orders/orders.ts'
import { makeOrder } from '#tests/support/database/past-orders.ts'
import type { Person } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'
import { shareShop } from '#tests/support/shop/share.ts'

const edit = (person: Person, id: string, status: OrderStatus) =>
  person.call(editOrder, { id, status, note: 'Paid in cash', reference: 'UTR12345' })

const test = shareShop(openPackShop)

test('a customer gets an email when an order is paid, with all that was paid for', async (packShop) => {
  const { shop, admin, asha, item, game } = await withNewBuyer(packShop)
  await makeCoupon(admin, { couponCode: 'DIWALI', discount: 25_00 })
  const { data } = await order(asha, { item, couponCode: 'DIWALI' })
  const { data: whole } = await asha.call(findOrder, { id: data._id })
  const mail = await shop.inbox.find(
    asha.email,
    new RegExp(`^Payment received: ${item.itemName}, ${data.invoiceId}`),
  )
  for (const words of [
    'Hello Asha,',
    'Your order is paid',
    `Order: ${data.invoiceId}`,
    `Game: ${game.gameName}`,
    `Pack: ${item.itemName}`,
    `${game.inputFieldOne || 'User ID'}: ${whole.gameDetailId.playerId}`,
    'Price: ₹100.00',
    'Coupon DIWALI: −₹25.00',
    'Total: ₹75.00',
    `Payment: From your INR wallet, ${data.invoiceId}`,
    `See your order: ${shop.url}/dashboard/orders/${data._id}`,
  ])
    assert.ok(mail.text.includes(words), `${words} in ${mail.text}`)
})

test('many orders placed at once are each confirmed by one mail', async ({ shop, item, game }) => {
  const rich = await makeBuyer(shop, game, { INR: 40 * 100_00 })
  const placed = await Promise.all(Array.from({ length: 40 }, () => order(rich, { item })))
  const mails = await shop.inbox.waitFor(rich.email, 40)
  for (const { data } of placed)
    assert.equal(mails.filter(({ subject }) => subject.endsWith(data.invoiceId)).length, 1)
})

test('each end of an order is reported by one email, which says where the money is', async (packShop) => {
  const { shop, admin, asha, item } = await withNewBuyer(packShop)
  const subjects = {
    completed: 'Delivered',
    failed: 'Not delivered',
    cancelled: 'Cancelled',
    refunded: 'Refunded',
  }
  let count = 0
  for (const [status, subject] of Object.entries(subjects)) {
    const { data } = await order(asha, { item, currency: 'USD' })
    await edit(admin, data._id, status as OrderStatus)
    await edit(admin, data._id, status as OrderStatus)
    const mails = await shop.inbox.waitFor(asha.email, (count += 2))
    const mail = mails.find(
      (one) => one.subject === `${subject}: ${item.itemName}, ${data.invoiceId}`,
    )
    assert.ok(mail, status)
    assert.ok(mail.text.includes(`/dashboard/orders/${data._id}`), status)
    const isBack = mail.text.includes('$1.20 is back in your USD wallet')
    assert.equal(isBack, status !== 'completed')
  }
  assert.equal((await shop.inbox.read(asha.email)).length, count)
})

test('emails about unpaid orders, and orders paid outside the shop, name them as such', async (packShop) => {
  const { shop, admin, asha, game, item } = await withNewBuyer(packShop)
  const input = { userId: asha.id, pack: { game, item }, method: 'upi' } as const
  await edit(admin, await makeOrder(shop.sql, input), 'cancelled')
  const unpaid = await shop.inbox.find(asha.email, /^Cancelled: /)
  assert.match(unpaid.text, /You weren’t charged for it[\s\S]*Payment: None/)
  await edit(admin, await makeOrder(shop.sql, input), 'completed')
  const paid = await shop.inbox.find(asha.email, /^Delivered: /)
  assert.match(paid.text, /was delivered[\s\S]*Payment: Reference UTR12345/)
})

test('resellers, deleted accounts and unknown orders get no email, and no job fails over it', async (packShop) => {
  const { shop, admin, asha, game, item } = await withNewBuyer(packShop)
  const reseller = await makeBuyer(shop, game)
  const input = { pack: { game, item }, status: 'completed' } as const
  await shop.sql`update users set role = 'reseller' where id = ${reseller.id}`
  const gone = await makeBuyer(shop, game)
  const orders = [
    await makeOrder(shop.sql, { ...input, userId: reseller.id }),
    await makeOrder(shop.sql, { ...input, userId: gone.id }),
    crypto.randomUUID(),
  ]
  await gone.call(deleteUser, {})
  await shop.inbox.find(gone.email, 'Your account is deleted')
  await shop.sql.begin(async (tx) => {
    for (const orderId of orders)
      await enqueue(tx, 'send-order-mail', { orderId, news: 'completed' })
  })
  await edit(
    admin,
    await makeOrder(shop.sql, { ...input, status: 'processing', userId: asha.id }),
    'completed',
  )
  await shop.inbox.find(asha.email, /^Delivered: /)
  await until('all is done', async () => {
    const rows = await shop.sql`select from job where name = 'send-order-mail'`
    return rows.length === 0
  })
  assert.equal((await shop.inbox.read(gone.email)).length, 1)
  assert.equal((await shop.inbox.read(reseller.email)).length, 0)
})
