import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '#server/platform/db/db.ts'
import { makeUsers, openLedger } from '#tests/support/money/ledger.ts'
import { BEGINNING, growTree, hashSeal } from './chain.ts'
import { insertSeal, selectLeaves } from './sql.ts'
import { verifyLedger } from './verify.ts'

const SEALS = 1_205 // more than the verifier loads at once

/** Fills the ledger with one seal for each transfer, as if one had come every ten minutes. */
async function fill(sql: Sql): Promise<void> {
  const [userId] = await makeUsers(sql, 1)
  await sql`
    insert into account (address, currency, user_id) values (${`wallet:${userId}`}, 'INR', ${userId})`
  await sql`
    insert into transfer (key, line, kind, debit, credit, currency, amount, reference, created_at)
    select 'gift:' || n, 1, 'gift', house.id, wallet.id, 'INR', n, 'GSTEST', date_trunc('milliseconds', now())
    from generate_series(1, ${SEALS}::int) as n
    join account wallet on wallet.user_id = ${userId}
    join account house on house.address = 'house:gifts' and house.currency = 'INR'`
  let before = BEGINNING
  const leaves = await selectLeaves(sql, { after: 0, upTo: Number.MAX_SAFE_INTEGER, max: SEALS })
  for (const [index, { number: last, hash, sourceHash, targetHash }] of leaves.entries()) {
    const tree = growTree()
    tree.add([hash, sourceHash, targetHash])
    const fields = { number: index + 1, last, count: 1, root: tree.root(), createdAt: new Date() }
    before = hashSeal(before, fields)
    await insertSeal(sql, { ...fields, hash: before }, last - 1)
  }
}

/** Edits with the triggers disabled and returns the fault that is found. Undoes the edit. */
async function faultAfter(sql: Sql, edit: string, undo: string): Promise<string | null> {
  await sql.unsafe(`alter table seal disable trigger all; ${edit}`)
  const { fault } = await verifyLedger(sql)
  await sql.unsafe(undo)
  return fault
}

test('each seal is verified against its postings, even over several batches', async (t) => {
  const { sql } = await openLedger(t)
  await fill(sql)
  const { counts, fault } = await verifyLedger(sql)
  assert.deepEqual(
    [fault, counts.seals, counts.sealed, counts.transfers, counts.postings],
    [null, SEALS, SEALS, SEALS, SEALS],
  )
  await sql.unsafe('create table kept as select * from seal')
  const restore = 'delete from seal; insert into seal select * from kept'
  for (const number of [1, 999, 1_000, 1_001, SEALS]) {
    const one = `where number = ${number}`
    for (const edit of [
      `update seal set root = set_byte(root, 5, (get_byte(root, 5) + 1) % 256) ${one}`,
      `update seal set last = last - 1 ${one}`,
      `update seal set last = 9000000000000000000 ${one}`,
      `update seal set last = -5 ${one}`,
      `update seal set count = 2 ${one}`,
    ])
      assert.match(
        String(await faultAfter(sql, edit, restore)),
        new RegExp(`^Seal ${number}: `),
        edit,
      )
    const missed = await faultAfter(sql, `delete from seal ${one}`, restore)
    if (number === SEALS) assert.equal(missed, null)
    else assert.match(String(missed), new RegExp(`^Seal ${number + 1}: the seals between`))
  }
  assert.equal((await verifyLedger(sql)).fault, null)
})
