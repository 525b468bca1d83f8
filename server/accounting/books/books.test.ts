import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_RULES } from '#contract/accounting/tax-rules.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { checkZoho, collect, readCsv } from '#tests/support/accounting/check-zoho.ts'
import { sum, sumReturn, type Sums } from '#tests/support/accounting/sum-return.ts'
import { sellMuch } from '#tests/support/accounting/sell-much.ts'
import { openPackShop } from '#tests/support/orders/orders.ts'
import { writeDayBook } from './day-book.ts'
import { periodOfMonth, readEntries, readLaterCorrections, type Entry } from './entries.ts'
import { gatherGstr1, type Gstr1 } from './gather-gstr-1.ts'
import { writeGstr1Files } from './gstr-1-csv.ts'
import { writeJournal } from './journal.ts'
import { readMovements } from './tally-movements.ts'
import { writeTally, writeTallyMasters } from './tally.ts'
import { writeGstr1 } from './write-gstr-1.ts'
import { CONNECTED } from '#tests/support/money/connectors.ts'

const MONTH = '2026-10'

type Row = Record<string, string>

function sumUp(entries: Entry[]): Sums {
  const sums = { base: 0, igst: 0, cgst: 0, sgst: 0, total: 0 }
  for (const { sign, content, tax } of entries) {
    sums.base += sign * content.base
    sums.total += sign * content.total
    for (const name of ['igst', 'cgst', 'sgst'] as const) sums[name] += sign * tax[name]
  }
  return sums
}

test('every book of a month equals the ledger to the paisa', async (t) => {
  const packShop = await openPackShop(t)
  await sellMuch(packShop)
  const { sql } = packShop.shop
  const entries: Entry[] = []
  for await (const entry of readEntries(sql, MONTH)) entries.push(entry)
  const stream = () => readEntries(sql, MONTH)
  const expected = sumUp(entries)
  const { start, end } = periodOfMonth(MONTH)
  const [ledger] = await sql<[{ net: number }]>`
    select sum(case kind when 'order' then amount_inr else -amount_inr end)::bigint as net
    from transfer join orders on orders.id = order_id
    where kind in ('order', 'refund') and line = 1 and transfer.created_at >= ${start} and transfer.created_at < ${end}`
  assert.equal(expected.total, ledger.net)
  assert.equal(expected.base + expected.igst + expected.cgst + expected.sgst, expected.total)
  assert.ok(entries.some(({ kind }) => kind === 'credit note') && expected.igst > 0)

  const [found, ...others] = await gatherGstr1(entries, DEFAULT_RULES)
  assert.deepEqual(others, [])
  const json = writeGstr1(found!, MONTH, DEFAULT_RULES)
  assert.deepEqual(sumReturn(json), expected)
  const { b2b, b2cl, exp, cdnr, b2cs, series } = found!
  for (const section of [b2b, exp, cdnr, b2cs]) assert.ok(section.length > 0)
  assert.deepEqual(
    b2cl.map(({ place, content }) => [place, content.total]),
    [['33', 1_20_000_01]], // a sale within the State is only summed
  )
  assert.equal(
    series.reduce((all, { count }) => all + count, 0),
    entries.length,
  )
  checkSections(found!, expected)
  const types = (JSON.parse(json) as { exp: { exp_typ: string }[] }).exp.map((one) => one.exp_typ)
  assert.deepEqual(types, ['WPAY', 'WOPAY'], 'before the letter of undertaking, and under it')

  const days = readCsv(await collect(writeDayBook(stream())))
  assert.equal(days.length, entries.length)
  const column = (name: string) => sum(days.map((row) => row[name]))
  assert.deepEqual(['Without tax', 'IGST', 'CGST', 'SGST or UTGST', 'Total'].map(column), [
    expected.base,
    expected.igst,
    expected.cgst,
    expected.sgst,
    expected.total,
  ])
  await checkJournal(sql, expected)
  const alone = entries.filter(({ gstin }) => gstin !== '').map(({ number }) => number)
  const toMonth = () => ({
    entries: stream(),
    movements: readMovements({ sql, ...CONNECTED }, { start, end }),
  })
  await checkTally(toMonth, { expected, alone })
  assert.deepEqual(await checkZoho(sql, MONTH), { invoices: 60, notes: 7 })
})

test('credit notes of the next month are listed with the month that they correct', async (t) => {
  const packShop = await openPackShop(t)
  await sellMuch(packShop)
  const { sql } = packShop.shop
  const notes: string[] = []
  for await (const { kind, number } of readEntries(sql, '2026-11'))
    if (kind === 'credit note') notes.push(number)
  const later = await readLaterCorrections(sql, MONTH)
  assert.deepEqual(
    later.map(({ number }) => number),
    notes,
  )
  assert.ok(notes.length > 0)
})

/** The files of the sections say the same as the JSON. */
function checkSections(found: Gstr1, expected: Sums): void {
  const files = writeGstr1Files(found, DEFAULT_RULES)
  const base = (name: string) =>
    sum(readCsv(files[name]!).map((row) => row['Taxable Value'])) *
    (name.startsWith('cdn') ? -1 : 1)
  const sections = ['b2b.csv', 'b2cl.csv', 'b2cs.csv', 'cdnr.csv', 'cdnur.csv', 'exp.csv']
  assert.equal(
    sections.map(base).reduce((all, one) => all + one),
    expected.base,
  )
  assert.equal(base('hsn-b2b.csv') + base('hsn-b2c.csv'), expected.base)
}

/** Debit less credit, in ten-thousandths. */
const inUnits = (row: Row): number =>
  Math.round((Number(row['debit'] || 0) - Number(row['credit'] || 0)) * 10_000)

/** Each entry of the journal is balanced, and each account moves as the ledger's does. */
async function checkJournal(sql: Sql, expected: Sums): Promise<void> {
  const { start, end } = periodOfMonth(MONTH)
  const rows = readCsv(await collect(writeJournal({ sql, ...CONNECTED }, periodOfMonth(MONTH))))
  const entries = new Map<string, number>()
  const accounts = new Map<string, number>()
  for (const row of rows) {
    const entry = `${row['entry']} ${row['currency']}`
    entries.set(entry, (entries.get(entry) ?? 0) + inUnits(row))
    const account = `${row['account']} ${row['currency']}`
    const isTax = row['entry']!.endsWith('-tax')
    if (!isTax) accounts.set(account, (accounts.get(account) ?? 0) + inUnits(row))
  }
  assert.deepEqual(
    [...entries.values()].filter((balance) => balance !== 0),
    [],
  )
  const ledger = await sql<{ currency: string; address: string; moved: number }[]>`
    select transfer.currency, address, sum(case id when debit then amount else -amount end)::bigint as moved
    from transfer join account on id in (debit, credit)
    where created_at >= ${start} and created_at < ${end} and address in ('house:sales', 'house:coupons') group by 1, 2`
  const names: Record<string, string> = { 'house:sales': 'Sales', 'house:coupons': 'Discounts' }
  for (const { currency, address, moved } of ledger)
    assert.equal(
      accounts.get(`${names[address]} ${currency}`),
      currency === 'INR' ? moved * 100 : moved,
      `${address} ${currency}`,
    )
  assert.ok(ledger.length >= 3)
  const output = (name: string) =>
    -rows
      .filter((row) => row['account']!.startsWith(`Output ${name}`))
      .reduce((all, row) => all + inUnits(row), 0) / 100
  assert.deepEqual(['IGST', 'CGST', 'SGST'].map(output), [
    expected.igst,
    expected.cgst,
    expected.sgst,
  ])
}

/** Each voucher adds up to zero, and its ledgers are in the file of ledgers. */
async function checkTally(
  toMonth: () => Parameters<typeof writeTally>[0],
  { expected, alone }: { expected: Sums; alone: string[] },
): Promise<void> {
  const xml = await collect(writeTally(toMonth(), 'Moon & Co'))
  const masters = await collect(writeTallyMasters(toMonth(), 'Moon & Co'))
  assert.match(xml, /<SVCURRENTCOMPANY>Moon &amp; Co</)
  const sums = new Map<string, number>()
  const vouchers = xml.match(/<VOUCHER .*?<\/VOUCHER>/g)!
  for (const voucher of vouchers) {
    const posts = [
      ...voucher.matchAll(
        /<LEDGERNAME>(.*?)<\/LEDGERNAME><ISDEEMEDPOSITIVE>(Yes|No)<\/ISDEEMEDPOSITIVE><AMOUNT>(.*?)</g,
      ),
    ]
    assert.equal(sum(posts.map(([, , , amount]) => amount)), 0, voucher)
    for (const [, ledger = '', isDebit, amount] of posts) {
      assert.equal(isDebit === 'Yes', Number(amount) < 0)
      assert.ok(masters.includes(`<LEDGER NAME="${ledger}"`), ledger)
      sums.set(ledger, (sums.get(ledger) ?? 0) + sum([amount]))
    }
  }
  const ids = xml.match(/REMOTEID="[^"]*"/g)!
  assert.equal(new Set(ids).size, vouchers.length)
  for (const number of alone) assert.ok(xml.includes(`REMOTEID="gemstall-${number}"`), number)
  assert.equal(sums.get('Output IGST 18%'), expected.igst)
  assert.equal(sums.get('Output CGST 9%'), expected.cgst)
  assert.equal(sums.get('Output SGST 9%'), expected.sgst)
  assert.equal(sums.get('Sales 18%')! + sums.get('Sales exports')!, expected.base)
}
