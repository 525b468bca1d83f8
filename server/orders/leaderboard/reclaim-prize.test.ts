import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { listLeaderboard, reclaimPrize } from '#contract/orders/leaderboard.ts'
import { periodAfter, periodOf, periodStart } from '#contract/core/period.ts'
import { adjustBalance } from '#contract/money/adjustments.ts'
import { listTransactions } from '#contract/money/wallet.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { endow, spend } from '#tests/support/money/ledger.ts'
import { signUp, signUpAdmin, tally } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { buy, close, giveBack } from '#tests/support/money/spending.ts'

const period = periodAfter(periodOf(new Date()), -1)
const PRIZES = [2_000_00, 1_000_00, 500_00, 100_00]

/** A shop in which last month is closed and its prizes are paid. */
async function openClosed(t: Parameters<typeof openShop>[0], ...names: string[]) {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  await shop.sql`
    insert into prize (period, first_prize, second_prize, third_prize, top_ten_prize, updated_at)
    values (${period}, ${PRIZES[0]}, ${PRIZES[1]}, ${PRIZES[2]}, ${PRIZES[3]}, now())`
  const people = await Promise.all(names.map((name) => signUp(shop, name)))
  const orders: string[] = []
  for (const [index, { id: userId }] of people.entries())
    orders.push(
      await buy(shop.sql, { userId, amount: 900_00 - index * 100, at: periodStart(period) }),
    )
  await close(shop.sql)
  const has = async (id: string) =>
    (await shop.sql<[{ has: number }]>`select balance_of(${id}, 'INR') as has`)[0].has
  const reclaim = (rank: number) =>
    admin.call(reclaimPrize, { period, rank, reason: 'Refunded orders' })
  return { shop, admin, people, orders, has, reclaim }
}

test('an administrator reclaims a prize once, and winner, ledger and audit show it', async (t) => {
  const { shop, admin, people, orders, has, reclaim } = await openClosed(t, 'Asha Rao', 'Rohan Rao')
  const [asha] = people
  await giveBack(shop.sql, orders[0]!)
  assert.equal(await has(asha!.id), 2_000_00)
  const { status, message, data } = await reclaim(1)
  assert.deepEqual([status, message], [200, 'Prize reclaimed'])
  assert.deepEqual(data, { reclaimed: 2_000_00, missing: 0 })
  assert.equal(await has(asha!.id), 0)
  const again = await reclaim(1)
  assert.deepEqual([again.status, again.code], [409, 'PRIZE_RECLAIMED'])

  const mail = await shop.inbox.find(
    asha!.email,
    '₹2,000.00 of your leaderboard prize was taken back',
  )
  assert.match(mail.text, /Reason: Refunded orders/)
  const history = await asha!.call(listTransactions, { page: 1, limit: 9, sort: '-date' })
  assert.deepEqual(
    history.data.transactions.map(({ kind, price }) => [kind, price]),
    [
      ['prize', -2_000_00],
      ['prize', 2_000_00],
    ],
  )
  const [action] = (await listActions(shop)).filter((one) => one.action === 'reclaim prize')
  assert.deepEqual(
    [action!.subject, action!.before, action!.after],
    [
      `prize ${period} rank 1`,
      { reclaimed: 0, balance: 2_000_00 },
      {
        reclaimed: 2_000_00,
        balance: 0,
        missing: 0,
        userId: asha!.id,
        reason: 'Refunded orders',
        UTR: history.data.transactions[0]!.UTR,
      },
    ],
  )
  const list = await admin.call(listLeaderboard, {
    page: 1,
    limit: 10,
    search: '',
    searchIndex: 'email',
    sort: 'rank',
    period: 'previous',
  })
  assert.deepEqual(
    list.data.leaderboard.map(({ spend, prize, isPaid, reclaimed, refunded }) => [
      spend,
      prize,
      isPaid,
      reclaimed,
      refunded,
    ]),
    [
      [900_00, 2_000_00, true, 2_000_00, 900_00],
      [899_00, 1_000_00, true, 0, 0],
    ],
  )
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('reclaiming takes what the wallet holds, never overdraws it, and leaves the rest owed', async (t) => {
  const { shop, people, has, reclaim } = await openClosed(t, 'Asha Rao')
  const { id } = people[0]!
  await spend(shop.sql, id, 1_400_00)
  assert.deepEqual((await reclaim(1)).data, { reclaimed: 600_00, missing: 1_400_00 })
  assert.equal(await has(id), 0)
  const empty = await reclaim(1)
  assert.deepEqual([empty.status, empty.code], [409, 'NOTHING_TO_RECLAIM'])
  await endow(shop.sql, id, 5_000_00)
  assert.deepEqual((await reclaim(1)).data, { reclaimed: 1_400_00, missing: 0 })
  assert.equal(await has(id), 3_600_00)
  assert.equal((await reclaim(1)).code, 'PRIZE_RECLAIMED')
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('a prize reclaimed by many people at once, while it is being spent, is taken once', async (t) => {
  const { shop, admin, people, has, reclaim } = await openClosed(t, 'Asha Rao', 'Rohan Rao')
  const [asha, rohan] = people
  await endow(shop.sql, asha!.id, 9_000_00)
  assert.deepEqual(tally(await Promise.all([1, 1, 1, 1, 1].map(reclaim))), { 200: 1, 409: 4 })
  assert.equal(await has(asha!.id), 9_000_00)

  const spending = Array.from({ length: 10 }, () =>
    spend(shop.sql, rohan!.id, 100_00).then(
      () => 100_00,
      () => 0, // too late
    ),
  )
  const { status, data } = await reclaim(2)
  const spent = (await Promise.all(spending)).reduce((sum, one) => sum + one, 0)
  const taken = status === 200 ? data.reclaimed : 0
  assert.equal((await has(rohan!.id)) + spent + taken, 1_000_00)

  const { id } = await signUp(shop, 'Meera Rao')
  admin.headers['idempotency-key'] = randomUUID()
  await shop.sql`
    insert into winner (period, rank, user_id, spend, prize, paid_at)
    values (${period}, 3, ${id}, 100, 700, now())`
  await endow(shop.sql, id, 500)
  const answers = await Promise.all([3, 3, 3].map(reclaim))
  await endow(shop.sql, id, 500)
  answers.push(await reclaim(3))
  for (const { data } of answers) assert.deepEqual(data, { reclaimed: 500, missing: 200 })
  assert.equal(await has(id), 500)
})

test('a prize that cannot be reclaimed is refused with a reason, and nothing changes', async (t) => {
  const { shop, admin, people, has } = await openClosed(t, 'Asha Rao')
  const good = { period, rank: 1, reason: 'Refunded orders' }
  for (const [body, status, message] of [
    [{ ...good, reason: ' ' }, 400, 'Enter a reason'],
    [{ ...good, period: '2025-13' }, 400, 'Enter a month as YYYY-MM'],
    [{ ...good, rank: 11 }, 400, null],
    [{ ...good, rank: 0 }, 400, null],
    [{ ...good, rank: 1.5 }, 400, null],
    [{ ...good, amount: 5 }, 400, null],
    [{ ...good, rank: 9 }, 404, 'Prize not found'],
    [{ ...good, period: '2020-01' }, 404, 'Prize not found'],
  ] as const) {
    const answer = await admin.send('POST', '/api/v1/prize/reclaim', body)
    assert.equal(answer.status, status, JSON.stringify(body))
    if (message) assert.equal(answer.message, message)
  }
  assert.equal((await people[0]!.call(reclaimPrize, good)).status, 403)
  await shop.sql`update winner set paid_at = null where rank = 1`
  assert.equal((await admin.call(reclaimPrize, good)).code, 'PRIZE_NOT_PAID')
  assert.equal(await has(people[0]!.id), 2_000_00)
})

test('nothing is reclaimed from a wallet below zero', async (t) => {
  const { shop, admin, people, has, reclaim } = await openClosed(t, 'Asha Rao')
  const [asha] = people
  const debt = { userId: asha!.id, amount: -2_500_00, reason: 'Twice', note: 'Ticket 7' }
  await admin.call(adjustBalance, debt)
  assert.equal(await has(asha!.id), -500_00)
  const refused = await reclaim(1)
  assert.deepEqual([refused.status, refused.code], [409, 'NOTHING_TO_RECLAIM'])
  assert.equal(await has(asha!.id), -500_00)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})
