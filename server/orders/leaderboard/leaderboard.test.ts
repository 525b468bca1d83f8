import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import { getLeaderboard, getOwnPlace, listLeaderboard } from '#contract/orders/leaderboard.ts'
import { periodOf, periodStart } from '#contract/core/period.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { makeUsers } from '#tests/support/money/ledger.ts'
import { logIn, signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { buy, deliver, giveBack, inShop, pay } from '#tests/support/money/spending.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'

const NOW = inShop('2025-11-12T12:00:00')

/** A shop in the middle of November. */
async function openNovember(t: Parameters<typeof openShop>[0]) {
  const shop = await openShop(t)
  shop.setClock(NOW)
  return shop
}

type Ranked = { fname: string; spend: number }[]

const toPairs = (list: Ranked) => list.map(({ fname, spend }) => [fname, spend])

/** Reads the current ranking: a query bypasses the cache. */
async function see(shop: TestShop) {
  const { data } = await shop.visitor.send('GET', '/api/v1/leaderboard?')
  const { currentLeaderboard, pastLeaderboard } = data as Record<string, Ranked>
  return { current: toPairs(currentLeaderboard!), past: toPairs(pastLeaderboard!) }
}

/** A minute of the tenth of November. */
const minute = (number: number) => inShop(`2025-11-10T10:0${number}:00`)

const spend = ({ sql }: TestShop, { id: userId }: Member, rupees: number, at = NOW) =>
  buy(sql, { userId, amount: Math.round(rupees * 100), at })

test('the ranking counts delivered orders less refunds, and shows first names only', async (t) => {
  const shop = await openNovember(t)
  const [asha, rohan] = [await signUp(shop, 'Asha Rao Patil'), await signUp(shop, 'Rohan Mehta')]
  await spend(shop, asha, 200.5)
  const second = await spend(shop, asha, 300)
  await spend(shop, rohan, 400)
  const unpaid = await buy(shop.sql, { userId: rohan.id, amount: 500_00, at: NOW, paidAt: null })
  await buy(shop.sql, { userId: rohan.id, amount: 700_00, at: NOW, deliveredAt: null })
  assert.deepEqual((await see(shop)).current, [
    ['Asha', 500.5],
    ['Rohan', 400],
  ])
  await giveBack(shop.sql, second)
  assert.deepEqual((await see(shop)).current, [
    ['Rohan', 400],
    ['Asha', 200.5],
  ])
  await pay(shop.sql, unpaid, NOW)
  await deliver(shop.sql, unpaid, NOW)
  await giveBack(shop.sql, second) // a second time changes nothing
  const { data } = await shop.visitor.call(getLeaderboard, {})
  assert.deepEqual(data, {
    currentLeaderboard: [
      { fname: 'Rohan', totalSpent: 900_00, spend: 900_00 },
      { fname: 'Asha', totalSpent: 200_50, spend: 200_50 },
    ],
    pastLeaderboard: [],
    currentPeriod: '2025-11',
    pastPeriod: '2025-10',
    endsAt: '2025-11-30T18:30:00.000Z',
    daysLeft: 19,
    isPastClosed: true, // nobody ranked, so there is nothing to close
  })
})

test('a customer who spent nothing, or was refunded in full, is not ranked', async (t) => {
  const shop = await openNovember(t)
  const asha = await signUp(shop, 'Asha Rao')
  await spend(shop, asha, 0)
  await giveBack(shop.sql, await spend(shop, asha, 100))
  assert.deepEqual((await see(shop)).current, [])
  assert.deepEqual((await asha.call(getOwnPlace, {})).data, { rank: null, spend: 0 })
})

test('customers with equal spend rank by who reached it first, even after a refund', async (t) => {
  const shop = await openNovember(t)
  const [asha, rohan] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Rohan Mehta')]
  await spend(shop, rohan, 100, minute(2))
  await spend(shop, asha, 60, minute(1))
  await spend(shop, asha, 40, minute(3))
  const names = async () => (await see(shop)).current.map(([name]) => name)
  assert.deepEqual(await names(), ['Rohan', 'Asha'])
  const latest = await spend(shop, rohan, 10, minute(4))
  await spend(shop, asha, 10, minute(5))
  assert.deepEqual(await names(), ['Rohan', 'Asha'])
  await giveBack(shop.sql, await spend(shop, rohan, 5, minute(6)))
  assert.deepEqual(await names(), ['Rohan', 'Asha'], 'what was given back does not count as late')
  await giveBack(shop.sql, latest)
  await spend(shop, rohan, 10, minute(7))
  assert.deepEqual(await names(), ['Asha', 'Rohan'])
})

test('a month starts and ends at midnight in the shop’s time zone', async (t) => {
  const shop = await openNovember(t)
  const asha = await signUp(shop, 'Asha Rao')
  for (const [moment, rupees] of [
    ['2025-09-30T23:59:59.999', 1],
    ['2025-10-01T00:00:00.000', 2],
    ['2025-10-31T23:59:59.999', 4],
    ['2025-11-01T00:00:00.000', 8],
    ['2025-11-30T23:59:59.999', 16],
    ['2025-12-01T00:00:00.000', 32],
  ] as const)
    await spend(shop, asha, rupees, inShop(moment))
  const { current, past } = await see(shop)
  assert.deepEqual([current, past], [[['Asha', 24]], [['Asha', 6]]])
  const rows = await shop.sql<{ period: string; amount: number }[]>`
    select period, amount from spend order by period`
  assert.deepEqual(
    rows.map(({ period, amount }) => [period, amount]),
    [
      ['2025-09', 1_00],
      ['2025-10', 6_00],
      ['2025-11', 24_00],
      ['2025-12', 32_00],
    ],
  )
  for (const { period } of rows) assert.equal(periodOf(periodStart(period)), period)
})

test('an order paid in one month and delivered in the next counts for the next', async (t) => {
  const shop = await openNovember(t)
  const asha = await signUp(shop, 'Asha Rao')
  const at = inShop('2025-10-31T23:58:00')
  const deliveredAt = inShop('2025-11-01T00:01:00')
  await buy(shop.sql, { userId: asha.id, amount: 100_00, at, deliveredAt })
  await giveBack(shop.sql, await spend(shop, asha, 50))
  const { current, past } = await see(shop)
  assert.deepEqual([current, past], [[['Asha', 100]], []])
  const [row] = await shop.sql<{ reachedAt: Date }[]>`select reached_at from spend`
  assert.deepEqual(row!.reachedAt, deliveredAt)
})

test('the ranking shows ten customers, and no blocked or deleted ones', async (t) => {
  const shop = await openNovember(t)
  const admin = await signUpAdmin(shop)
  const people: Member[] = []
  for (const [index, name] of ['Asha', 'Rohan', 'Meera', 'Kabir'].entries()) {
    const person = await signUp(shop, `${name} Rao`)
    people.push(person)
    await spend(shop, person, 1000 - index)
  }
  for (const [index, userId] of (await makeUsers(shop.sql, 9)).entries())
    await buy(shop.sql, { userId, amount: 100_00 - index, at: NOW })
  const [asha, rohan] = people as [Member, Member]
  await admin.call(editUserAsAdmin, { id: asha.id, isBlocked: true })
  await rohan.call(deleteUser, {})
  const { current } = await see(shop)
  assert.equal(current.length, 10)
  assert.deepEqual(
    current.slice(0, 3).map(([name]) => name),
    ['Meera', 'Kabir', 'Somebody'],
  )
  assert.deepEqual((await people[3]!.call(getOwnPlace, {})).data, { rank: 2, spend: 997_00 })
  await admin.call(editUserAsAdmin, { id: asha.id, isBlocked: false })
  assert.equal((await see(shop)).current[0]![0], 'Asha')
})

test('resellers, staff and administrators are never ranked, by their current role', async (t) => {
  const shop = await openNovember(t)
  const admin = await signUpAdmin(shop)
  const [asha, ravi, lena] = [
    await signUp(shop, 'Asha Rao'),
    await signUp(shop, 'Ravi Kumar'),
    await signUp(shop, 'Lena Das'),
  ]
  await spend(shop, asha, 100)
  for (const one of [ravi, lena, admin]) await spend(shop, one, 500)
  const names = async () => (await see(shop)).current.map(([name]) => name)
  assert.deepEqual(await names(), ['Ravi', 'Lena', 'Asha'])
  for (const member of [ravi, lena]) await proveEmail(shop, member)
  await admin.call(editUserAsAdmin, { id: ravi.id, role: 'reseller' })
  await admin.call(editUserAsAdmin, { id: lena.id, role: 'staff' })
  assert.deepEqual(await names(), ['Asha'])
  assert.deepEqual((await asha.call(getOwnPlace, {})).data, { rank: 1, spend: 100_00 })
  assert.deepEqual((await (await logIn(ravi)).call(getOwnPlace, {})).data, { rank: null, spend: 0 })
  await admin.call(editUserAsAdmin, { id: ravi.id, role: 'user' })
  assert.deepEqual(await names(), ['Ravi', 'Asha'])
})

test('an administrator reads the whole ranking, with the accounts behind it', async (t) => {
  const shop = await openNovember(t)
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  await spend(shop, asha, 50)
  await spend(shop, asha, 70, inShop('2025-10-05T10:00:00'))
  for (const [index, userId] of (await makeUsers(shop.sql, 30)).entries())
    await buy(shop.sql, { userId, amount: 100_00 + index, at: NOW })
  const all = { page: 1, limit: 10, search: '', searchIndex: 'email', sort: 'rank' } as const
  const list = async (input: object) =>
    (await admin.call(listLeaderboard, { ...all, period: 'current', ...input })).data
  const own = {
    fname: 'Asha',
    userId: { _id: asha.id, fullName: 'Asha Rao', email: asha.email, phone: asha.phone },
    prize: null,
    isPaid: false,
    withheld: 0,
    reclaimed: 0,
    refunded: 0,
  }
  const last = { ...own, rank: 31, totalSpent: 50_00, spend: 50_00 }
  const page = await list({ page: 4 })
  assert.deepEqual(page, { period: '2025-11', leaderboard: [last], total: 31 })
  assert.deepEqual((await list({ sort: '-rank' })).leaderboard[0], last)
  assert.deepEqual(
    (await list({ page: 2 })).leaderboard.map(({ rank }) => rank),
    [11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
  )
  for (const [searchIndex, search] of [
    ['email', asha.email.slice(2).toUpperCase()],
    ['phone', asha.phone],
    ['fullName', 'asha'],
  ])
    assert.deepEqual(await list({ searchIndex, search }), { ...page, total: 1 })
  assert.deepEqual((await list({ search: '100%_' })).leaderboard, [])
  assert.deepEqual(await list({ period: 'previous' }), {
    period: '2025-10',
    leaderboard: [{ ...own, rank: 1, totalSpent: 70_00, spend: 70_00 }],
    total: 1,
  })
})
