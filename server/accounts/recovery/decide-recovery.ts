import type * as contract from '#contract/accounts/recovery.ts'
import { worksHere } from '#contract/accounts/rights.ts'
import { removeFactors } from '#server/accounts/second-factor/forget-factors.ts'
import { deleteUndosOf, keepForUndo } from '#server/accounts/users/address-undo.ts'
import { changeUser, lockUser, type UserRow } from '#server/accounts/users/users.ts'
import type { Context } from '#server/context.ts'
import { endAlerts } from '#server/platform/alerts/alerts.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { WAITING_ALERT } from './ask-recovery.ts'
import * as rows from './sql.ts'
import { toRecovery } from './to-recovery.ts'

export const approveRecovery: Handler<typeof contract.approveRecovery> = (
  ctx,
  { id },
  caller,
  visit,
) =>
  ctx.sql.begin(async (tx) => {
    const { user, recovery } = await lockWaiting(tx, id)
    if (recovery.askedBy === caller.id) throw new Refusal('OWN_RECOVERY')
    if (worksHere(user)) throw new Refusal('RECOVERY_OF_STAFF')
    const decision = { decidedBy: caller.id, decidedAt: ctx.now(), answer: '' }
    await decide(ctx, tx, id, { state: 'done', ...decision })
    const factors = await recover(ctx, tx, user, recovery)
    await recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'approve recovery',
      subject: `user ${user.id}`,
      before: { email: user.email, factors },
      after: { recovery: id, email: recovery.newEmail ?? user.email },
      now: ctx.now(),
    })
    return toRecovery(await rows.selectRecovery(tx, id), caller)
  })

/**
 * Ends every way to sign in, because any of them may be a thief's. Then only a code to the account's email opens it.
 * Returns the names of the removed second factors.
 */
async function recover(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { id: userId, email, fullName }: UserRow,
  { newEmail, canUndo }: rows.LockedRecovery,
): Promise<string[]> {
  const now = ctx.now()
  if (!canUndo) await deleteUndosOf(tx, userId)
  else if (newEmail && email) await keepForUndo(tx, { userId, changed: 'email', now })
  const factors = await removeFactors(tx, userId)
  await changeUser(
    tx,
    userId,
    {
      ...(newEmail ? { email: newEmail, isEmailVerified: false } : {}),
      isPhoneVerified: false,
      passwordHash: null,
      googleSubject: null,
      signedOutBefore: now,
      credentialsChangedAt: now,
    },
    now,
  )
  const to = newEmail ?? email
  if (to) await enqueue(tx, 'send-notice', { notice: 'account-recovered', to, fullName })
  return factors
}

export const declineRecovery: Handler<typeof contract.declineRecovery> = (
  ctx,
  { id, answer },
  caller,
  visit,
) =>
  ctx.sql.begin(async (tx) => {
    const { user, recovery } = await lockWaiting(tx, id)
    if (caller.role !== 'admin' && recovery.askedBy !== caller.id)
      throw new Refusal('RECOVERY_OF_OTHERS')
    const decision = { decidedBy: caller.id, decidedAt: ctx.now(), answer }
    await decide(ctx, tx, id, { state: 'declined', ...decision })
    await recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'decline recovery',
      subject: `user ${user.id}`,
      before: null,
      after: { recovery: id, answer },
      now: ctx.now(),
    })
    return toRecovery(await rows.selectRecovery(tx, id), caller)
  })

async function decide(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  id: string,
  decision: rows.Decision,
): Promise<void> {
  await rows.updateRecovery(tx, id, decision)
  if (!(await rows.isAnyWaiting(tx))) await endAlerts(ctx, tx, [WAITING_ALERT])
}

/** Locks the account first, as every change of it does. */
async function lockWaiting(tx: Tx, id: string) {
  const userId = await rows.findRecoveredUser(tx, id)
  const user = userId && (await lockUser(tx, userId))
  const recovery = await rows.lockRecovery(tx, id)
  if (!user || !recovery) throw new Refusal('NO_SUCH_RECOVERY')
  if (recovery.state !== 'waiting') throw new Refusal('RECOVERY_DECIDED')
  return { user, recovery }
}
