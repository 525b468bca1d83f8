import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Input } from '#contract/core/endpoint.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { getUser } from '#contract/accounts/users.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { setUpApp } from '#tests/support/accounts/factors.ts'
import {
  makeBuyer,
  openUpiPackShop,
  order,
  placeByUpi,
  readOrder,
  sumOfHouse,
  type PackShop,
} from '#tests/support/orders/orders.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { tally, type Member, type Person } from '#tests/support/accounts/people.ts'
import { makeStaff } from '#tests/support/accounts/staff.ts'
import { until } from '#tests/support/shop/wait.ts'
import { endOrder } from './end-order.ts'

const balanceOf = async (person: Member) => (await person.call(getUser, {})).data.balance

const edit = (person: Person, input: Partial<Input<typeof editOrder>> & { id: string }) =>
  person.call(editOrder, { status: 'completed', note: 'Paid in cash', reference: '', ...input })

const sumsOf = async ({ shop }: Pick<PackShop, 'shop'>) => ({
  adjustments: await sumOfHouse(shop, 'adjustments'),
  sales: await sumOfHouse(shop, 'sales'),
  coupons: await sumOfHouse(shop, 'coupons'),
})

test('recording an outside payment needs a note, a reference, the payment right and a recent second factor', async (t) => {
  const { shop, admin, item, asha } = await openUpiPackShop(t)
  const { id } = await placeByUpi(asha, { item })
  for (const [input, field] of [
    [{}, 'reference'],
    [{ note: '', reference: 'UTR12345' }, 'note'],
    [{ note: ' ', reference: 'UTR12345' }, 'note'],
  ] as const) {
    const { status, code, errors } = await edit(admin, { id, ...input })
    assert.deepEqual([status, code, errors[0]!.field], [400, 'OUTSIDE_PAYMENT_MISSING', field])
  }
  const paid = { id, reference: 'utr12345' }
  const ravi = await makeStaff(shop, admin, { name: 'Ravi Kumar', rights: ['orders'] })
  const refused = await edit(ravi, paid)
  assert.deepEqual([refused.status, refused.code], [403, 'OUTSIDE_PAYMENT_RIGHT'])
  const sita = await makeStaff(shop, admin, { name: 'Sita Devi', rights: ['orders', 'payments'] })
  await setUpApp(sita)
  shop.wait(10 * 60_000)
  assert.equal((await edit(sita, paid)).code, 'SECOND_FACTOR_NEEDED')
  assert.equal((await readOrder(asha, id)).status, 'pending')

  const { data } = await edit(admin, paid)
  assert.deepEqual(data.transactionId, { UTR: 'UTR12345', price: -100_00, currency: 'INR' })
  assert.deepEqual(
    data.timeline.map(({ message }) => message),
    ['Order placed', 'Paid outside the shop, reference UTR12345', 'Delivered to your player'],
  )
  assert.doesNotMatch(JSON.stringify(data), /cash/)
})

test('refunding an order paid outside the shop reverses the booking, credits no wallet, and says so', async (t) => {
  const { shop, admin, item, asha } = await openUpiPackShop(t)
  const { couponCode } = await makeCoupon(admin, { discount: 25_00 })
  const { id } = await placeByUpi(asha, { item, couponCode })
  await edit(admin, { id, reference: 'CASH-1' })
  const booked = { adjustments: -75_00, sales: 100_00, coupons: -25_00 }
  assert.deepEqual(await sumsOf({ shop }), booked)
  const toSource = await edit(admin, { id, status: 'refunded', refundTo: 'source' })
  assert.deepEqual(
    [toSource.status, toSource.message],
    [409, 'This order was paid outside the shop. Please return the money outside the shop too'],
  )
  const { data } = await edit(admin, { id, status: 'refunded' })
  assert.deepEqual(
    [data.status, data.paymentStatus, data.isPaidOutside],
    ['refunded', 'refunded', true],
  )
  assert.equal(
    data.timeline.at(-1)!.message,
    'The order was refunded. ₹75.00 was paid outside the shop, and has to be returned outside the shop',
  )
  const mail = await shop.inbox.find(asha.email, /^Refunded/)
  assert.match(mail.text, /You paid ₹75\.00 outside the shop/)
  assert.doesNotMatch(mail.text, /is back in your/)
  assert.deepEqual(await sumsOf({ shop }), { adjustments: 0, sales: 0, coupons: 0 })

  // No call leads to such an order today, but a refund must not depend on that.
  for (const end of ['failed', 'cancelled', 'refunded'] as const) {
    const next = await placeByUpi(asha, { item, couponCode })
    await edit(admin, { id: next.id, reference: `CASH-${end}` })
    await shop.sql`update orders set status = 'processing', ended_at = null where id = ${next.id}`
    const ctx = { now: () => new Date(), log: { info() {} } as never }
    await shop.sql.begin((tx) => endOrder(ctx, tx, { orderId: next.id, end }))
    assert.match((await readOrder(asha, next.id)).timeline.at(-1)!.message, /returned outside/)
  }
  assert.deepEqual(await sumsOf({ shop }), { adjustments: 0, sales: 0, coupons: 0 })
  assert.equal(await balanceOf(asha), 0)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('an outside payment pays for one order, in any spelling and even if recorded twice at once', async (t) => {
  const { shop, admin, game, item, asha } = await openUpiPackShop(t)
  const rohan = await makeBuyer(shop, game, { INR: 500_00 })
  const gateway = await placeByUpi(asha, { item })
  await payAt(shop, gateway.url)
  await until('it is paid', async () => (await readOrder(asha, gateway.id)).paidAt !== null)
  const { UTR } = (await readOrder(asha, gateway.id)).transactionId!
  const orders = [await placeByUpi(asha, { item }), await placeByUpi(rohan, { item })]
  const [first, second] = orders.map(({ id }) => id) as [string, string]
  const taken = await edit(admin, { id: first, reference: UTR })
  assert.deepEqual([taken.status, taken.code], [409, 'OUTSIDE_REFERENCE_USED'])
  assert.equal(taken.message, `The payment ${UTR} is already recorded in this shop`)

  const answers = await Promise.all([
    edit(admin, { id: first, reference: 'bank-77' }),
    edit(admin, { id: second, reference: 'BANK-77' }),
  ])
  assert.deepEqual(tally(answers), { 200: 1, 409: 1 })
  const left = answers[0].status === 200 ? second : first
  assert.equal((await edit(admin, { id: left, reference: 'Bank-77' })).status, 409)
  assert.equal((await edit(admin, { id: left, reference: 'BANK-78' })).status, 200)
})

test('a gateway payment after an outside payment credits the wallet once, and a refund adds nothing', async (t) => {
  const { shop, admin, item, asha } = await openUpiPackShop(t)
  const { id, url } = await placeByUpi(asha, { item })
  await payAt(shop, url, { outcome: 'pending' })
  assert.equal((await edit(admin, { id, reference: 'CASH-1' })).status, 200)
  await payAt(shop, url, { webhook: 'twice' })
  await until('the wallet has it', async () => (await balanceOf(asha)) === 100_00)
  const toSource = { id, status: 'refunded', refundTo: 'source' } as const
  assert.equal((await edit(admin, toSource)).code, 'STATUS_NOT_POSSIBLE')
  assert.equal((await edit(admin, { id, status: 'refunded' })).status, 200)
  assert.equal(await balanceOf(asha), 100_00)
  assert.deepEqual(await sumsOf({ shop }), { adjustments: 0, sales: 0, coupons: 0 })
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('refunding a delivered order needs the payment right', async (t) => {
  const { shop, admin, game, item } = await openUpiPackShop(t)
  const rohan = await makeBuyer(shop, game, { INR: 500_00 })
  const ravi = await makeStaff(shop, admin, { name: 'Ravi Kumar', rights: ['orders'] })
  const { _id: id } = (await order(rohan, { item })).data
  assert.equal((await edit(ravi, { id })).status, 200)
  const refused = await edit(ravi, { id, status: 'refunded' })
  assert.deepEqual([refused.status, refused.code], [403, 'REFUND_RIGHT'])
  const sita = await makeStaff(shop, admin, { name: 'Sita Devi', rights: ['orders', 'payments'] })
  assert.equal((await edit(sita, { id, status: 'refunded' })).status, 200)
  assert.equal(await balanceOf(rohan), 500_00)
})
