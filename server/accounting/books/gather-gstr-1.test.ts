import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_RULES } from '#contract/accounting/tax-rules.ts'
import { toEntry, type Entry } from './entries.ts'
import { gatherGstr1 } from './gather-gstr-1.ts'
import { writeGstr1Files } from './gstr-1-csv.ts'
import type { EntryRow } from './sql.ts'
import { writeGstr1 } from './write-gstr-1.ts'

const content = {
  seller: { taxId: '29AAACA0000A1ZU' },
  placeOfSupply: 'Tamil Nadu (33)',
  lines: [{ code: '998439' }],
  base: 127_118_64,
  taxes: [{ name: 'IGST', percent: 18, amount: 22_881_36 }],
  total: 1_50_000_00,
}

/** A sale of 1.5 lakh to another State, or a note on one. */
const entryOf = (datedAt: string, correctsAt: string | null = null): Entry => {
  const row = {
    number: datedAt,
    kind: correctsAt ? 'credit note' : 'invoice',
    datedAt: new Date(datedAt),
    correctsAt: correctsAt && new Date(correctsAt),
    corrects: correctsAt,
    content,
  }
  return toEntry(row as unknown as EntryRow)
}

test('a sale is listed by itself above the limit of its own time, and its note follows it', async () => {
  const [july, august] = ['2024-07-31T18:29:59Z', '2024-07-31T18:30:00Z'] as const
  const entries = [
    entryOf(july),
    entryOf(august),
    entryOf('2024-08-02T00:00:00Z', july),
    entryOf('2024-08-03T00:00:00Z', august),
  ]
  const sectionsUnder = async (rules: Parameters<typeof gatherGstr1>[1]) => {
    const [found] = await gatherGstr1(entries, rules)
    return [found!.b2cl, found!.cdnur].map((section) => section.map(({ number }) => number))
  }
  assert.deepEqual(await sectionsUnder(DEFAULT_RULES), [[august], ['2024-08-03T00:00:00Z']])
  const exact = { largeSales: [{ from: '2017-07', above: content.total }] }
  assert.deepEqual(await sectionsUnder(exact), [[], []], 'only what is above the limit')
  const less = { largeSales: [{ from: '2025-01', above: content.total - 1 }] }
  assert.deepEqual(
    (await sectionsUnder(less)).map(({ length }) => length),
    [2, 2],
    'the first rule holds before it too',
  )
})

test('a return names the version and the description of the rules', async () => {
  const rules = { ...DEFAULT_RULES, gstr1Version: 'GST4.0', hsnDescription: 'Vouchers' }
  const [found] = await gatherGstr1([entryOf('2026-10-05T00:00:00Z')], rules)
  const json = JSON.parse(writeGstr1(found!, '2026-10', rules))
  assert.deepEqual([json.version, json.hsn.hsn_b2c[0].desc], ['GST4.0', 'Vouchers'])
  assert.match(writeGstr1Files(found!, rules)['hsn-b2c.csv']!, /\n998439,Vouchers,/)
})
