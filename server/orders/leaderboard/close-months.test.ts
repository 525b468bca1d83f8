import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import {
  getLeaderboard,
  getPrizes,
  listLeaderboard,
  setPrizes,
} from '#contract/orders/leaderboard.ts'
import { editUserAsAdmin, getUser } from '#contract/accounts/users.ts'
import { listTransactions } from '#contract/money/wallet.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { makeUsers, openLedger } from '#tests/support/money/ledger.ts'
import { logIn, signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { buy, close, giveBack, inShop } from '#tests/support/money/spending.ts'
import { until } from '#tests/support/shop/wait.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'

const PRIZES = {
  firstPrize: 2_000_00,
  secondPrize: 1_000_00,
  thirdPrize: 500_00,
  topTenPrize: 100_00,
}
const LAST_MOMENT = inShop('2025-10-31T23:59:59.999')
const CLOSING = inShop('2025-11-01T00:10:00')

const spend = ({ sql }: Pick<TestShop, 'sql'>, userId: string, amount: number, at: Date) =>
  buy(sql, { userId, amount, at })

async function listWinners({ sql }: Pick<TestShop, 'sql'>, period: string) {
  const rows = await sql<{ userId: string; spend: number; prize: number; isPaid: boolean }[]>`
    select user_id, spend, prize, paid_at is not null as is_paid
    from winner where period = ${period} order by rank`
  return rows.map(({ userId, spend, prize, isPaid }) => [userId, spend, prize, isPaid])
}

const listClosed = async ({ sql }: Pick<TestShop, 'sql'>) =>
  (await sql<{ period: string }[]>`select period from closed_month order by closed_at, period`).map(
    ({ period }) => period,
  )

/** A shop whose clock is set to a month, with prizes for it. */
async function openShopAt(t: Parameters<typeof openShop>[0], moment: string) {
  const shop = await openShop(t)
  shop.setClock(inShop(moment))
  const admin = await signUpAdmin(shop)
  await admin.call(setPrizes, PRIZES)
  return { shop, admin }
}

test('closing a month credits its prizes, mails the winners and fixes the ranking', async (t) => {
  const { shop, admin: before } = await openShopAt(t, '2025-10-20T12:00:00')
  const names = ['Asha', 'Rohan', 'Meera', 'Kabir']
  const people: Member[] = []
  for (const [index, name] of names.entries()) {
    const person = await signUp(shop, `${name} Rao`)
    people.push(person)
    await spend(shop, person.id, 500_00 - index, LAST_MOMENT)
  }
  shop.setClock(inShop('2025-11-02T12:00:00'))
  const admin = await logIn(before)
  await admin.call(setPrizes, { ...PRIZES, firstPrize: 9_000_00 }) // for November
  const open = await shop.visitor.send('GET', '/api/v1/leaderboard?') // a query bypasses the cache
  assert.equal((open.data as { isPastClosed: boolean }).isPastClosed, false, 'prizes are not paid')
  await shop.sql.begin((tx) => enqueue(tx, 'close-months', {}, { runAt: CLOSING }))
  await until('all are paid', async () => {
    const [row] = await shop.sql<[{ count: number }]>`select count(paid_at) from winner`
    return row.count === 4
  })
  const amounts = [2_000_00, 1_000_00, 500_00, 100_00]
  for (const [index, member] of people.entries()) {
    const person = await logIn(member)
    assert.equal((await person.call(getUser, {})).data.balance, amounts[index])
    const { transactions } = (
      await person.call(listTransactions, { page: 1, limit: 9, sort: '-date' })
    ).data
    assert.deepEqual(
      transactions.map(({ kind, price }) => [kind, price]),
      [['prize', amounts[index]]],
    )
  }
  shop.setClock(new Date()) // what is enqueued now is due now
  const mail = await shop.inbox.find(
    people[0]!.email,
    '₹2,000.00 for your place on the leaderboard',
  )
  assert.match(mail.text, /October 2025 is closed, and you’re number 1. You spent ₹500.00/)

  shop.setClock(inShop('2025-11-02T12:00:01'))
  await shop.sql`update orders set status = 'refunded', ended_at = now(), refunded_at = now()`
  await spend(shop, people[3]!.id, 9_999_00, LAST_MOMENT)
  await admin.call(editUserAsAdmin, { id: people[1]!.id, isBlocked: true })
  const { data } = await shop.visitor.call(getLeaderboard, {})
  assert.deepEqual(
    data.pastLeaderboard.map(({ fname, spend }) => [fname, spend]),
    [
      ['Asha', 500_00],
      ['Meera', 499_98],
      ['Kabir', 499_97],
    ],
  )
  assert.equal(data.isPastClosed, true)
  assert.equal((await shop.visitor.call(getPrizes, {})).data.previousPrize.firstPrize, 2_000_00)
  const whole = await admin.call(listLeaderboard, {
    page: 1,
    limit: 10,
    search: '',
    searchIndex: 'email',
    sort: 'rank',
    period: 'previous',
  })
  assert.deepEqual(
    whole.data.leaderboard.map(({ fname, rank, spend, prize }) => [fname, rank, spend, prize]),
    names.map((name, index) => [name, index + 1, 500_00 - index, amounts[index]]),
  )
})

test('ranks 4 to 10 get equal prizes, rank 11 none, and blocked, deleted and reseller accounts are excluded', async (t) => {
  const { shop, admin } = await openShopAt(t, '2025-10-20T12:00:00')
  const [blocked, gone] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Rohan Rao')]
  const reseller = await signUp(shop, 'Lena Rao')
  for (const { id } of [blocked, gone, reseller]) await spend(shop, id, 900_00, LAST_MOMENT)
  await admin.call(editUserAsAdmin, { id: blocked.id, isBlocked: true })
  await proveEmail(shop, reseller)
  await admin.call(editUserAsAdmin, { id: reseller.id, role: 'reseller' })
  await gone.call(deleteUser, {})
  const people = await makeUsers(shop.sql, 11)
  for (const [index, id] of people.entries()) await spend(shop, id, 500_00 - index, LAST_MOMENT)
  await close(shop.sql, CLOSING)
  const prizes = [2_000_00, 1_000_00, 500_00, ...Array<number>(7).fill(100_00)]
  assert.deepEqual(
    await listWinners(shop, '2025-10'),
    prizes.map((prize, index) => [people[index], 500_00 - index, prize, true]),
  )
})

test('an account deleted between closing and payment gets no prize, and the others get theirs', async (t) => {
  const { shop } = await openShopAt(t, '2025-10-20T12:00:00')
  const [asha, rohan] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Rohan Rao')]
  for (const { id } of [asha, rohan]) await spend(shop, id, 500_00, LAST_MOMENT)
  // Her prize cannot be paid for a while, because her account is locked.
  await shop.sql
    .begin(async (tx) => {
      await tx`select from users where id = ${asha.id} for update`
      const closing = close(shop.sql, CLOSING)
      await until('his is paid', async () =>
        (await listWinners(shop, '2025-10')).some(([id, , , isPaid]) => id === rohan.id && isPaid),
      )
      await tx`
        update users set deleted_at = now(), email = null, phone = null, password_hash = null
        where id = ${asha.id}`
      return { closing }
    })
    .then(({ closing }) => closing)
  await close(shop.sql)
  const [row] = await shop.sql<[{ asha: number; rohan: number }]>`
    select balance_of(${asha.id}, 'INR') as asha, balance_of(${rohan.id}, 'INR') as rohan`
  assert.deepEqual({ ...row }, { asha: 0, rohan: 1_000_00 })
})

test('a month without prizes of its own uses earlier ones, and pays nothing if there are none', async (t) => {
  const { shop } = await openShopAt(t, '2025-09-10T12:00:00')
  const [asha] = (await makeUsers(shop.sql, 1)) as [string]
  for (const month of ['08', '09', '10'])
    await spend(shop, asha, 100_00, inShop(`2025-${month}-12T12:00:00`))
  await close(shop.sql, CLOSING)
  assert.deepEqual(await listWinners(shop, '2025-08'), [[asha, 100_00, 0, false]])
  for (const period of ['2025-09', '2025-10'])
    assert.deepEqual(await listWinners(shop, period), [[asha, 100_00, 2_000_00, true]])
})

test('a shop that was off for three months closes each month in order, even one without orders', async (t) => {
  const { shop } = await openShopAt(t, '2025-07-10T12:00:00')
  const [asha] = (await makeUsers(shop.sql, 1)) as [string]
  for (const month of ['07', '08', '10'])
    await spend(shop, asha, 100_00, inShop(`2025-${month}-12T12:00:00`))
  await close(shop.sql, inShop('2025-08-01T00:10:00'))
  assert.deepEqual(await listClosed(shop), ['2025-07'])
  await close(shop.sql, CLOSING)
  assert.deepEqual(await listClosed(shop), ['2025-07', '2025-08', '2025-09', '2025-10'])
  const keys = await shop.sql<{ key: string }[]>`select key from transfer order by number`
  assert.deepEqual(
    keys.map(({ key }) => key).toSorted(),
    ['2025-07', '2025-08', '2025-10'].map((period) => `prize:${period}:1`),
  )
})

test('a month closes ten minutes late by the clocks of node and database, and counts orders until then', async (t) => {
  const { sql } = await openLedger(t)
  const [asha, rohan, meera] = (await makeUsers(sql, 3)) as [string, string, string]
  await buy(sql, { userId: asha, amount: 100_00, at: LAST_MOMENT })
  const refunded = await buy(sql, { userId: rohan, amount: 300_00, at: LAST_MOMENT })
  const last = new Date(CLOSING.getTime() - 1)
  await close(sql, inShop('2025-11-01T00:00:00'))
  await close(sql, last)
  await close(sql, inShop('2025-10-15T00:00:00')) // a node whose clock is behind
  assert.deepEqual(await listClosed({ sql }), [])

  // An order of the last millisecond is still being written when the month ends.
  const slow = Promise.withResolvers<void>()
  const written = sql.begin(async (tx) => {
    await buy(tx, { userId: meera, amount: 200_00, at: LAST_MOMENT })
    await slow.promise
  })
  await giveBack(sql, refunded, inShop('2025-11-01T00:00:00.001'))
  slow.resolve()
  await written
  await close(sql, CLOSING)
  assert.deepEqual(
    (await listWinners({ sql }, '2025-10')).map(([id, spend]) => [id, spend]),
    [
      [meera, 200_00],
      [asha, 100_00],
    ],
  )

  const now = new Date()
  await buy(sql, { userId: asha, amount: 100_00, at: now })
  await close(sql, new Date(now.getTime() + 40 * 24 * 60 * 60 * 1000)) // a node whose clock is ahead
  const [row] = await sql<[{ open: number }]>`
    select count(*) as open from spend where period not in (select period from closed_month)`
  assert.equal(row.open, 1)
})
