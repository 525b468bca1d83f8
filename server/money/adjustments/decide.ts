import type * as contract from '#contract/money/adjustments.ts'
import type { Context } from '#server/context.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import { endAlerts } from '#server/platform/alerts/alerts.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { moveAdjustment, WAITING_ALERT } from './move.ts'
import * as rows from './sql.ts'
import { toAdjustment } from './to-adjustment.ts'

export const approveAdjustment: Handler<typeof contract.approveAdjustment> = (
  ctx,
  { id },
  caller,
  visit,
) =>
  ctx.sql.begin(async (tx) => {
    const adjustment = await lockWaiting(tx, id)
    if (adjustment.askedBy === caller.id) throw new Refusal('OWN_ADJUSTMENT')
    if (adjustment.userId === caller.id) throw new Refusal('OWN_WALLET')
    const now = ctx.now()
    const decision = { state: 'done', decidedBy: caller.id, decidedAt: now, answer: '' } as const
    await decide(ctx, tx, id, decision)
    await moveAdjustment(ctx, tx, { ...adjustment, now }, { caller, visit })
    return toAdjustment(await rows.selectAdjustment(tx, id), caller)
  })

export const declineAdjustment: Handler<typeof contract.declineAdjustment> = (
  ctx,
  { id, answer },
  caller,
  visit,
) =>
  ctx.sql.begin(async (tx) => {
    const { userId, amount, currency } = await lockWaiting(tx, id, { mayBeGone: true })
    const now = ctx.now()
    const decision = { state: 'declined', decidedBy: caller.id, decidedAt: now, answer } as const
    await decide(ctx, tx, id, decision)
    await recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'decline adjustment',
      subject: `user ${userId}`,
      before: null,
      after: { adjustment: id, amount, currency, answer },
      now,
    })
    return toAdjustment(await rows.selectAdjustment(tx, id), caller)
  })

async function decide(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  id: string,
  decision: rows.Decision,
): Promise<void> {
  await rows.updateAdjustment(tx, id, decision)
  if (!(await rows.isAnyWaiting(tx))) await endAlerts(ctx, tx, [WAITING_ALERT])
}

/** Locks the customer's account first, as all movements of wallets do. */
async function lockWaiting(
  tx: Tx,
  id: string,
  { mayBeGone = false } = {},
): Promise<rows.LockedAdjustment> {
  await rows.lockAdjustments(tx)
  const userId = await rows.findAdjustedUser(tx, id)
  if (!userId) throw new Refusal('NO_SUCH_ADJUSTMENT')
  if (!(await lockUser(tx, userId)) && !mayBeGone) throw new Refusal('NO_SUCH_USER')
  const adjustment = (await rows.lockAdjustment(tx, id))!
  if (adjustment.state !== 'waiting') throw new Refusal('ADJUSTMENT_DECIDED')
  return adjustment
}
