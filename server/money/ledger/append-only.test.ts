import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect, violates, type Sql } from '#server/platform/db/db.ts'
import { endow, makeUsers, openLedger, seal, spend } from '#tests/support/money/ledger.ts'
import { LEDGER_TABLES, listRefused, TRIGGER_ROLES } from '#tests/support/database/ledger-edits.ts'
import { verifyLedger } from './verify.ts'

async function fill(sql: Sql): Promise<string[]> {
  const people = await makeUsers(sql, 2)
  for (const one of people) {
    await endow(sql, one, 1_000)
    await spend(sql, one, 300)
  }
  await seal(sql)
  return people
}

/** Reads every row of the ledger's tables as text. */
async function read(sql: Sql): Promise<unknown> {
  const all = await Promise.all(
    LEDGER_TABLES.map(
      (table) => sql`select ${sql(table)}::text as row from ${sql(table)} order by 1`,
    ),
  )
  return JSON.stringify(all)
}

for (const role of TRIGGER_ROLES)
  test(`no row of the ledger can be changed or deleted, even by a superuser in the role ${role}`, async (t) => {
    const { sql, databaseUrl } = await openLedger(t)
    await fill(sql)
    const before = await read(sql)
    const own = connect(databaseUrl, { connectionsMax: 1 })
    t.after(() => own.end())
    await own`select set_config('session_replication_role', ${role}, false)`
    const refused = async (text: string) => {
      const error: unknown = await own.unsafe(text).catch((thrown: unknown) => thrown)
      assert.ok(violates(error, 'ledger_stays'), `${text}: ${String(error)}`)
    }
    for (const table of LEDGER_TABLES)
      for (const text of await listRefused(sql, table)) await refused(text)
    await refused(`insert into account (address, currency) values ('house:sales', 'INR')
      on conflict (address, currency) do update set currency = 'USD'`)
    await refused('truncate users cascade')
    assert.equal(await read(sql), before)
    assert.equal((await verifyLedger(sql)).fault, null)
  })

for (const role of TRIGGER_ROLES)
  test(`postings come from transfers only, even for the role ${role}`, async (t) => {
    const { sql, databaseUrl } = await openLedger(t)
    await fill(sql)
    const before = await read(sql)
    const own = connect(databaseUrl, { connectionsMax: 1 })
    t.after(() => own.end())
    await own`select set_config('session_replication_role', ${role}, false)`
    const attempts = [
      // a line for a transfer that has its lines already, for one of other accounts, for none, for the house
      `insert into posting (transfer, account_id) select transfer, account_id from posting limit 1`,
      `insert into posting (transfer, account_id, sequence, balance, amount, user_id, currency, created_at, hash)
        select transfer, account_id, 99, 5000, 5000, user_id, currency, created_at, hash from posting limit 1`,
      `insert into posting (transfer, account_id) select min(transfer), max(account_id) from posting`,
      `insert into posting (transfer, account_id) select 999, min(account_id) from posting`,
      `insert into posting (transfer, account_id) select number, credit from transfer where kind = 'order' limit 1`,
      `insert into posting (transfer, account_id) values (null, null)`,
      `insert into posting default values`,
    ]
    for (const attempt of attempts) await assert.rejects(own.unsafe(attempt), attempt)
    assert.equal(await read(sql), before)
  })

test('a transfer inserted by hand is posted and guarded like any other', async (t) => {
  const { sql } = await openLedger(t)
  const [asha] = await fill(sql)
  const byHand = (fields: Record<string, unknown>) =>
    sql`insert into transfer ${sql.values({
      key: 'by-hand',
      line: 1,
      kind: 'conversion',
      currency: 'INR',
      amount: 5,
      reference: 'HAND',
      createdAt: new Date(),
      ...fields,
    })}`
  const [accounts] = await sql<[{ wallet: number; sales: number; dollars: number }]>`
    select max(id) filter (where user_id = ${asha}) as wallet,
      max(id) filter (where address = 'house:sales' and currency = 'INR') as sales,
      max(id) filter (where address = 'house:sales' and currency = 'USD') as dollars from account`
  const { wallet, sales, dollars } = accounts
  const wrongs: Record<string, unknown>[] = [
    { debit: wallet, credit: dollars },
    { debit: dollars, credit: wallet, currency: 'USD' },
    { debit: wallet, credit: sales, currency: 'USD' },
    { debit: wallet, credit: sales, amount: 701 },
    { debit: wallet, credit: sales, amount: 0 },
    { debit: wallet, credit: sales, amount: -1 },
    { debit: wallet, credit: sales, amount: null },
    { debit: wallet, credit: sales, currency: null },
    { debit: wallet, credit: null },
    { debit: wallet, credit: wallet },
    { debit: wallet, credit: 999_999 },
    { debit: wallet, credit: sales, key: null },
    { debit: wallet, credit: sales, line: 0 },
    { debit: wallet, credit: sales, reference: '=1+1' },
    { debit: wallet, credit: sales, createdAt: '2026-01-01T00:00:00.000001Z' },
    { debit: wallet, credit: sales, createdAt: 'infinity' },
  ]
  for (const wrong of wrongs) await assert.rejects(byHand(wrong), JSON.stringify(wrong))
  await byHand({ debit: wallet, credit: sales, number: 1, hash: Buffer.from('made up') })
  const [row] = await sql`select balance_of(${asha}, 'INR') as balance`
  assert.equal(row!['balance'], 695)
  await seal(sql)
  assert.deepEqual((await verifyLedger(sql)).fault, null)
})

test('a table of the same name in another schema is not used as the ledger', async (t) => {
  const { sql, databaseUrl } = await openLedger(t)
  const [asha] = await fill(sql)
  const own = connect(databaseUrl, { connectionsMax: 1 })
  t.after(() => own.end())
  await own.unsafe('create temporary table posting (like public.posting)')
  await own.unsafe(`insert into pg_temp.posting select account_id, 99, transfer, user_id, currency, amount,
    1000000, created_at, hash from public.posting`)
  await assert.rejects(spend(own, asha!, 701), { code: 'BALANCE_TOO_LOW' })
  await spend(own, asha!, 700)
  assert.equal((await verifyLedger(sql)).fault, null)
})
