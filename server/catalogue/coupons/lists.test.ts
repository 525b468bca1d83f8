import assert from 'node:assert/strict'
import { deleteUser } from '#contract/accounts/auth.ts'
import { createCoupon, editCoupon, findCoupon } from '#contract/catalogue/coupons.ts'
import { deleteGame } from '#contract/catalogue/games.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { signUp, signUpAdmin, tally } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { judgeCoupon } from './check-coupon.ts'

const test = shareShop(openShop)

const USERS = 10_000

/** Inserts thousands of people directly into the database. */
async function addUsers({ sql }: TestShop, count: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into users (id, full_name, email, created_at, updated_at)
    select gen_random_uuid(), 'Asha Rao', gen_random_uuid() || '@example.com', now(), now()
    from generate_series(1, ${count}) returning id`
  return rows.map(({ id }) => id)
}

test('a coupon’s list of ten thousand customers is saved, replaced and counted', async (shop) => {
  const admin = await signUpAdmin(shop)
  const ids = await addUsers(shop, 2 * USERS)
  const [some, others] = [ids.slice(0, USERS), ids.slice(USERS)]
  const { _id: id } = await makeCoupon(admin, { whiteListedUserId: some })
  const { data } = await admin.call(editCoupon, {
    id,
    whiteListedUserId: others,
    blackListedUserId: some.slice(0, 10),
  })
  assert.deepEqual([data.noOfWhiteListedUsers, data.noOfBlackListedUsers], [USERS, 10])
  assert.deepEqual(new Set(data.whiteListedUserId), new Set(others))
  assert.equal(data.users.length, USERS + 10)

  const more = await admin.send('PUT', `/api/v1/coupon/${id}`, {
    whiteListedUserId: Array(USERS + 1).fill(ids[0]),
  })
  assert.deepEqual([more.status, more.errors[0]?.field], [400, 'whiteListedUserId'])
})

test('an omitted list stays, an empty one means everybody, and duplicates count once', async (shop) => {
  const admin = await signUpAdmin(shop)
  const { id: ashaId } = await signUp(shop, 'Asha Rao')
  const { id: rohanId } = await signUp(shop, 'Rohan Mehta')
  const { _id: id } = await makeCoupon(admin, {
    whiteListedUserId: [ashaId, ashaId.toUpperCase(), ashaId],
    blackListedUserId: [rohanId],
  })
  const lists = async (change: object) => {
    const { data } = await admin.call(editCoupon, { id, ...change })
    return [data.whiteListedUserId, data.blackListedUserId]
  }
  assert.deepEqual(await lists({ discount: 10_00 }), [[ashaId], [rohanId]])
  assert.deepEqual(await lists({ blackListedUserId: [] }), [[ashaId], []])
  assert.deepEqual(await lists({ whiteListedUserId: [rohanId], blackListedUserId: [ashaId] }), [
    [rohanId],
    [ashaId],
  ])
  assert.deepEqual(await lists({ whiteListedUserId: [] }), [[], [ashaId]])
})

test('coupons refuse customers on both lists, unknown customers and unknown games', async (shop) => {
  const admin = await signUpAdmin(shop)
  const { id: ashaId } = await signUp(shop, 'Asha Rao')
  const coupon = await makeCoupon(admin, { blackListedUserId: [ashaId] })
  const nobody = crypto.randomUUID()
  const both = 'A customer can be on only one of the two lists'
  for (const [change, told] of [
    [{ whiteListedUserId: [ashaId] }, [400, 'whiteListedUserId', both]],
    [
      { whiteListedUserId: [nobody], blackListedUserId: [nobody] },
      [400, 'whiteListedUserId', both],
    ],
    [{ whiteListedUserId: [nobody] }, [404, 'whiteListedUserId', 'User not found']],
    [{ blackListedUserId: [ashaId, nobody] }, [404, 'blackListedUserId', 'User not found']],
    [{ allowedGameId: [nobody] }, [404, 'allowedGameId', 'Game not found']],
  ] as const) {
    const { status, errors, message } = await admin.call(editCoupon, {
      id: coupon._id,
      ...(structuredClone(change) as object),
    })
    assert.deepEqual([status, errors[0]?.field, message], told)
    assert.deepEqual((await admin.call(findCoupon, { id: coupon._id })).data, coupon)
  }
  const refused = await admin.call(createCoupon, {
    couponCode: 'NEVER',
    discount: 10_00,
    allowedGameId: [nobody],
  })
  assert.equal(refused.errors[0]?.field, 'allowedGameId')
  const [row] = await shop.sql`select from coupon where code = 'NEVER'`
  assert.equal(row, undefined)
})

test('deleted accounts and deleted games stay on a coupon’s lists', async (shop) => {
  const admin = await signUpAdmin(shop)
  const [asha, rohan] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Rohan Mehta')]
  const game = await makeGame(admin)
  await makeItem(admin, game)
  const coupon = await makeCoupon(admin, {
    whiteListedUserId: [asha.id],
    allowedGameId: [game._id],
  })
  await asha.call(deleteUser, {})
  await admin.call(deleteGame, { id: game._id })
  const { data, status } = await admin.call(editCoupon, {
    id: coupon._id,
    whiteListedUserId: [asha.id],
    allowedGameId: [game._id],
  })
  assert.deepEqual(
    [status, data.users, data.allowedGameId],
    [200, [{ _id: asha.id, fullName: 'Deleted account', email: '' }], [game._id]],
  )
  const other = await makeGame(admin)
  await admin.call(editCoupon, { id: coupon._id, whiteListedUserId: [] })
  await assert.rejects(
    judgeCoupon(
      { sql: shop.sql, now: () => new Date() },
      {
        code: coupon.couponCode,
        caller: { id: rohan.id, role: 'user', isGuest: false },
        gameId: other._id,
        itemId: crypto.randomUUID(),
        price: 100_00,
      },
    ),
    { message: 'This coupon isn’t for this game' },
  )
})

test('simultaneously saved lists don’t mix, and editors see the other change', async (shop) => {
  const admin = await signUpAdmin(shop)
  const ids = await addUsers(shop, 200)
  const game = await makeGame(admin)
  const { _id: id, couponCode: code } = await makeCoupon(admin)
  const look = async () => {
    const [row] = await shop.sql<[{ updatedAt: Date }]>`
      select updated_at from coupon where code = ${code}`
    return row.updatedAt.getTime()
  }
  const before = await look()
  const halves = [ids.slice(0, 100), ids.slice(100)]
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, turn) =>
      admin.call(editCoupon, {
        id,
        whiteListedUserId: halves[turn % 2]!,
        blackListedUserId: halves[(turn + 1) % 2]!,
      }),
    ),
  )
  assert.deepEqual(tally(answers), { 200: 12 })
  const moments = answers.map(({ data }) => data.updatedAt)
  assert.equal(new Set(moments).size, 12)
  assert.ok(moments.every((moment) => new Date(moment).getTime() > before))
  const { data } = await admin.call(findCoupon, { id })
  const first = data.whiteListedUserId.includes(ids[0]!) ? 0 : 1
  assert.deepEqual(
    [new Set(data.whiteListedUserId), new Set(data.blackListedUserId)],
    [new Set(halves[first]), new Set(halves[1 - first])],
  )

  for (const change of [{ whiteListedUserId: [] }, { allowedGameId: [game._id] }, {}]) {
    const earlier = await look()
    await admin.call(editCoupon, { id, ...change })
    assert.ok((await look()) > earlier)
  }
})

test('a coupon’s list can be changed while somebody on it places an order', async (shop) => {
  const admin = await signUpAdmin(shop)
  const { id: ashaId } = await signUp(shop, 'Asha Rao')
  const { _id: id } = await makeCoupon(admin)
  await shop.sql.begin(async (tx) => {
    await tx`select from users where id = ${ashaId} for update`
    const { status } = await admin.call(editCoupon, { id, blackListedUserId: [ashaId] })
    assert.equal(status, 200)
  })
})
