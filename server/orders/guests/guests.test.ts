import assert from 'node:assert/strict'
import { beginAsGuest } from '#contract/accounts/guests.ts'
import { editUser, getUser } from '#contract/accounts/users.ts'
import { listDocuments } from '#contract/accounting/documents.ts'
import { applyCoupon } from '#contract/catalogue/coupons.ts'
import { listLeaderboard } from '#contract/orders/leaderboard.ts'
import { editSettings } from '#contract/catalogue/settings.ts'
import { findOrder } from '#contract/orders/orders.ts'
import { showOrderCode } from '#contract/orders/deliveries.ts'
import { addMoney } from '#contract/money/wallet.ts'
import { isKnownOwner } from '#server/accounts/users/users.ts'
import { ROUTES } from '#server/app.ts'
import {
  beginGuest,
  buyAsGuest,
  endOrder,
  listOrderIds,
  openByLink,
  tokenIn,
} from '#tests/support/orders/guests.ts'
import { createPerson, newEmail, signUpByCall } from '#tests/support/accounts/people.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import {
  openUpiPackShop,
  order,
  orderByUpi,
  placeByUpi,
  readOrder,
  untilOrder,
} from '#tests/support/orders/orders.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { shareAmongTests } from '#tests/support/shop/share.ts'
import { until } from '#tests/support/shop/wait.ts'

const test = shareAmongTests((stack) => openUpiPackShop({ after: (close) => stack.defer(close) }))

const RANKING = {
  page: 1,
  limit: 10,
  period: 'current',
  searchIndex: 'email',
  sort: 'rank',
} as const

test('a guest buys with an email alone, and the mail about the order opens it on any device', async (packShop) => {
  const { shop } = packShop
  const guest = await buyAsGuest(packShop)
  const { data: user } = await guest.call(getUser, {})
  assert.deepEqual([user.isGuest, user.fullName, user.isEmailVerified], [true, 'Guest', false])
  const mail = await shop.inbox.find(guest.email, /^Payment received/)
  const { status, data } = await openByLink(shop, tokenIn(mail.text))
  assert.deepEqual([status, data.orderId], [200, guest.orderId])
  const elsewhere = createPerson(shop.url, data)
  await endOrder(packShop, guest.orderId, 'completed')
  const ranking = await packShop.admin.call(listLeaderboard, { ...RANKING, search: guest.email })
  assert.deepEqual(ranking.data.leaderboard, [])
  assert.equal((await readOrder(elsewhere, guest.orderId)).status, 'completed')
  await until('the invoice is there', async () => {
    const { data } = await elsewhere.call(listDocuments, { id: guest.orderId })
    return data.documents.length === 1
  })
})

test('a guest who pays twice learns that the money is kept, with a link to the order', async (packShop) => {
  const { shop, game, item } = packShop
  const guest = await beginGuest(shop, game)
  const { id, url } = await placeByUpi(guest, { item })
  await payAt(shop, url)
  await untilOrder(guest, id, 'processing')
  await payAt(shop, url, { again: true })
  const mail = await shop.inbox.find(guest.email, '₹100.00 has arrived for you')
  assert.match(mail.text, /We keep the money for you/)
  assert.equal((await openByLink(shop, tokenIn(mail.text))).data.orderId, id)
})

test('a guest may make the calls of a purchase and no others', async ({ shop, game, item }) => {
  const guest = await beginGuest(shop, game)
  for (const { name, endpoint } of ROUTES) {
    if (endpoint.access === 'anyone' || endpoint.guests || endpoint.access === 'api-key') continue
    const path = endpoint.path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    const { status, code } = await guest.send(endpoint.method, `/api/v1${path}`)
    assert.deepEqual([name, status, code], [name, 403, 'GUESTS_CANNOT'])
  }
  assert.equal((await order(guest, { item })).code, 'GUESTS_CANNOT')
  assert.equal((await guest.call(addMoney, { amount: 100_00 })).code, 'GUESTS_CANNOT')
})

test('a guest may add a phone that the gateway needs, but keeps the email that the money waits for', async ({
  shop,
  game,
}) => {
  const guest = await beginGuest(shop, game)
  const phone = '9876543210'
  assert.equal((await guest.call(editUser, { phone })).data.phone, phone)
  const changes = [{ email: newEmail('thief') }, { fullName: 'Thief' }, { spendingLock: 100_00 }]
  for (const change of changes)
    assert.equal((await guest.call(editUser, change)).code, 'GUESTS_CANNOT')
  assert.equal((await guest.call(getUser, {})).data.email, guest.email)
})

test('guests with the same email see nothing of each other, and neither does a forged link', async (packShop) => {
  const { shop, game } = packShop
  const guest = await buyAsGuest(packShop)
  const namesake = await beginGuest(shop, game, guest.email)
  assert.deepEqual(await listOrderIds(namesake), [])
  for (const call of [findOrder, listDocuments, showOrderCode] as const)
    assert.equal((await namesake.call(call, { id: guest.orderId })).code, 'NO_SUCH_ORDER')
  const mail = await shop.inbox.find(guest.email, /^Payment received/)
  const token = tokenIn(mail.text)
  const bytes = Buffer.from(token, 'base64url')
  for (const at of [0, 15, 16, 31]) {
    const forged = Buffer.from(bytes)
    forged[at]! ^= 1
    assert.equal((await openByLink(shop, forged.toString('base64url'))).code, 'ORDER_LINK_WRONG')
  }
  assert.equal((await openByLink(shop, '')).code, 'ORDER_LINK_WRONG')
})

test('a coupon with a limit for each person needs an account', async (packShop) => {
  const { shop, admin, game, item } = packShop
  const guest = await beginGuest(shop, game)
  const { gameSlug, itemSlug } = item
  const { gameDetailId } = guest
  for (const limit of [{ maxNumberOfUsagePerUser: 1 }, { isFirstOrderOnly: true }]) {
    const { couponCode } = await makeCoupon(admin, limit)
    const input = { gameSlug, itemSlug, gameDetailId, couponCode }
    assert.equal((await guest.call(applyCoupon, input)).code, 'COUPON_NEEDS_ACCOUNT')
    assert.equal((await orderByUpi(guest, { item, couponCode })).code, 'COUPON_NEEDS_ACCOUNT')
  }
  const { couponCode } = await makeCoupon(admin)
  assert.equal((await orderByUpi(guest, { item, couponCode })).status, 200)
})

test('a guest with somebody’s email makes no known device, which would have tries of its own at the password', async ({
  shop,
}) => {
  const asha = await signUpByCall(shop, 'Asha Rao')
  const thief = await createPerson(shop.url).call(beginAsGuest, { email: asha.email })
  assert.deepEqual(thief.headers.getSetCookie(), [])
  const { data: user } = await createPerson(shop.url, thief.data).call(getUser, {})
  const known = [{ id: user._id, since: new Date() }]
  const of = { recipient: asha.email, isProven: false }
  assert.equal(await isKnownOwner(shop.sql, known, of), false)
  assert.equal(await isKnownOwner(shop.sql, [{ ...known[0]!, id: asha.id }], of), true)
})

test('a shop without guests refuses new ones, and those before finish their orders', async (packShop) => {
  const { shop, admin } = packShop
  const guest = await buyAsGuest(packShop)
  await admin.call(editSettings, { guestsMayBuy: false })
  const { status, code } = await shop.visitor.call(beginAsGuest, { email: newEmail('late') })
  assert.deepEqual([status, code], [403, 'GUESTS_OFF'])
  assert.equal((await readOrder(guest, guest.orderId)).status, 'processing')
  await admin.call(editSettings, { guestsMayBuy: true })
})
