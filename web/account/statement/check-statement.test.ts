import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { checkStatement, type Checkable, type Line } from './check-statement.ts'
import { readStatementFile } from './read-statement-file.ts'

const ASHA = '0190f3d0-5a7e-7000-8000-0a1b2c3d4e5f'
const BEGINNING = '0'.repeat(64)
const TRANSFER = 'ab'.repeat(32)

/** Builds a statement as docs/ledger.md describes it, without the code under test. */
function makeStatement(amounts: number[], currency: 'INR' | 'USD' = 'INR'): Checkable {
  let [balance, hash] = [0, BEGINNING]
  const lines = amounts.map((amount, index): Line => {
    balance += amount
    const line = {
      sequence: index + 1,
      amount,
      balance,
      createdAt: `2026-01-${String(index + 1).padStart(2, '0')}T10:00:00.000Z`,
      kind: amount > 0 ? ('gift' as const) : ('order' as const),
      UTR: `GSABCDEFGHJK${String(index + 10)}`,
      orderId: amount > 0 ? null : '0190f3d0-5a7e-7000-8000-00000000abcd',
      transferHash: TRANSFER,
    }
    const { sequence, createdAt, kind, UTR, orderId, transferHash } = line
    const fields = ['posting', ASHA, currency, sequence, amount, balance, createdAt, kind, UTR]
    const text = [...fields, orderId ?? '', transferHash].join('\n')
    hash = createHash('sha256').update(Buffer.from(hash, 'hex')).update(text).digest('hex')
    return { ...line, hash }
  })
  return { userId: ASHA, currency, openingBalance: 0, openingHash: BEGINNING, lines }
}

/** Keeps the lines from an index on, like a statement that starts later. */
function cut({ lines, ...statement }: Checkable, from: number): Checkable {
  const before = lines[from - 1]!
  const opening = { openingBalance: before.balance, openingHash: before.hash }
  return { ...statement, ...opening, lines: lines.slice(from) }
}

const with_ = (statement: Checkable, index: number, change: Partial<Line>): Checkable => ({
  ...statement,
  lines: statement.lines.map((line, at) => (at === index ? { ...line, ...change } : line)),
})

const AMOUNTS = [1_000_00, -75_00, -1, 250_50, -500_00]

test('a statement as the shop wrote it holds, in both currencies, whole and from any line on', async () => {
  for (const currency of ['INR', 'USD'] as const) {
    const whole = makeStatement(AMOUNTS, currency)
    for (const statement of [whole, cut(whole, 1), cut(whole, 4)])
      assert.deepEqual(await checkStatement(statement), {
        holds: true,
        lineCount: statement.lines.length,
        closingBalance: 675_49,
      })
  }
  const none = { ...makeStatement([]), openingBalance: 5, openingHash: TRANSFER }
  assert.deepEqual(await checkStatement(none), { holds: true, lineCount: 0, closingBalance: 5 })
})

test('a change of any value of a line is found, and the check names the line', async () => {
  const statement = makeStatement(AMOUNTS)
  const changes: Partial<Line>[] = [
    { amount: -74_00 },
    { balance: 925_01 },
    { createdAt: '2026-01-02T10:00:00.001Z' },
    { kind: 'refund' },
    { UTR: 'GSABCDEFGHJK99' },
    { orderId: null },
    { transferHash: 'cd'.repeat(32) },
    { hash: 'ef'.repeat(32) },
    { sequence: 7 },
  ]
  for (const change of changes) {
    const finding = await checkStatement(with_(statement, 1, change))
    assert.ok(!finding.holds, JSON.stringify(change))
    assert.equal(finding.sequence, change.sequence ?? 2, JSON.stringify(change))
  }
})

test('an amount and all balances after it changed alike still break at the first of them', async () => {
  const statement = makeStatement(AMOUNTS)
  const lines = statement.lines.map((line, index) =>
    index === 0
      ? line
      : { ...line, balance: line.balance + 50_00, amount: line.amount + (index === 1 ? 50_00 : 0) },
  )
  assert.deepEqual(await checkStatement({ ...statement, lines }), {
    holds: false,
    sequence: 2,
    words: 'It was changed after the shop wrote it: its hash doesn’t match.',
  })
})

test('a line left out, put twice or put elsewhere is found out, and so is another beginning', async () => {
  const statement = makeStatement(AMOUNTS)
  const [first, second, third, ...rest] = statement.lines as [Line, Line, Line, ...Line[]]
  const tampered: [lines: Line[], sequence: number, expected: number][] = [
    [[first, third, ...rest], 3, 2],
    [[first, second, second, third, ...rest], 2, 3],
    [[first, third, second, ...rest], 3, 2],
  ]
  for (const [lines, sequence, expected] of tampered)
    assert.deepEqual(await checkStatement({ ...statement, lines }), {
      holds: false,
      sequence,
      words: `Expected line ${expected} here. Lines were removed, added or reordered.`,
    })
  const headless = { ...statement, lines: [second, third, ...rest] }
  assert.partialDeepStrictEqual(await checkStatement(headless), { holds: false, sequence: 2 })
  for (const beginning of [{ openingBalance: 1 }, { openingHash: TRANSFER }])
    assert.partialDeepStrictEqual(await checkStatement({ ...statement, ...beginning }), {
      holds: false,
      sequence: 1,
    })
})

test('a balance that does not add up is said in figures', async () => {
  const finding = await checkStatement(with_(makeStatement(AMOUNTS), 1, { balance: 999_00 }))
  assert.deepEqual(finding, {
    holds: false,
    sequence: 2,
    words: '₹1,000.00 and -₹75.00 make ₹925.00, but its balance says ₹999.00.',
  })
})

const COLUMNS =
  'userId,currency,sequence,amount,balance,createdAt,kind,UTR,orderId,transferHash,previousHash,hash'

function toFile({ userId, currency, openingHash, lines }: Checkable): string {
  const decimals = currency === 'INR' ? 2 : 4
  const rows = lines.map((line, index) =>
    [
      userId,
      currency,
      line.sequence,
      (line.amount / 10 ** decimals).toFixed(decimals),
      (line.balance / 10 ** decimals).toFixed(decimals),
      line.createdAt,
      line.kind,
      line.UTR,
      line.orderId ?? '',
      line.transferHash,
      lines[index - 1]?.hash ?? openingHash,
      line.hash,
    ].join(','),
  )
  return [COLUMNS, ...rows, ''].join('\r\n')
}

async function checkFile(text: string) {
  const read = readStatementFile(text)
  return 'problem' in read ? read : checkStatement(read.statement)
}

test('a file holds as it was downloaded, and with the quotes and line ends of a spreadsheet program', async () => {
  for (const currency of ['INR', 'USD'] as const) {
    const file = toFile(cut(makeStatement(AMOUNTS, currency), 2))
    const quoted = file.replaceAll(/[^,\r\n]+/g, '"$&"')
    for (const text of [file, `\uFEFF${file}`, file.replaceAll('\r', ''), quoted])
      assert.deepEqual(await checkFile(text), {
        holds: true,
        lineCount: 3,
        closingBalance: 675_49,
      })
  }
})

test('a file in which an amount, a name before or a row was changed is found out', async () => {
  const file = toFile(makeStatement(AMOUNTS))
  const rows = file.split('\r\n')
  const changed: [text: string, sequence: number][] = [
    [file.replace(',-75.00,', ',-7.00,'), 2],
    [file.replace(',1000.00,', ',9000.00,'), 1],
    [file.replace(',gift,', ',prize,'), 1],
    [rows.toSpliced(3, 1).join('\r\n'), 4],
  ]
  for (const [text, sequence] of changed)
    assert.partialDeepStrictEqual(await checkFile(text), { holds: false, sequence })
  const [previous] = rows[2]!.split(',').slice(-2)
  const renamed = file.replace(`,${previous!},`, `,${TRANSFER},`)
  assert.partialDeepStrictEqual(await checkFile(renamed), { holds: false, sequence: 2 })
})

test('a file that is not a statement, or no longer one, is refused in words', async () => {
  const file = toFile(makeStatement(AMOUNTS))
  const [head, first, second] = file.split('\r\n')
  const problems: [text: string, words: RegExp][] = [
    ['', /isn’t a statement of this shop/],
    ['a photo', /isn’t a statement of this shop/],
    [`${head!}\r\n`, /This file has no lines/],
    [file.replace('2026-01-02T10:00:00.000Z', '02/01/2026 10:00'), /^Row 3 .* spreadsheet program/],
    [file.replace(',-75.00,', ',-75.001,'), /^Row 3 /],
    [`${head!}\n${first!}\n${second!.replace('INR', 'USD')}`, /more than one wallet/],
    [`${head!}\n${first!}\nhalf a row`, /^Row 3 /],
  ]
  for (const [text, words] of problems) {
    const read = readStatementFile(text)
    assert.ok('problem' in read, text.slice(0, 80))
    assert.match(read.problem, words)
  }
})
