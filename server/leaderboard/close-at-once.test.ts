import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyLedger } from '#server/ledger/verify.ts'
import { makeUsers, openLedger } from '#server/testing/ledger.ts'
import { buy, close, giveBack, inShop } from '#server/testing/spending.ts'

/** When a month of 2024 may be closed. */
const due = (month: number) => inShop(`2024-0${month + 1}-01T00:10:00`)

test('refunds in the very moment of closing are in the ranking, or too late for it, and never half', async (t) => {
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

test('the closing job, cut off at any point and run again by two nodes at once, pays each prize once', async (t) => {
  const { sql } = await openLedger(t, 12)
  await sql`
    insert into prize (period, first_prize, second_prize, third_prize, top_ten_prize, updated_at)
    values ('2024-01', 200000, 100000, 50000, 10000, now())`
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
