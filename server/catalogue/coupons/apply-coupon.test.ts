import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyCoupon, deleteCoupon, editCoupon, findCoupon } from '#contract/catalogue/coupons.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { editItem } from '#contract/catalogue/games.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { logIn, signUp, signUpAdmin, tally, type Member } from '#tests/support/accounts/people.ts'
import { makePlayer } from '#tests/support/orders/players.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'

const HOUR = 60 * 60 * 1000

/** Opens a shop with one pack for 500 rupees, 450 for resellers. */
async function openPacks(t: Parameters<typeof openShop>[0], env: NodeJS.ProcessEnv = {}) {
  const shop = await openShop(t, { env })
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin)
  const item = await makeItem(admin, game, {
    sellingPrice: 500_00,
    resellerSellingPrice: 450_00,
  })
  return { shop, admin, game, item }
}

const testInShop = shareShop(openPacks)

/** A customer about to buy the pack. Each has their own coupon tries. */
async function checkOut({ shop, game, item }: Packs) {
  const asha = await signUp(shop, 'Asha Rao')
  return { asha, order: await makeOrderInput(shop, asha, { game, item }) }
}

type Packs = Awaited<ReturnType<typeof openPacks>>

type Goods = {
  game: Awaited<ReturnType<typeof makeGame>>
  item: Awaited<ReturnType<typeof makeItem>>
}

const makeOrderInput = async (shop: TestShop, member: Member, { game, item }: Goods) => ({
  gameSlug: game.gameSlug,
  itemSlug: item.itemSlug,
  gameDetailId: await makePlayer(member, game),
})

type CouponOrder = Omit<Input<typeof applyCoupon>, 'couponCode'>

/** Returns the discount in paise, or the status and message of the refusal. */
async function tell(member: Member, couponCode: string, order: CouponOrder) {
  const { status, data, message } = await member.call(applyCoupon, { ...order, couponCode })
  return status === 200 ? data.discount : `${status} ${message}`
}

testInShop('a coupon code in any spelling shows its discount in rupees', async (packs) => {
  const { admin } = packs
  const { asha, order } = await checkOut(packs)
  await makeCoupon(admin, { couponCode: 'diwali-10', discount: 50_50 })
  for (const couponCode of ['DIWALI-10', ' diwali-10 ', 'Diwali-10']) {
    const answer = await asha.send('POST', '/api/v1/coupon/code', { ...order, couponCode })
    assert.deepEqual(
      [answer.status, answer.data],
      [200, { couponCode: 'DIWALI-10', discount: 50.5 }],
    )
  }
})

testInShop('a discount never exceeds the price', async (packs) => {
  const { admin } = packs
  const { asha, order } = await checkOut(packs)
  const { couponCode } = await makeCoupon(admin, { discount: 10_000_00 })
  assert.equal(await tell(asha, couponCode, order), 500_00)
})

testInShop('each reason for refusing a coupon has its own message', async (packs) => {
  const { shop, admin, game } = packs
  const { asha, order } = await checkOut(packs)
  const rohan = await signUp(shop, 'Rohan Mehta')
  const other = await makeGame(admin)
  const { _id: spent, couponCode: spentCode } = await makeCoupon(admin, { maxNumberOfUsage: 3 })
  await shop.sql`update coupon set use_count = 3 where id = ${spent}`
  for (const [fields, told] of [
    [{}, 50_00],
    [{ status: false }, '409 This coupon isn’t active'],
    [{ expiresOn: '2025-12-31' }, '409 This coupon has expired'],
    [{ minPrice: 500_00 }, 50_00],
    [{ minPrice: 500_01 }, '409 This coupon needs a price of at least ₹500.01'],
    [{ allowedGameId: [game._id, other._id] }, 50_00],
    [{ allowedGameId: [other._id] }, '409 This coupon isn’t for this game'],
    [{ allowedGameId: [other._id], isGlobal: true }, 50_00],
    [{ whiteListedUserId: [rohan.id, asha.id] }, 50_00],
    [{ whiteListedUserId: [rohan.id] }, '409 This coupon isn’t for your account'],
    [{ blackListedUserId: [rohan.id] }, 50_00],
    [{ blackListedUserId: [asha.id] }, '409 This coupon isn’t for your account'],
  ] as const) {
    const { couponCode } = await makeCoupon(admin, structuredClone(fields) as object)
    assert.equal(await tell(asha, couponCode, order), told, JSON.stringify(fields))
  }
  assert.equal(await tell(asha, spentCode, order), '409 This coupon has been used up')
  await admin.call(editCoupon, { id: spent, maxNumberOfUsage: 4 })
  assert.equal(await tell(asha, spentCode, order), 50_00)
  await admin.call(editCoupon, { id: spent, maxNumberOfUsage: '' })
  assert.equal(await tell(asha, spentCode, order), 50_00)
})

test('a coupon expires at the end of its last day in the shop’s time zone', async (t) => {
  const packs = await openPacks(t)
  const { shop, admin } = packs
  const { asha, order } = await checkOut(packs)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
  const ofDay = await makeCoupon(admin, { expiresOn: today })
  assert.equal(ofDay.expiresOn, new Date(`${today}T23:59:59.999+05:30`).toISOString())
  assert.equal(await tell(asha, ofDay.couponCode, order), 50_00)

  const end = new Date(Date.now() + 10 * 60 * 1000)
  const { couponCode } = await makeCoupon(admin, { expiresOn: end.toISOString() })
  shop.wait(end.getTime() - Date.now() - 30_000)
  assert.equal(await tell(asha, couponCode, order), 50_00)
  shop.wait(30_000)
  assert.equal(await tell(asha, couponCode, order), '409 This coupon has expired')
})

testInShop('a coupon meant for others reveals nothing else about itself', async (packs) => {
  const { admin } = packs
  const { asha, order } = await checkOut(packs)
  const { couponCode } = await makeCoupon(admin, {
    blackListedUserId: [asha.id],
    status: false,
    expiresOn: '2025-12-31',
    minPrice: 900_00,
  })
  assert.equal(await tell(asha, couponCode, order), '409 This coupon isn’t for your account')
})

testInShop(
  'minimum prices are checked against the reseller price for resellers only',
  async (packs) => {
    const { shop, admin, game, item } = packs
    const { asha, order } = await checkOut(packs)
    const { couponCode } = await makeCoupon(admin, {
      minPrice: 500_00,
      allowedRoles: ['user', 'reseller'],
    })
    const rohan = await signUp(shop, 'Rohan Mehta')
    await proveEmail(shop, rohan)
    await admin.call(editUserAsAdmin, { id: rohan.id, role: 'reseller' })
    const rohansOrder = await makeOrderInput(shop, rohan, { game, item })
    assert.equal(await tell(asha, couponCode, order), 50_00)
    assert.equal(
      await tell(rohan, couponCode, rohansOrder),
      '409 This coupon needs a price of at least ₹500.00',
    )
  },
)

testInShop(
  'coupons are for customers by default, and a minimum margin prevents losses without revealing costs',
  async (packs) => {
    const { shop, admin, game, item } = packs
    const { asha, order } = await checkOut(packs)
    const rohan = await signUp(shop, 'Rohan Mehta')
    await proveEmail(shop, rohan)
    await admin.call(editUserAsAdmin, { id: rohan.id, role: 'reseller' })
    const rohansOrder = await makeOrderInput(shop, rohan, { game, item })
    const { _id: id, couponCode } = await makeCoupon(admin)
    const role = '409 This coupon can’t be used with your type of account'
    assert.deepEqual(
      [await tell(asha, couponCode, order), await tell(rohan, couponCode, rohansOrder)],
      [50_00, role],
    )
    await admin.call(editCoupon, { id, allowedRoles: ['reseller'], minMargin: 0 })
    assert.equal(await tell(asha, couponCode, order), role)
    const loss = '409 This coupon can’t be used for this pack'
    assert.equal(await tell(rohan, couponCode, rohansOrder), loss) // the pack has no cost price
    for (const [costPrice, told] of [
      [400_00, 50_00],
      [400_01, loss],
    ] as const) {
      await admin.call(editItem, { itemId: item._id, costPrice })
      assert.equal(await tell(rohan, couponCode, rohansOrder), told)
    }
  },
)

testInShop('unknown and deleted coupon codes are not found', async (packs) => {
  const { admin } = packs
  const { asha, order } = await checkOut(packs)
  const { _id: id, couponCode } = await makeCoupon(admin)
  assert.equal(await tell(asha, couponCode, order), 50_00)
  await admin.call(deleteCoupon, { id })
  for (const code of [couponCode, 'NO-SUCH', '%', "' or 1=1 --", 'कूपन', 'ß', '__proto__'])
    assert.equal(await tell(asha, code, order), '404 Coupon not found', code)
})

test('players of others, of other games, and packs not on sale are refused without counting as a try', async (t) => {
  const packs = await openPacks(t, {
    LIMIT_COUPON_TRIES_PER_HOUR: '1',
  })
  const { shop, admin, game, item } = packs
  const { asha, order } = await checkOut(packs)
  const { couponCode } = await makeCoupon(admin)
  const rohan = await signUp(shop, 'Rohan Mehta')
  const elsewhere = await makeGame(admin)
  const pack = await makeItem(admin, elsewhere)
  const rohansOrder = await makeOrderInput(shop, rohan, { game, item })
  for (const [change, told] of [
    [{ gameDetailId: rohansOrder.gameDetailId }, '404 Game details not found'],
    [{ gameDetailId: crypto.randomUUID() }, '404 Game details not found'],
    [{ gameSlug: elsewhere.gameSlug, itemSlug: pack.itemSlug }, '404 Game details not found'],
    [{ itemSlug: pack.itemSlug }, '404 Item not found'],
    [{ itemSlug: 'none' }, '404 Item not found'],
    [{ gameSlug: 'none' }, '404 Game not found'],
  ] as const)
    assert.equal(await tell(asha, couponCode, { ...order, ...change }), told)
  assert.equal(await tell(asha, couponCode, order), 50_00)
})

test('an account has thirty coupon tries an hour, even with a hundred simultaneous calls', async (t) => {
  const packs = await openPacks(t)
  const { shop, admin, game, item } = packs
  const { asha, order } = await checkOut(packs)
  const { _id: id, couponCode } = await makeCoupon(admin)
  const guess = (number: number) =>
    asha.call(applyCoupon, { ...order, couponCode: number === 99 ? couponCode : `GUESS-${number}` })
  const answers = await Promise.all(Array.from({ length: 99 }, (_, number) => guess(number)))
  assert.deepEqual(tally(answers), { 404: 30, 429: 69 })
  const late = await guess(99)
  assert.deepEqual(
    [late.status, late.code, late.message],
    [429, 'TOO_MANY_COUPON_TRIES', 'You’ve tried too many coupon codes. Please try again later'],
  )
  assert.ok(Number(late.headers.get('retry-after')) > 3_000)

  const rohan = await signUp(shop, 'Rohan Mehta')
  const rohansOrder = await makeOrderInput(shop, rohan, { game, item })
  assert.equal(await tell(rohan, couponCode, rohansOrder), 50_00)
  shop.wait(HOUR + 1)
  assert.equal(await tell(await logIn(asha), couponCode, order), 50_00)
  assert.equal((await (await logIn(admin)).call(findCoupon, { id })).data.numberOfUsage, 0)
})
