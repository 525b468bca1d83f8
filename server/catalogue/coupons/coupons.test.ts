import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createCoupon,
  deleteCoupon,
  editCoupon,
  findCoupon,
  listCoupons,
} from '#contract/catalogue/coupons.ts'
import { pino } from 'pino'
import { connect } from '#server/platform/db/db.ts'
import { migrate, readMigrations } from '#server/platform/db/migrate.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { makeGame } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { signUp, signUpAdmin, tally } from '#tests/support/accounts/people.ts'
import { createDatabase, openShop } from '#tests/support/shop/shop.ts'
import { shareShop } from '#tests/support/shop/share.ts'

const testInShop = shareShop(openShop)

const LIST = { page: 1, limit: 10, search: '', sort: '-createdAt' } as const

testInShop('adding, editing and deleting a coupon work and are audited', async (shop) => {
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin)
  const asha = await signUp(shop, 'Asha Rao')
  const { data: coupon, message } = await admin.call(createCoupon, {
    couponCode: ' welcome50 ',
    discount: 50_00,
    minPrice: 199_00,
    expiresOn: '2030-01-31',
    maxNumberOfUsage: 100,
    maxNumberOfUsagePerUser: 2,
    isFirstOrderOnly: true,
    allowedRoles: ['reseller', 'user'],
    minMargin: 2_50,
    whiteListedUserId: [asha.id],
    allowedGameId: [game._id],
  })
  const { _id: id, createdAt, updatedAt, users, ...fields } = coupon
  const expected = {
    couponCode: 'WELCOME50',
    discount: 50_00,
    minPrice: 199_00,
    expiresOn: '2030-01-31T18:29:59.999Z',
    status: true,
    numberOfUsage: 0,
    maxNumberOfUsage: 100,
    maxNumberOfUsagePerUser: 2,
    isFirstOrderOnly: true,
    allowedRoles: ['user', 'reseller'],
    minMargin: 2_50,
    noOfWhiteListedUsers: 1,
    noOfBlackListedUsers: 0,
    allowedGameId: [game._id],
    isGlobal: false,
    whiteListedUserId: [asha.id],
    blackListedUserId: [],
  }
  assert.equal(message, 'Coupon added')
  assert.deepEqual(fields, expected)
  assert.deepEqual(users, [{ _id: asha.id, fullName: 'Asha Rao', email: asha.email }])
  assert.equal(createdAt, updatedAt)
  assert.deepEqual((await admin.call(findCoupon, { id })).data, coupon)

  const { data: edited } = await admin.call(editCoupon, {
    id,
    status: false,
    maxNumberOfUsage: 0,
    expiresOn: '',
    isGlobal: true,
    maxNumberOfUsagePerUser: '',
    isFirstOrderOnly: false,
    allowedRoles: ['user'],
    minMargin: null,
  })
  const change = {
    status: false,
    maxNumberOfUsage: 0,
    expiresOn: null,
    isGlobal: true,
    maxNumberOfUsagePerUser: 0,
    isFirstOrderOnly: false,
    allowedRoles: ['user'],
    minMargin: null,
  } as const
  assert.deepEqual(edited, { ...coupon, ...change, updatedAt: edited.updatedAt })
  assert.deepEqual((await admin.call(findCoupon, { id })).data, edited)

  assert.equal((await admin.call(deleteCoupon, { id })).message, 'Coupon deleted')
  assert.equal((await admin.call(findCoupon, { id })).status, 404)

  const { whiteListedUserId, blackListedUserId, ...told } = expected
  const inRupees = { ...told, whiteListedUserId }
  assert.deepEqual(
    (await listActions(shop))
      .filter(({ subject }) => subject === `coupon ${id}`)
      .map(({ action, before, after }) => [action, before, after]),
    [
      ['create coupon', null, inRupees],
      ['edit coupon', told, { ...told, ...change }],
      ['delete coupon', { ...told, ...change }, null],
    ],
  )
  assert.deepEqual(blackListedUserId, [])
})

testInShop(
  'simultaneous coupons with one code leave one, and deletion frees the code',
  async (shop) => {
    const admin = await signUpAdmin(shop)
    const create = () => admin.call(createCoupon, { couponCode: 'DIWALI', discount: 10_00 })
    const answers = await Promise.all(Array.from({ length: 10 }, create))
    assert.deepEqual(tally(answers), { 200: 1, 409: 9 })
    const refused = answers.find(({ status }) => status === 409)!
    assert.deepEqual(
      [refused.code, refused.message, refused.errors[0]?.field],
      ['COUPON_CODE_TAKEN', 'A coupon with this code already exists', 'couponCode'],
    )
    const other = await makeCoupon(admin)
    const renamed = await admin.call(editCoupon, { id: other._id, couponCode: 'DIWALI' })
    assert.deepEqual([renamed.status, renamed.errors[0]?.field], [409, 'couponCode'])

    const { _id: id } = answers.find(({ status }) => status === 200)!.data
    await admin.call(deleteCoupon, { id })
    assert.equal((await create()).status, 200)
  },
)

testInShop('an invalid coupon is refused with the field that is wrong', async (shop) => {
  const admin = await signUpAdmin(shop)
  const countCoupons = async () => (await admin.call(listCoupons, LIST)).data.totalCoupons
  const before = await countCoupons()
  const good = { couponCode: 'GOOD', discount: 10 }
  for (const [change, field] of [
    [{ couponCode: '' }, 'couponCode'],
    [{ couponCode: 'TWO WORDS' }, 'couponCode'],
    [{ couponCode: '-DASH' }, 'couponCode'],
    [{ couponCode: 'दिवाली' }, 'couponCode'],
    [{ couponCode: 'A'.repeat(41) }, 'couponCode'],
    [{ discount: 0 }, 'discount'],
    [{ discount: -10 }, 'discount'],
    [{ discount: 0.001 }, 'discount'],
    [{ discount: '10' }, 'discount'],
    [{ minPrice: -1 }, 'minPrice'],
    [{ expiresOn: 'soon' }, 'expiresOn'],
    [{ expiresOn: '2026-02-30' }, 'expiresOn'],
    [{ expiresOn: '0000-01-01' }, 'expiresOn'],
    [{ maxNumberOfUsage: -1 }, 'maxNumberOfUsage'],
    [{ maxNumberOfUsage: 1.5 }, 'maxNumberOfUsage'],
    [{ maxNumberOfUsage: 1e12 }, 'maxNumberOfUsage'],
    [{ numberOfUsage: 0 }, 'numberOfUsage'],
    [{ status: 'true' }, 'status'],
    [{ isGlobal: 1 }, 'isGlobal'],
    [{ maxNumberOfUsagePerUser: -1 }, 'maxNumberOfUsagePerUser'],
    [{ isFirstOrderOnly: 'yes' }, 'isFirstOrderOnly'],
    [{ allowedRoles: [] }, 'allowedRoles'],
    [{ allowedRoles: ['user', 'user'] }, 'allowedRoles'],
    [{ minMargin: -1 }, 'minMargin'],
    [{ minMargin: 0.001 }, 'minMargin'],
    [{ minMargin: '5' }, 'minMargin'],
    [{ whiteListedUserId: 'everybody' }, 'whiteListedUserId'],
  ] as const) {
    const answer = await admin.send('POST', '/api/v1/coupon', { ...good, ...change })
    assert.deepEqual(
      [answer.status, answer.errors[0]?.field],
      [400, field],
      `${JSON.stringify(change)} ${answer.message}`,
    )
  }
  assert.equal(await countCoupons(), before)
})

test('coupons are searched, sorted and paged, without their customer lists', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  for (const [couponCode, discount] of [
    ['SUMMER_20', 20_00],
    ['DIWALI', 5_00],
    ['SUMMER50', 50_00],
  ] as const)
    await makeCoupon(admin, { couponCode, discount, blackListedUserId: [asha.id] })
  const codes = async (change: object) => {
    const { data } = await admin.call(listCoupons, { ...LIST, ...change })
    return [data.coupons.map(({ couponCode }) => couponCode), data.totalCoupons]
  }
  assert.deepEqual(await codes({}), [['SUMMER50', 'DIWALI', 'SUMMER_20'], 3])
  assert.deepEqual(await codes({ search: 'summer' }), [['SUMMER50', 'SUMMER_20'], 2])
  assert.deepEqual(await codes({ search: '_' }), [['SUMMER_20'], 1])
  assert.deepEqual(await codes({ sort: 'discount' }), [['DIWALI', 'SUMMER_20', 'SUMMER50'], 3])
  assert.deepEqual(await codes({ sort: '-couponCode', limit: 1, page: 3 }), [['DIWALI'], 3])
  const { data } = await admin.call(listCoupons, LIST)
  assert.deepEqual(
    data.coupons.map(({ noOfBlackListedUsers }) => noOfBlackListedUsers),
    [1, 1, 1],
  )
  assert.ok(!JSON.stringify(data).includes(asha.id))
  for (const address of ['?sort=secret', '?searchIndex=code', '?limit=101'])
    assert.equal((await admin.send('GET', `/api/v1/coupon${address}`)).status, 400)
})

testInShop('an unknown or deleted coupon is 404', async (shop) => {
  const admin = await signUpAdmin(shop)
  const gone = await makeCoupon(admin)
  await admin.call(deleteCoupon, { id: gone._id })
  for (const id of [crypto.randomUUID(), gone._id])
    for (const answer of [
      await admin.call(findCoupon, { id }),
      await admin.call(editCoupon, { id, status: true }),
      await admin.call(deleteCoupon, { id }),
    ])
      assert.deepEqual([answer.status, answer.message], [404, 'Coupon not found'])
})

test('coupons from before roles are for customers, and for the roles on their white list', async (t) => {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const url = await createDatabase(stack)
  const sql = connect(url, { connectionsMax: 1 })
  stack.defer(() => sql.end())
  const all = readMigrations()
  const log = pino({ enabled: false })
  const rules = all.findIndex(({ name }) => name.endsWith('coupon-rules.sql'))
  await migrate(url, log, { migrations: all.slice(0, rules), functions: [] })
  await sql.unsafe(`
    insert into users (id, full_name, email, role, created_at, updated_at)
    select gen_random_uuid(), role, role || '@example.com', role, now(), now() from unnest(array['user', 'reseller', 'admin']) role;
    insert into coupon (id, code, discount, price_min, is_active, is_global, created_at, updated_at)
    select gen_random_uuid(), code, 50, 0, true, true, now(), now() from unnest(array['ALL', 'SOME', 'NOT']) code;
    insert into coupon_user
    select coupon.id, users.id, code = 'SOME' from coupon, users where code <> 'ALL' and role <> 'admin'`)
  await migrate(url, log)
  const coupons = await sql`
    select code, roles, use_max_each, is_first_order_only, margin_min from coupon order by code`
  const before = { useMaxEach: null, isFirstOrderOnly: false, marginMin: null }
  assert.deepEqual(
    coupons.map((coupon) => ({ ...coupon })),
    [
      { code: 'ALL', roles: ['user'], ...before },
      { code: 'NOT', roles: ['user'], ...before },
      { code: 'SOME', roles: ['user', 'reseller'], ...before },
    ],
  )
})
