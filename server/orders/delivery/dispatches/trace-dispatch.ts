import { afterHint } from '#server/platform/after-hint.ts'
import type { DispatchOutcome } from '#connectors/suppliers/supplier.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { enqueueTrace } from './begin-dispatches.ts'
import { nextTrace } from '#server/orders/delivery/decide.ts'
import type { DeliveryDeps } from '#server/orders/delivery/delivery-deps.ts'
import { recordOutcome } from '#server/orders/delivery/record-outcome.ts'
import * as rows from '#server/orders/delivery/sql.ts'
import { toDispatch } from './to-dispatch.ts'

const AT_ONCE = 100

/**
 * Asks the supplier what became of a dispatch, on schedule or after a callback. There is no other way to ask. `hints`
 * counts the questions since the callback; 0 means on schedule.
 */
export async function traceDispatch(
  ctx: DeliveryDeps,
  { dispatchId, hints }: JobPayload<'trace-dispatch'>,
): Promise<void> {
  const dispatch = await rows.selectDispatch(ctx.sql, dispatchId)
  if (dispatch?.state !== 'sent') return
  const outcome = await ask(ctx, dispatch)
  await recordOutcome(ctx, { dispatch, outcome, by: 'asking' })
  const next = afterHint(hints, ctx.now())
  const isOver = outcome?.is === 'delivered' || outcome?.is === 'refused'
  if (next && !isOver) await ctx.sql.begin((tx) => enqueueTrace(tx, dispatchId, hints + 1, next))
}

async function ask(ctx: DeliveryDeps, dispatch: rows.DispatchRow): Promise<DispatchOutcome | null> {
  const { supplier, reference, orderId } = dispatch
  try {
    const company = (await ctx.suppliers()).get(supplier)
    return (await company?.trace?.(toDispatch(ctx, dispatch), ctx.now())) ?? null
  } catch (error) {
    ctx.log.warn(
      { err: error, orderId, supplier, reference },
      'supplier cannot be asked about a delivery',
    )
    return null
  }
}

/** Enqueues a question about every dispatch that is due. Nodes that run this at once take different dispatches. */
export async function traceDispatches(ctx: Pick<DeliveryDeps, 'sql' | 'now'>): Promise<void> {
  for (let count = AT_ONCE; count === AT_ONCE;) count = await traceSome(ctx)
}

const traceSome = ({ sql, now }: Pick<DeliveryDeps, 'sql' | 'now'>): Promise<number> =>
  sql.begin(async (tx) => {
    const moment = now()
    const due = await rows.lockDueDispatches(tx, moment, AT_ONCE)
    if (due.length === 0) return 0
    const traced = due.map(({ id, sentAt }) => ({ id, traceAt: nextTrace(sentAt, moment) }))
    await rows.updateTraced(tx, traced)
    for (const { id } of due) await enqueueTrace(tx, id, 0, moment)
    return due.length
  })
