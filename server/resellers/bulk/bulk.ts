import type * as contract from '#contract/resellers/bulk.ts'
import type { Bulk } from '#contract/resellers/bulk.ts'
import { toDecimal } from '#contract/core/money.ts'
import { keptSince } from '#contract/core/retention.ts'
import type { Caller, Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { CSV_START, toCsvRow } from '#server/platform/http/csv.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import * as rows from './sql.ts'

const LISTED_MAX = 20
const REFUSED_MAX = 50

export const listBulks: Handler<typeof contract.listBulks> = async ({ sql }, _input, { id }) =>
  (await rows.selectBulks(sql, { userId: id, limit: LISTED_MAX })).map(toBulk)

export const getBulk: Handler<typeof contract.getBulk> = async (ctx, { id }, caller) => {
  const bulk = await getOwn(ctx, id, caller)
  return { ...toBulk(bulk), refused: await rows.selectRefused(ctx.sql, { id, limit: REFUSED_MAX }) }
}

/** Stops the bulk. The line being placed at this moment still finishes. */
export const stopBulk: Handler<typeof contract.stopBulk> = async (ctx, { id }, caller) => {
  await getOwn(ctx, id, caller)
  await ctx.sql.begin(async (tx) => {
    if (await rows.lockRunning(tx, id))
      await rows.endBulk(tx, { id, state: 'stopped', now: ctx.now() })
  })
  return toBulk(await getOwn(ctx, id, caller))
}

/** Stops every running bulk of every reseller, and returns how many there were. */
export async function stopBulks(tx: Tx, now: Date): Promise<number> {
  const { count } = await rows.endRunningBulks(tx, now)
  return count
}

const COLUMNS = [
  'line',
  'result',
  'reference',
  'productId',
  'productName',
  'playerId',
  'zoneId',
  'currency',
  'price',
  'orderId',
  'why',
]

export const getBulkFile: Handler<typeof contract.getBulkFile> = async (ctx, { id }, caller) => {
  const { currency, state } = await getOwn(ctx, id, caller)
  const lines = await rows.selectLines(ctx.sql, id)
  const left = state === 'stopped' ? 'stopped' : 'waiting'
  const cells = lines.map((line) => [
    line.line,
    line.state === 'waiting' ? left : line.state,
    line.reference,
    line.productId,
    line.productName,
    line.playerId,
    line.zoneId,
    currency,
    line.amount === null ? null : toDecimal(line.amount, currency),
    line.orderId,
    line.words,
  ])
  return CSV_START + [COLUMNS, ...cells].map(toCsvRow).join('')
}

async function getOwn(
  { sql }: Pick<Context, 'sql'>,
  id: string,
  caller: Caller,
): Promise<rows.BulkRow> {
  const bulk = await rows.selectBulk(sql, { id, userId: caller.id })
  if (!bulk) throw new Refusal('NO_SUCH_BULK')
  return bulk
}

export const toBulk = ({ id, createdAt, endedAt, ...bulk }: rows.BulkRow): Bulk => ({
  _id: id,
  ...bulk,
  createdAt: createdAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

export async function forgetBulks({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> {
  await rows.deleteOldBulks(sql, keptSince('bulk', now()))
}

export async function eraseBulks(
  { sql }: Pick<Context, 'sql'>,
  { userId }: JobPayload<'account-deleted'>,
): Promise<void> {
  await rows.deleteBulksOf(sql, userId)
}
