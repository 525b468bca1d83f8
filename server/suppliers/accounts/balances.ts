import { formatForeign } from '#contract/catalogue/suppliers/suppliers.ts'
import type { SupplierName } from '#contract/catalogue/sources.ts'
import { endAlerts, raiseAlert } from '#server/platform/alerts/alerts.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Supplier } from '#connectors/suppliers/supplier.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import * as rows from './balance-sql.ts'
import { titleOf } from '#server/suppliers/title-of.ts'

type Clock = Pick<Context, 'now'>
type Deps = Pick<Context, 'now' | 'connectors'>
type Reading = { amount: string; currency: string; readAt: Date }

const SHORT_MAX_MS = 30 * 60_000 // a shortage is dropped then if the supplier reports no balance
const AMOUNT = /^-?\d{1,14}(\.\d+)?$/ // the most digits that the database column holds

/** Reads all balances, or one. A supplier that fails keeps its last balance and does not affect the others. */
export async function readBalances(
  ctx: Pick<Context, 'sql' | 'now' | 'log' | 'suppliers' | 'connectors'>,
  { source }: JobPayload<'read-balances'>,
): Promise<void> {
  const suppliers = await ctx.suppliers()
  const names = source ? [source] : [...suppliers.keys()]
  await Promise.all(names.map((name) => readSafely(ctx, name, suppliers.get(name))))
}

async function readSafely(
  ctx: Pick<Context, 'sql' | 'now' | 'log' | 'connectors'>,
  source: SupplierName,
  supplier: Supplier | undefined,
): Promise<void> {
  if (!supplier) return
  if (!supplier.readBalance) return forgetOldShortage(ctx, source)
  const reading = await readBalance(ctx, supplier).catch((error: unknown) => {
    ctx.log.warn({ err: error, supplier: source }, 'balance at a supplier cannot be read')
    return null
  })
  if (reading) await keepBalance(ctx, source, reading)
}

/** The balance, dated from just before the request was sent. Null if the supplier does not report one. */
export async function readBalance({ now }: Clock, supplier: Supplier): Promise<Reading | null> {
  const readAt = now()
  const balance = await supplier.readBalance?.()
  if (!balance) return null
  if (!AMOUNT.test(balance.amount)) throw new Error(`${balance.amount} is not an amount`)
  return { ...balance, readAt }
}

/**
 * Stores a reading unless a newer one is stored. A sufficient balance read after a shortage began ends the shortage.
 */
export const keepBalance = (
  ctx: Pick<Context, 'sql' | 'now' | 'connectors'>,
  source: SupplierName,
  reading: Reading,
): Promise<void> =>
  ctx.sql.begin(async (tx) => {
    const row = await rows.lockBalance(tx, source)
    if (row.readAt && row.readAt >= reading.readAt) return
    const isSince = row.shortSince !== null && reading.readAt <= row.shortSince
    const shortSince = isSince || !isEnough({ ...row, ...reading }) ? row.shortSince : null
    await put(ctx, tx, { ...row, ...reading, shortSince })
  })

/** Without a configured threshold, any positive balance is enough. */
const isEnough = ({ amount, lowBelow }: rows.BalanceRow): boolean =>
  lowBelow === null ? Number(amount) > 0 : Number(amount) >= Number(lowBelow)

/** Records that the supplier refused an order because the shop's balance there is too low. */
export async function noteShort(ctx: Deps, tx: Tx, source: SupplierName): Promise<void> {
  const row = await rows.lockBalance(tx, source)
  await put(ctx, tx, { ...row, shortSince: row.shortSince ?? ctx.now() })
}

const forgetOldShortage = (
  ctx: Pick<Context, 'sql' | 'now' | 'connectors'>,
  source: SupplierName,
): Promise<void> =>
  ctx.sql.begin(async (tx) => {
    const row = await rows.lockBalance(tx, source)
    const since = row.shortSince?.getTime() ?? Infinity
    if (since <= ctx.now().getTime() - SHORT_MAX_MS)
      await put(ctx, tx, { ...row, shortSince: null })
  })

/** Sets the balance below which the shop is alerted. Returns the previous threshold. */
export async function putLowBelow(
  ctx: Deps,
  tx: Tx,
  source: SupplierName,
  lowBelow: number | null,
): Promise<number | null> {
  const row = await rows.lockBalance(tx, source)
  await put(ctx, tx, { ...row, lowBelow: lowBelow === null ? null : lowBelow.toFixed(6) })
  return row.lowBelow === null ? null : Number(row.lowBelow)
}

/** Discards the stored balance after the credentials change, because they may belong to another account. */
export async function readAnew(ctx: Deps, tx: Tx, source: SupplierName): Promise<void> {
  const row = await rows.lockBalance(tx, source)
  const unread = { amount: null, currency: null, readAt: null, shortSince: null }
  await put(ctx, tx, { ...row, ...unread })
  await enqueue(tx, 'read-balances', { source })
}

async function put(ctx: Deps, tx: Tx, row: rows.BalanceRow): Promise<void> {
  await rows.updateBalance(tx, row)
  const key = `low-balance ${row.supplier}`
  const words = complainOf(titleOf(ctx, row.supplier), row)
  if (words) await raiseAlert(ctx, tx, { key, words, path: '/admin/sources' })
  else await endAlerts(ctx, tx, [key])
}

function complainOf(title: string, row: rows.BalanceRow): string | null {
  const left = row.amount === null ? null : formatForeign(Number(row.amount), row.currency!)
  if (row.shortSince)
    return `${title} refused an order because the balance is too low${left ? `: ${left} left` : ''}`
  const isLow = row.amount !== null && row.lowBelow !== null && !isEnough(row)
  return isLow ? `The balance at ${title} is low: ${left} left` : null
}
