import type { Context } from '#server/context.ts'
import { endOrder, getLockedOrder } from '#server/orders/end/end-order.ts'
import { after } from './decide.ts'
import { selectUncorrected } from './sql.ts'

type Deps = Pick<Context, 'sql' | 'now' | 'log' | 'config'>

const DAY_MS = 24 * 60 * 60_000
const BATCH = 100

/** Refunds orders whose customer was asked to correct the player and didn't do so in time. */
export async function endCorrections(ctx: Deps): Promise<void> {
  const heldBefore = after(ctx.now(), -ctx.config.correctionDays * DAY_MS)
  const late = await selectUncorrected(ctx.sql, heldBefore, BATCH)
  for (const { id } of late) await endCorrection(ctx, id, heldBefore)
}

/** Checks again under the lock, because the customer may correct the player at this moment. */
const endCorrection = (ctx: Deps, orderId: string, heldBefore: Date): Promise<void> =>
  ctx.sql.begin(async (tx) => {
    const { status, heldFor, heldAt } = await getLockedOrder(tx, orderId)
    if (status !== 'processing' || heldFor !== 'player' || heldAt! > heldBefore) return
    const reason = 'The player wasn’t corrected in time'
    await endOrder(ctx, tx, { orderId, end: 'refunded', reason })
  })
