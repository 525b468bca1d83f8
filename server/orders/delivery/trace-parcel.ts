import { afterHint } from '#server/platform/after-hint.ts'
import type { Dispatch } from '#server/suppliers/adapters/provider.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { enqueueTrace } from './begin-parcels.ts'
import { nextTrace } from './decide.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { recordDispatch } from './record-dispatch.ts'
import * as rows from './sql.ts'
import { toParcel } from './to-parcel.ts'

const AT_ONCE = 100

/**
 * Asks the supplier what became of a parcel, on schedule or after a callback. There is no other way to ask. `hints`
 * counts the questions since the callback; 0 means on schedule.
 */
export async function traceParcel(
  ctx: DeliveryDeps,
  { parcelId, hints }: JobPayload<'trace-parcel'>,
): Promise<void> {
  const parcel = await rows.selectParcel(ctx.sql, parcelId)
  if (parcel?.state !== 'sent') return
  const dispatch = await ask(ctx, parcel)
  await recordDispatch(ctx, { parcel, dispatch, by: 'asking' })
  const next = afterHint(hints, ctx.now())
  const isOver = dispatch?.is === 'delivered' || dispatch?.is === 'refused'
  if (next && !isOver) await ctx.sql.begin((tx) => enqueueTrace(tx, parcelId, hints + 1, next))
}

async function ask(ctx: DeliveryDeps, parcel: rows.ParcelRow): Promise<Dispatch | null> {
  const { provider, reference, orderId } = parcel
  try {
    const { [provider]: company } = await ctx.providers()
    return (await company?.trace?.(toParcel(ctx, parcel), ctx.now())) ?? null
  } catch (error) {
    ctx.log.warn(
      { err: error, orderId, provider, reference },
      'supplier cannot be asked about a delivery',
    )
    return null
  }
}

/** Enqueues a question about every parcel that is due. Nodes that run this at once take different parcels. */
export async function traceParcels(ctx: Pick<DeliveryDeps, 'sql' | 'now'>): Promise<void> {
  for (let count = AT_ONCE; count === AT_ONCE;) count = await traceSome(ctx)
}

const traceSome = ({ sql, now }: Pick<DeliveryDeps, 'sql' | 'now'>): Promise<number> =>
  sql.begin(async (tx) => {
    const moment = now()
    const due = await rows.lockDueParcels(tx, moment, AT_ONCE)
    if (due.length === 0) return 0
    const traced = due.map(({ id, sentAt }) => ({ id, traceAt: nextTrace(sentAt, moment) }))
    await rows.updateTraced(tx, traced)
    for (const { id } of due) await enqueueTrace(tx, id, 0, moment)
    return due.length
  })
