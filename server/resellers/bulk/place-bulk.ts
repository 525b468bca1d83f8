import { toMajor } from '#contract/core/money.ts'
import { adviseOn } from '#contract/resellers/reseller.ts'
import type { Context } from '#server/context.ts'
import { toApiCaller } from '#server/resellers/keys/to-api-caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { placeApiOrder } from '#server/resellers/api/place-api-order.ts'
import { findByReference } from '#server/resellers/api/read-orders.ts'
import { NO_VISIT } from './no-visit.ts'
import * as rows from './sql.ts'

const AT_ONCE = 25
const TRIES_MAX = 6
const FIRST_WAIT_MS = 2_000

/**
 * Places a few lines, then enqueues itself for the next few. Each line goes through the API clients' handler under its
 * own reference. A job killed between or within lines resumes there, and a repeated line finds its own order.
 */
export async function placeBulk(ctx: Context, { bulkId }: JobPayload<'place-bulk'>): Promise<void> {
  const { sql, now } = ctx
  for (let count = 0; count < AT_ONCE; count++) {
    const next = await rows.takeLine(sql, bulkId, now())
    if (!next) break
    await record(ctx, next, await place(ctx, next))
  }
  await goOn(ctx, bulkId)
}

type Outcome =
  | { state: 'placed'; orderId: string; amount: number }
  | { state: 'refused'; words: string }
  | { state: 'waiting' }

async function place(ctx: Context, line: rows.TakenLine): Promise<Outcome> {
  const { reference, productId, playerId, zoneId, currency, priceMax } = line
  const caller = toApiCaller(line.userId, { id: line.bulkId, isTest: line.isTest })
  try {
    const order = await placeApiOrder(
      ctx,
      { reference, productId, playerId, zoneId, currency, priceMax: toMajor(priceMax, currency) },
      caller,
      { ...NO_VISIT, ip: line.buyerAddress },
    )
    return { state: 'placed', orderId: order._id, amount: order.price }
  } catch (error) {
    const isOurs = !(error instanceof Refusal)
    if (isOurs)
      ctx.log.error({ err: error, bulkId: line.bulkId }, 'line of a bulk order not placed')
    const { code, message } = isOurs ? new Refusal('BUG') : error
    const mayPass = adviseOn(code).isRetryable
    if (mayPass && line.tries < TRIES_MAX) return { state: 'waiting' }
    if (!mayPass) return { state: 'refused', words: WORDS[code] ?? message }
    return (await findPlaced(ctx, line)) ?? { state: 'refused', words: message }
  }
}

/** Refusals reworded for a person: API clients are told about their key, a person about their account. */
const WORDS: Record<string, string> = { API_KEY_UNKNOWN: 'This account can no longer order' }

/** Looks for the order before giving up on a line, because an earlier try may have placed it. */
async function findPlaced(
  ctx: Pick<Context, 'sql'>,
  line: rows.TakenLine,
): Promise<Outcome | null> {
  const { reference, userId, bulkId, isTest } = line
  const caller = toApiCaller(userId, { id: bulkId, isTest })
  const order = await findByReference(ctx, reference, caller)
  return order && { state: 'placed', orderId: order._id, amount: order.price }
}

const record = (
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  { bulkId, line, tries }: rows.TakenLine,
  outcome: Outcome,
) =>
  sql.begin(async (tx) => {
    if (outcome.state === 'waiting') {
      const nextAt = new Date(now().getTime() + FIRST_WAIT_MS * 2 ** (tries - 1))
      return rows.postponeLine(tx, { bulkId, line, nextAt })
    }
    if (await rows.endLine(tx, { bulkId, line, ...outcome })) await rows.addDone(tx, bulkId)
  })

/** Enqueues the next run in the transaction that reads the bulk's state, so a running bulk always has a job. */
const goOn = ({ sql, now }: Pick<Context, 'sql' | 'now'>, bulkId: string) =>
  sql.begin(async (tx) => {
    if (!(await rows.lockRunning(tx, bulkId))) return
    const runAt = await rows.selectNextAt(tx, bulkId)
    if (!runAt) return rows.endBulk(tx, { id: bulkId, state: 'done', now: now() })
    const later = new Date(Math.max(runAt.getTime(), now().getTime()))
    return enqueue(tx, 'place-bulk', { bulkId }, { runAt: later })
  })
