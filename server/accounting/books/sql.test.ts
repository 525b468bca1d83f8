import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeUsers, openLedger, QUIET } from '#tests/support/money/ledger.ts'
import { moveMoney, walletOf } from '#server/money/ledger/ledger.ts'
import { readEntries } from './entries.ts'
import { hasDue } from './sql.ts'

test('documents of one moment are read once each, however many pages they fill', async (t) => {
  const { sql } = await openLedger(t)
  const content = { lines: [], taxes: [], placeOfSupply: '', seller: { taxId: '' } }
  await sql`
    insert into document (series, year, kind, transfer, order_id, user_id, dated_at, content)
    select 'GS', '26-27', 'invoice', nth, gen_random_uuid(), gen_random_uuid(), '2026-10-05', ${sql.json(content)}
    from generate_series(1, 1_001) nth`
  const transfers = new Set<number>()
  let count = 0
  for await (const { transfer } of readEntries(sql, '2026-10')) {
    transfers.add(transfer)
    count++
  }
  assert.deepEqual([count, transfers.size], [1_001, 1_001])
})

test('a ledger line waits for its document until both cursors have passed it', async (t) => {
  const { sql } = await openLedger(t)
  const [user] = await makeUsers(sql, 1)
  const now = new Date('2026-10-31T18:29:59Z')
  const line = { from: 'house:gateway', to: walletOf(user!), currency: 'INR', amount: 1 } as const
  const movement = { key: 'payment:razorpay:pay_1', kind: 'top-up', lines: [line], now } as const
  await sql.begin((tx) => moveMoney(QUIET, tx, { ...movement, lines: [line] }))
  const isDue = (before: string) => sql.begin((tx) => hasDue(tx, new Date(before)))
  assert.deepEqual(
    [await isDue('2026-10-31T18:30:00Z'), await isDue('2026-10-31T18:29:59Z')],
    [true, false],
  )
  await sql`update document_cursor set last = (select max(number) from transfer)`
  assert.equal(await isDue('2026-10-31T18:30:00Z'), true)
  await sql`update document_cursor set last_payment = last`
  assert.equal(await isDue('2026-10-31T18:30:00Z'), false)
})
