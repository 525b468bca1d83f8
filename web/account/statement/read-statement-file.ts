import { z } from 'zod'
import { Currency, SignedForeign, SignedRupees } from '#contract/core/money.ts'
import { TransferKind } from '#contract/money/wallet.ts'
import { STATEMENT_COLUMNS } from '#contract/money/statement.ts'
import type { Checkable } from './check-statement.ts'

type Column = (typeof STATEMENT_COLUMNS)[number]

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Decimal = z
  .string()
  .regex(/^-?\d{1,13}(\.\d{1,4})?$/)
  .transform(Number)

/** A row as the shop writes it. Any other format was changed, or did not come from the shop. */
const Row = z.object({
  userId: z.uuid(),
  currency: Currency,
  sequence: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
  amount: Decimal,
  balance: Decimal,
  createdAt: z.iso.datetime(),
  kind: TransferKind,
  UTR: z.string(),
  orderId: z.string().transform((id) => id || null),
  transferHash: Hash,
  previousHash: Hash,
  hash: Hash,
})

type Read = { statement: Checkable } | { problem: string }

/** Reads a statement file of the shop, even if a spreadsheet program has quoted its fields. */
export function readStatementFile(text: string): Read {
  const [head, ...rows] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((row) => row !== '')
    .map(toFields)
  if (!head || STATEMENT_COLUMNS.some((name) => !head.includes(name)))
    return {
      problem: 'This isn’t a statement of this shop: its first row doesn’t name the columns.',
    }
  if (rows.length === 0) return { problem: 'This file has no lines.' }
  const lines = []
  for (const [index, fields] of rows.entries()) {
    const line = readRow(nameFields(head, fields))
    if (!line) return { problem: describeOdd(index) }
    lines.push(line)
  }
  return toStatement(lines)
}

const describeOdd = (index: number) =>
  `Row ${index + 2} isn’t in the shop’s format. A spreadsheet program may have changed it when saving. Check the file exactly as you downloaded it.`

const toFields = (row: string): string[] =>
  row.split(',').map((field) => field.replace(/^"(.*)"$/, '$1'))

const nameFields = (head: string[], fields: string[]) =>
  Object.fromEntries(STATEMENT_COLUMNS.map((name) => [name, fields[head.indexOf(name)]])) as Record<
    Column,
    string | undefined
  >

type FileLine = NonNullable<ReturnType<typeof readRow>>

function readRow(fields: Record<Column, string | undefined>) {
  const { data: row } = Row.safeParse(fields)
  if (!row) return null
  const wire = row.currency === 'INR' ? SignedRupees : SignedForeign
  const [amount, balance] = [wire.safeDecode(row.amount), wire.safeDecode(row.balance)]
  if (!amount.success || !balance.success) return null
  return { ...row, amount: amount.data, balance: balance.data }
}

/** The balance and hash before the first line follow from that line itself. */
function toStatement(lines: FileLine[]): Read {
  const { userId, currency, amount, balance, previousHash } = lines[0]!
  if (lines.some((line) => line.userId !== userId || line.currency !== currency))
    return { problem: 'This file contains lines of more than one wallet.' }
  return {
    statement: {
      userId,
      currency,
      openingBalance: balance - amount,
      openingHash: previousHash,
      lines,
    },
  }
}
