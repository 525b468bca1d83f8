import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endow, makeUsers, openLedger, seal, spend } from '#tests/support/money/ledger.ts'
import { run } from '#tests/support/shop/process.ts'

test('the command verifies the ledger, and exits with 1 and the first fault', async (t) => {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const { sql, databaseUrl } = await openLedger(t)
  const [asha] = await makeUsers(sql, 1)
  await endow(sql, asha!, 1_000)
  await spend(sql, asha!, 300)
  await seal(sql)
  const verify = async (...args: string[]) => {
    const env = { DATABASE_URL: databaseUrl }
    const { said, ended } = run(stack, ['scripts/ledger-verify.ts', ...args], { env })
    return { status: await ended, said: said() }
  }
  const good = await verify()
  assert.equal(good.status, 0)
  assert.match(good.said, /^1 wallets with 2 postings, 2 transfers, 2 of them under 1 seals, in /)
  assert.match(good.said, /The books are right\.$/m)
  const hash = /^Seal 1: ([0-9a-f]{64})$/m.exec(good.said)![1]!
  assert.equal((await verify('1', hash)).status, 0)
  const gone = await verify('2', hash)
  assert.equal(gone.status, 1)
  assert.match(gone.said, /FAULT\. Seal 2: it was written down, but is missing/)
  const wrong = await verify('twelve')
  assert.deepEqual([wrong.status, /Name a seal by its number/.test(wrong.said)], [1, true])

  await sql`
    insert into document (series, year, kind, transfer, order_id, user_id, dated_at, content)
    select 'GS', '26-27', 'invoice', nth, gen_random_uuid(), ${asha!}, '2026-10-05', '{"total": 1}'
    from generate_series(1, 2) nth`
  assert.match(
    (await verify()).said,
    /^2 documents, 0 adjustments, 0 disputes\.\nThe books are right\.$/m,
  )
  const write = (total: number) =>
    sql.unsafe(`update document set content = '{"total": ${total}}' where position = 1`)
  await sql.unsafe('alter table document disable trigger stay')
  await write(2)
  const edited = await verify()
  assert.equal(edited.status, 1)
  assert.match(edited.said, /FAULT\. Document GS\/26-27\/0000001 has a wrong hash/)
  await write(1)

  await sql.unsafe(
    'alter table posting disable trigger stay; update posting set balance = 900 where sequence = 2',
  )
  const bad = await verify()
  assert.equal(bad.status, 1)
  assert.match(
    bad.said,
    /FAULT\. Line 2 of wallet:.* INR: its balance is 900, but 1000 and -300 make 700/,
  )
})
