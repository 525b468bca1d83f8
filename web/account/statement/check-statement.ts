import { formatExactly, type Currency } from '#contract/core/money.ts'
import type { Statement } from '#contract/money/statement.ts'

export type Line = Statement['lines'][number] & {
  /** Files contain it for every line. Statements from the API only give the hash before the first line. */
  previousHash?: string
}

/** Amounts in minor units. */
export type Checkable = {
  userId: string
  currency: Currency
  openingBalance: number
  openingHash: string
  lines: Line[]
}

/** The result of a check: valid, or the first wrong line with an explanation. */
export type Finding =
  | { holds: true; lineCount: number; closingBalance: number }
  | { holds: false; sequence: number; words: string }

const BEGINNING = '0'.repeat(64)

/**
 * Recomputes every balance and hash of a statement, as described in docs/ledger.md. A wallet's first line starts from
 * zero. Every other line builds on the balance and hash before it.
 */
export async function checkStatement(statement: Checkable): Promise<Finding> {
  const { currency, lines } = statement
  let before = { balance: statement.openingBalance, hash: statement.openingHash }
  let sequence = lines[0]?.sequence ?? 0
  for (const line of lines) {
    const words =
      explainPlace(line, { sequence, ...before }) ??
      explainBalance(line, before.balance, currency) ??
      (await explainHash(line, before.hash, statement))
    if (words) return { holds: false, sequence: line.sequence, words }
    before = { balance: line.balance, hash: line.hash }
    sequence++
  }
  return { holds: true, lineCount: lines.length, closingBalance: before.balance }
}

type Before = { sequence: number; balance: number; hash: string }

function explainPlace(line: Line, { sequence, balance, hash }: Before): string | null {
  if (line.sequence !== sequence)
    return `Expected line ${sequence} here. Lines were removed, added or reordered.`
  if (sequence === 1 && (balance !== 0 || hash !== BEGINNING))
    return 'A wallet’s first line has no line before it, but this one does.'
  if (line.previousHash !== undefined && line.previousHash !== hash)
    return 'It doesn’t follow the line before it.'
  return null
}

function explainBalance(line: Line, before: number, currency: Currency): string | null {
  const balance = before + line.amount
  if (line.balance === balance) return null
  const [was, moved, right, said] = [before, line.amount, balance, line.balance].map((minor) =>
    formatExactly(minor, currency),
  )
  return `${was} and ${moved} make ${right}, but its balance says ${said}.`
}

async function explainHash(
  line: Line,
  before: string,
  { userId, currency }: Pick<Checkable, 'userId' | 'currency'>,
): Promise<string | null> {
  const hash = await hashLine(line, before, { userId, currency })
  if (hash === line.hash) return null
  return 'It was changed after the shop wrote it: its hash doesn’t match.'
}

async function hashLine(
  line: Line,
  before: string,
  { userId, currency }: Pick<Checkable, 'userId' | 'currency'>,
): Promise<string> {
  const { sequence, amount, balance, createdAt, kind, UTR, orderId, transferHash } = line
  const fields = ['posting', userId, currency, sequence, amount, balance, createdAt, kind, UTR]
  const text = new TextEncoder().encode([...fields, orderId ?? '', transferHash].join('\n'))
  const start = fromHex(before)
  const bytes = new Uint8Array(start.length + text.length)
  bytes.set(start)
  bytes.set(text, start.length)
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

const fromHex = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Browsers provide hashing only on HTTPS pages and on localhost. */
export const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined
