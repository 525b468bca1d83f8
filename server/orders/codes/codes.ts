import { randomUUIDv7 } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getLockedOrder } from '#server/orders/end/end-order.ts'
import { refuseStranger } from '#server/orders/read/find-order.ts'
import { seal, unseal, type SealedColumn } from '#server/platform/sealing.ts'
import * as rows from './code-sql.ts'

// Codes are worth money. They are sealed at rest, and every call that opens them records the reader.

/** Timeline message. Leaves the code itself out: customers request it with a separate call. */
export const CODE_READY = 'Delivered. Your code is ready on your order’s page'

/** Start of old timeline messages, which contained the code itself. */
export const OLD_CODE_WORDS = 'Delivered. Your code: '

const CODE_MAX = 1_000
const VIEWS_SHOWN = 20

const sealedAs = (orderId: string) => `codes of order ${orderId}`

type Deps = Pick<Context, 'keys' | 'now'>
type Brought = { orderId: string; dispatchId: string | null; codes: string[] }

/** Stores the codes that a dispatch or a person supplied for an order. The caller has locked the order. */
export async function keepCodes(
  { keys, now }: Deps,
  tx: Tx,
  { orderId, dispatchId, codes }: Brought,
): Promise<void> {
  const cleaned = codes.map(toCode).filter(Boolean)
  if (cleaned.length === 0) return
  const sealed = seal(keys, sealedAs(orderId), Object.fromEntries(cleaned.entries()))
  const id = randomUUIDv7()
  await rows.insertCode(tx, { id, orderId, dispatchId, sealed, createdAt: now() })
}

/** Joins text to a single line without control characters. */
const toCode = (code: string): string =>
  code
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, CODE_MAX)
    .toWellFormed()

type CodesQuery = { orderId: string; callerId: string; ownerId?: string }

/**
 * Opens the codes of an order and records who saw them. The owner gets them only while the order is completed, so not
 * after a refund.
 */
export async function showCodes(
  ctx: Pick<Context, 'keys' | 'now' | 'log'>,
  tx: Tx,
  { orderId, callerId, ownerId }: CodesQuery,
): Promise<string[]> {
  const order = await getLockedOrder(tx, orderId)
  if (ownerId) await refuseStranger(tx, ownerId, order)
  const found = await rows.selectCodes(tx, orderId)
  if (found.length === 0) throw new Refusal('NO_CODE')
  if (ownerId && order.status !== 'completed') throw new Refusal('CODE_NOT_READY')
  const codes = found.flatMap(({ sealed }) => {
    const opened = unseal(ctx.keys, sealedAs(orderId), sealed)
    if (opened) return Object.values(opened)
    ctx.log.error({ orderId }, 'code cannot be opened with any known secret')
    throw new Refusal('CODE_LOST')
  })
  const view = { id: randomUUIDv7(), orderId, userId: callerId, viewedAt: ctx.now() }
  await rows.insertView(tx, view)
  return codes
}

/** Counts the codes of an order and lists who saw them last. */
export async function tellCodes(sql: Sql, orderId: string) {
  const views = await rows.selectViews(sql, orderId, VIEWS_SHOWN)
  return {
    count: await rows.countCodes(sql, orderId),
    views: views.map(({ viewedAt, fullName }) => ({ at: viewedAt.toISOString(), by: fullName })),
  }
}

/** Deletes all codes of a deleted account, because nobody can request them any more. */
export const eraseCodes = ({ sql }: Pick<Context, 'sql'>, { userId }: { userId: string }) =>
  rows.deleteCodesOf(sql, userId)

export const sealedCodes: SealedColumn = {
  what: 'order codes',
  list: async (sql, after, count) =>
    (await rows.listSealed(sql, after, count)).map((row) => ({
      ...row,
      whose: sealedAs(row.whose),
    })),
  replace: rows.replaceSealed,
}
