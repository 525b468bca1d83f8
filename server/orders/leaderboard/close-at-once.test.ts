import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '#server/platform/db/db.ts'
import { moveMoney, walletOf } from '#server/money/ledger/ledger.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { makeUsers, openLedger, QUIET } from '#tests/support/money/ledger.ts'
import { buy, close, giveBack, inShop } from '#tests/support/money/spending.ts'
import { until } from '#tests/support/shop/wait.ts'

/** Time from which a month of 2024 may be closed. */
const due = (month: number) => inShop(`2024-0${month + 1}-01T00:10:00`)

const setPrizes = (sql: Sql) => sql`
  insert into prize (period, first_prize, second_prize, third_prize, top_ten_prize, updated_at)
  values ('2024-01', 200000, 100000, 50000, 10000, now())`

test('a refund during closing is counted in the ranking, or comes after it, and never half', async (t) => {
  const { sql } = await openLedger(t, 12)
  const people = await makeUsers(sql, 8)
  for (let round = 0; round < 10; round++) {
    const month = String(round + 1).padStart(2, '0')
    const at = inShop(`2024-${month}-15T12:00:00`)
    const orders: string[] = []
    for (const userId of people) orders.push(await buy(sql, { userId, amount: 100_00, at }))
    for (const userId of people) await buy(sql, { userId, amount: 5_00, at })
    const after = new Date(at.getTime() + 30 * 24 * 60 * 60 * 1000)
    await Promise.all([...orders.map((id) => giveBack(sql, id, after)), close(sql, after)])
    const rows = await sql<{ frozen: number; kept: number }[]>`
      select winner.spend as frozen, amount as kept from winner
      join spend using (period, user_id) where period = ${`2024-${month}`}`
    assert.equal(rows.length, people.length)
    for (const { frozen, kept } of rows) assert.equal(frozen, kept)
  }
})

test('the closing job pays each prize once, even if it is killed and run again on two nodes', async (t) => {
  const { sql } = await openLedger(t, 12)
  await setPrizes(sql)
  const people = await makeUsers(sql, 12)
  for (const month of ['01', '02', '03', '04'])
    for (const [index, userId] of people.entries())
      await buy(sql, {
        userId,
        amount: 100_00 + index,
        at: inShop(`2024-${month}-${10 + index}T12:00:00`),
      })
  let failures = 0
  for (let run = 0; run < 24; run++) {
    const now = due(1 + Math.floor(run / 6))
    const outcomes = Promise.allSettled([close(sql, now), close(sql, now)])
    for (let cut = 0; cut < 3; cut++)
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and random() < 0.5`.catch(
        () => {},
      )
    failures += (await outcomes).filter(({ status }) => status === 'rejected').length
  }
  assert.ok(failures > 0)
  await close(sql, due(4))
  const [sums] = await sql<[{ jobs: number; winners: number; moved: number; lines: number }]>`
    select (select count(*) from job where name = 'tell-winner') as jobs,
      (select count(*) from winner where paid_at is not null) as winners,
      (select sum(amount)::bigint from posting) as moved, (select count(*) from posting) as lines`
  const each = 2_000_00 + 1_000_00 + 500_00 + 7 * 100_00
  assert.deepEqual({ ...sums }, { jobs: 40, winners: 40, moved: 4 * each, lines: 40 })
  assert.equal((await verifyLedger(sql)).fault, null)
})

/** Ranks a month and is interrupted before it pays anybody. */
async function closeUnpaid(sql: Sql, now: Date): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select from users for update`
    let isOver = false
    const closing = assert.rejects(close(sql, now)).finally(() => (isOver = true))
    await until('all payments that waited are cut off', async () => {
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return isOver
    })
    await closing
  })
}

test('after a crash between ranking and payment, new refunds lower prizes and promote nobody', async (t) => {
  const { sql } = await openLedger(t, 12)
  await setPrizes(sql)
  const people = await makeUsers(sql, 6)
  const [asha, rohan, meera, kabir, zoya, tara] = people as [string, ...string[]]
  const at = inShop('2024-01-10T12:00:00')
  const spend = (userId: string | undefined, rupees: number) =>
    buy(sql, { userId: userId!, amount: rupees * 100, at })
  const [some, all] = [await spend(asha, 350), await spend(rohan, 800)]
  await spend(asha, 550)
  for (const [userId, rupees] of [
    [meera, 700],
    [kabir, 600],
    [zoya, 500],
    [tara, 400],
  ] as const)
    await spend(userId, rupees)
  await closeUnpaid(sql, due(1))
  await giveBack(sql, some)
  await giveBack(sql, all)
  await sql`update users set role = 'reseller' where id = ${kabir}`
  await sql`update users set is_blocked = true where id = ${zoya}`
  for (let run = 0; run < 2; run++) {
    await close(sql, due(1))
    const rows = await sql<{ spend: number; prize: number; withheld: number; has: number }[]>`
      select spend, prize, withheld, balance_of(user_id, 'INR') as has from winner order by rank`
    assert.deepEqual(
      rows.map(({ spend, prize, withheld, has }) => [spend, prize, withheld, has]),
      [
        [900_00, 100_00, 1_900_00, 100_00], // 550 would have been the fifth place
        [800_00, 0, 1_000_00, 0],
        [700_00, 500_00, 0, 500_00],
        [600_00, 0, 100_00, 0],
        [500_00, 0, 100_00, 0],
        [400_00, 100_00, 0, 100_00],
      ],
    )
  }
  assert.equal((await verifyLedger(sql)).fault, null)
})

test('the first runner-up counts when refunds leave a winner with less', async (t) => {
  const { sql } = await openLedger(t, 20)
  await setPrizes(sql)
  const people = await makeUsers(sql, 11)
  const at = inShop('2024-01-10T12:00:00')
  const orders: string[] = []
  for (const [index, userId] of people.entries())
    orders.push(await buy(sql, { userId, amount: 500_00 - index * 1_00, at }))
  await buy(sql, { userId: people[9]!, amount: 50, at })
  await closeUnpaid(sql, due(1))
  await giveBack(sql, orders[9]!)
  await close(sql, due(1))
  const [last] = await sql<{ prize: number; withheld: number }[]>`
    select prize, withheld from winner where rank = 10`
  assert.deepEqual({ ...last }, { prize: 0, withheld: 100_00 })
})

test('no prize is paid for an order that is refunded at the same moment', async (t) => {
  const { sql } = await openLedger(t, 20)
  await setPrizes(sql)
  const people = await makeUsers(sql, 8)
  let [withheld, paid] = [0, 0]
  for (const month of ['01', '02', '03', '04', '05', '06', '07', '08']) {
    const at = inShop(`2024-${month}-10T12:00:00`)
    const orders: [id: string, userId: string][] = []
    for (const userId of people)
      orders.push([await buy(sql, { userId, amount: 100_00, at }), userId])
    const now = due(Number(month))
    await Promise.all([
      close(sql, now),
      close(sql, now),
      ...orders.map(([id, userId]) => refund(sql, id, userId)),
    ])
    const rows = await sql<{ prize: number; isPaid: boolean; isLate: boolean | null }[]>`
      select prize, paid_at is not null as is_paid, (
        select refund.number < won.number from transfer won, transfer refund, orders
        where won.key = 'prize:' || period || ':' || rank and refund.key = 'refund:' || orders.id
          and orders.user_id = winner.user_id and shop_month(orders.ended_at) = period
      ) as is_late
      from winner where period = ${`2024-${month}`}`
    for (const { prize, isPaid, isLate } of rows) {
      assert.equal(isPaid, prize > 0)
      assert.equal(isLate, isPaid ? false : null)
      if (isPaid) paid++
      else withheld++
    }
  }
  t.diagnostic(`${paid} paid before the refund, ${withheld} withheld after it`)
  assert.equal((await verifyLedger(sql)).fault, null)
})

/** Refunds in the shop's order of locks: account, money, order. */
const refund = (sql: Sql, orderId: string, userId: string): Promise<void> =>
  sql.begin(async (tx) => {
    await tx`select from users where id = ${userId} for update`
    await moveMoney(QUIET, tx, {
      key: `refund:${orderId}`,
      kind: 'refund',
      orderId,
      lines: [{ from: 'house:sales', to: walletOf(userId), currency: 'INR', amount: 100_00 }],
      now: new Date(),
    })
    await giveBack(tx, orderId)
  })
