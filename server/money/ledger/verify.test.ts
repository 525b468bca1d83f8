import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { walletOf } from './ledger.ts'
import { endow, makeUsers, move, openLedger, seal, spend } from '#tests/support/money/ledger.ts'
import { disarm, LOCATED, toEdit, type Column } from '#tests/support/database/ledger-edits.ts'
import { verifyLedger, type Anchor } from './verify.ts'

async function fill(sql: Sql): Promise<void> {
  const people = await makeUsers(sql, 5)
  for (const currency of ['INR', 'USD'] as const)
    for (const one of people) {
      await endow(sql, one, 10_000, currency)
      for (let count = 0; count < 4; count++) await spend(sql, one, randomInt(1, 500), currency)
      const lines = [
        { from: walletOf(one), to: walletOf(people[0]!), currency, amount: 3 } as const,
        { from: 'house:sales', to: 'house:providers', currency, amount: 2 } as const,
      ] as const
      if (one !== people[0]) await move(sql, { kind: 'cost', lines: [...lines] })
      await seal(sql)
    }
}

const UNDO = 'undo'

/** Edits the books, verifies them, and undoes the edit. */
async function faultAfter(
  sql: Sql,
  text: (columns: Column[]) => string,
  anchor: Anchor | null = null,
): Promise<[string, string | null]> {
  let found: [string, string | null] | undefined
  await sql
    .begin(async (tx) => {
      const edit = text(await disarm(tx))
      await tx.unsafe(edit)
      const inside = {
        begin: (work: (one: Tx) => Promise<unknown>) => work(withoutFreeze(tx)),
      } as unknown as Sql
      found = [edit, (await verifyLedger(inside, anchor)).fault]
      throw new Error(UNDO)
    })
    .catch((error: Error) => {
      if (error.message !== UNDO) throw error
    })
  return found!
}

/** Skips taking a snapshot, because the edit is only visible in its own transaction. */
const withoutFreeze = (tx: Tx): Tx =>
  Object.assign(
    (strings: TemplateStringsArray, ...values: unknown[]) =>
      strings[0]!.includes('set transaction') ? Promise.resolve([]) : tx(strings, ...values),
    tx,
    {
      unsafe: (text: string) =>
        text.includes('set transaction') ? Promise.resolve() : tx.unsafe(text),
    },
  ) as Tx

test('verification finds two hundred forced edits and names their places', async (t) => {
  const { sql } = await openLedger(t)
  await fill(sql)
  const { fault, counts } = await verifyLedger(sql)
  assert.equal(fault, null)
  const anchor = { number: counts.seals, hash: counts.lastSeal }
  for (let edit = 0; edit < 200; edit++) {
    const [text, fault] = await faultAfter(sql, (columns) => toEdit(columns, edit), anchor)
    assert.match(String(fault), LOCATED, text)
  }
  assert.equal((await verifyLedger(sql)).fault, null)
})

test('verification finds swapped transfers, a line of zero, and a truncated wallet', async (t) => {
  const { sql } = await openLedger(t)
  await fill(sql)
  const edits: [text: string, fault: RegExp][] = [
    [
      `update posting set balance = balance + 100, amount = amount + 100
        where (account_id, sequence) in (select account_id, max(sequence) from posting group by 1 limit 1)`,
      /^Line \d+ of wallet:.* (INR|USD): it doesn't match transfer/,
    ],
    [
      `delete from posting where (account_id, sequence) in
        (select account_id, max(sequence) from posting group by 1 limit 1)`,
      /^Transfer \d+ .*: its accounts and their lines don't match it/,
    ],
    [
      `delete from posting where (account_id, sequence) in (select min(account_id), 2 from posting)`,
      /^Line 3 of wallet:.*: the lines between 1 and it are missing/,
    ],
    [
      `delete from posting where (account_id, sequence) in (select min(account_id), 1 from posting)`,
      /^Line 2 of wallet:.*: the lines before it are missing/,
    ],
    [
      `with gone as (delete from posting where (account_id, sequence) in
          (select account_id, max(sequence) from posting group by 1 limit 1) returning transfer)
        delete from transfer where number in (select transfer from gone)`,
      /^(Line|Transfer|Seal) /,
    ],
    [
      'delete from seal where number = (select max(number) - 1 from seal)',
      /^Seal \d+: the seals between/,
    ],
    [
      `insert into transfer (number, key, line, kind, debit, credit, currency, amount, reference, created_at, hash)
        select 500, 'new', 1, kind, debit, credit, currency, amount, reference, created_at, hash from transfer
        where kind = 'cost' limit 1`,
      /^Transfer 500 .*: its hash doesn't match its fields/,
    ],
  ]
  for (const [text, expected] of edits) {
    const [, fault] = await faultAfter(sql, () => text)
    assert.match(String(fault), expected, text)
  }
})

test('a row forged together with its hash is exposed by later hashes and by the seal', async (t) => {
  const { sql } = await openLedger(t)
  await fill(sql)
  // Forges a transfer between house accounts, with the database's own hash function and every field right.
  const forge = `update transfer set amount = amount + 1, hash = ledger_hash('', array['transfer', number::text, key,
      line::text, kind, 'house:sales', 'house:providers', currency, (amount + 1)::text, reference, '',
      ledger_moment(created_at)])
    where number = (select min(number) from transfer where kind = 'cost' and line = 2)`
  const [, fault] = await faultAfter(sql, () => forge)
  assert.match(String(fault), /^Seal \d+: a transfer up to \d+ or one of its lines has changed/)
})

test('removing the last transfers with their seal is noticed by comparing with a noted seal', async (t) => {
  const { sql } = await openLedger(t)
  await fill(sql)
  const { counts } = await verifyLedger(sql)
  const anchor = { number: counts.seals, hash: counts.lastSeal }
  const cut = `with gone as (delete from seal where number = (select max(number) from seal) returning 1),
      late as (delete from transfer where number > (select last from seal order by number desc offset 1 limit 1)
        returning number)
    delete from posting where transfer in (select number from late)`
  const [, unnoticed] = await faultAfter(sql, () => cut)
  assert.equal(unnoticed, null)
  const [, fault] = await faultAfter(sql, () => cut, anchor)
  assert.equal(fault, `Seal ${counts.seals}: it was written down, but is missing`)
  const wrong = await verifyLedger(sql, { ...anchor, hash: '0'.repeat(64) })
  assert.match(wrong.fault!, /was written down as 0+, but has changed/)
})
