import { createHash } from 'node:crypto'
import {
  formatExactly,
  toMajor,
  type Currency,
  type ForeignCurrency,
} from '#contract/core/money.ts'
import type { TransferKind } from '#contract/money/wallet.ts'
import type { Context } from '#server/context.ts'
import { detailOf, violates, type Sql, type Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import * as rows from './sql.ts'

type House =
  | 'gateway'
  | 'sales'
  | 'providers'
  | 'coupons'
  | 'gifts'
  | 'prizes'
  | 'conversion'
  | 'adjustments'
  | 'payouts'
  | 'unclaimed'
  | 'wallet-adjustments'
  | 'disputes'
  | 'dispute-losses'
  | 'dispute-fees'

export type Address = `wallet:${string}` | `house:${House}`

export type Line = { from: Address; to: Address; currency: Currency; amount: number }

/** Lines of money that move together: all of them, or none. */
export type Movement = {
  key: string // names the event: the same event never moves money twice
  kind: TransferKind
  lines: [Line, ...Line[]]
  reference?: string // the bank's reference; without one, the shop makes its own
  orderId?: string
  now: Date
}

export type { AmountLine, TransferLine } from './sql.ts'

export type Moved = {
  isRepeat: boolean
  reference: string
  /** Balances of each line's wallets right after it. Null for house accounts. */
  balances: { from: number | null; to: number | null }[]
}

export const walletOf = (userId: string): Address => `wallet:${userId}`

type Log = Pick<Context, 'log'>

/**
 * The only function that moves money, in one statement, and logs it. Call it once in a transaction, with all lines:
 * wallets are locked in a fixed order only within a call.
 */
export async function moveMoney({ log }: Log, tx: Tx, movement: Movement): Promise<Moved> {
  const reference = movement.reference ?? nameOf(movement.key)
  const moved = await rows.moveLines(tx, { ...movement, reference }).catch((error: unknown) => {
    throw toRefusal(error)
  })
  const { isRepeat } = moved[0]
  if (!isRepeat) tx.afterCommit(() => logMoved({ log }, { ...movement, reference }))
  return {
    isRepeat,
    reference,
    balances: moved.map(({ sourceBalance, targetBalance }) => ({
      from: sourceBalance,
      to: targetBalance,
    })),
  }
}

/** Logs a movement by its first line. The books have the others. */
export function logMoved(
  { log }: Log,
  { kind, lines: [line], orderId, reference }: Omit<Movement, 'key' | 'now'>,
): void {
  log.info({ kind, orderId, ...line, reference }, 'money moved')
}

type OrderMovement = Omit<Movement, 'key' | 'lines'> & {
  kind: 'order' | 'refund'
  orderId: string
  payer: Address
  order: { currency: Currency; amount: number; itemPrice: number }
}

/**
 * Pays or refunds an order: its price and its discount. `place_orders` makes the same lines for orders paid from a
 * wallet. Returns null if the order cost nothing and had no discount, because then no money moves.
 */
export async function moveOrderMoney(
  ctx: Log,
  tx: Tx,
  { payer, order, ...movement }: OrderMovement,
): Promise<Moved | null> {
  const { kind, orderId } = movement
  const found = await rows.selectOrderLines(tx, { ...order, payer, isRefund: kind === 'refund' })
  const [first, ...more] = found.map((line) => ({ ...line, currency: order.currency }))
  if (!first) return null
  return moveMoney(ctx, tx, { ...movement, key: `${kind}:${orderId}`, lines: [first, ...more] })
}

function toRefusal(error: unknown): unknown {
  if (violates(error, 'transfer_key'))
    return new Refusal('IDEMPOTENCY_KEY_REUSED', { cause: error })
  const missing = violates(error, 'no_overdraft') && /^(\d+) ([A-Z]{3})$/.exec(detailOf(error))
  if (!missing) return error
  return tooLittleMoney(Number(missing[1]), missing[2] as Currency, { cause: error })
}

export function tooLittleMoney(missing: number, currency: Currency, options?: ErrorOptions) {
  const amount = formatExactly(missing, currency)
  const message = `Your wallet balance is too low: ${amount} is missing`
  const details = { missing: toMajor(missing, currency), currency }
  return new Refusal('BALANCE_TOO_LOW', { message, details, ...options })
}

export const findDebited = rows.selectDebited
export const findTransfers = rows.selectTransfers

const PAGE = 1_000

/** Reads the lines of a period with their amounts, in the order of the ledger. */
export async function* readLines(
  sql: Sql,
  period: { start: Date; end: Date },
): AsyncGenerator<rows.AmountLine[]> {
  const range = await rows.selectLinesOfPeriod(sql, period)
  if (!range) return
  for (let after = range.first - 1; after < range.last;) {
    const lines = await rows.selectAmountLines(sql, { after, upTo: range.last, max: PAGE })
    yield lines.filter(({ createdAt }) => createdAt >= period.start && createdAt < period.end)
    after = lines.at(-1)!.number
  }
}

/**
 * Returns false if money was already booked under one of these spellings. Otherwise locks the last of them until the
 * transaction ends.
 */
export async function reserveReference(tx: Tx, spellings: [string, string]): Promise<boolean> {
  await rows.lockReference(tx, spellings[1])
  return !(await rows.isReferenceUsed(tx, spellings))
}

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789' // without letters and digits that look alike
const NAME_LENGTH = 14

/** Makes the shop's own reference. The same key always gives the same one, and nothing can be read from it. */
function nameOf(key: string): string {
  const bytes = createHash('sha256').update(key).digest().subarray(0, NAME_LENGTH)
  return `GS${Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`
}

/** Other currencies are missing until money moves in them. */
export type Balances = Partial<Record<Currency, number>> & { INR: number; USD: number }

const toBalances = (wallets: { currency: Currency; balance: number }[]): Balances => ({
  INR: 0,
  USD: 0,
  ...Object.fromEntries(wallets.map(({ currency, balance }) => [currency, balance])),
})

/** Balances in other currencies than rupees and dollars. */
export const listOthers = (balances: Balances) =>
  Object.entries(balances)
    .filter(([currency]) => currency !== 'INR' && currency !== 'USD')
    .map(([currency, balance]) => ({ currency: currency as ForeignCurrency, balance }))

export const getBalances = async (sql: Sql | Tx, userId: string): Promise<Balances> =>
  toBalances(await rows.selectBalances(sql, userId))

/** A person's balances without money that is held for disputes. */
export const getSpendable = async (sql: Sql | Tx, userId: string): Promise<Balances> =>
  toBalances(await rows.selectSpendable(sql, userId))

/** Reads a person's balances. Locks their wallets until the transaction ends. */
export async function lockBalances(tx: Tx, userId: string): Promise<Balances> {
  await rows.lockWallets(tx, userId)
  return getBalances(tx, userId)
}
