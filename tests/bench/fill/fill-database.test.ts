import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getLeaderboard } from '#contract/orders/leaderboard.ts'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { fillDatabase } from './fill-database.ts'

test('a filled shop has a correct ledger, matching counts, and all guards', async (t) => {
  const { sql, databaseUrl, visitor } = await openShop(t)
  const guards = await listGuards(sql)
  await fillDatabase(databaseUrl, { orders: 5_000, people: 300 })
  const { counts, fault } = await verifyLedger(sql)
  assert.equal(fault, null)
  assert.equal(counts.postings, 15_000)
  assert.deepEqual(await auditBooks(sql), [])
  assert.deepEqual(await listGuards(sql), guards)
  const { data } = await visitor.call(getLeaderboard, {})
  assert.equal(data.pastLeaderboard.length, 10)
  await assert.rejects(fillDatabase(databaseUrl, { orders: 1, people: 1 }), /already/)
})

/** Lists all indexes, constraints and triggers except those of the generator's own table. */
async function listGuards(sql: Sql): Promise<string[]> {
  const rows = await sql<{ guard: string }[]>`
    select indexdef as guard from pg_indexes where schemaname = current_schema() and tablename <> 'bench_user'
    union all
    select conrelid::regclass || ' ' || conname || ' ' || replace(pg_get_constraintdef(oid), ' NOT VALID', '')
    from pg_constraint
    where connamespace = current_schema()::regnamespace and conrelid <> 0 and conrelid::regclass::text <> 'bench_user'
    union all
    select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    order by 1`
  return rows.map(({ guard }) => guard)
}
