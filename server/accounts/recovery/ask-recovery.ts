import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/accounts/recovery.ts'
import { worksHere } from '#contract/accounts/rights.ts'
import { findUserByEmail, lockUser } from '#server/accounts/users/users.ts'
import { raiseAlert } from '#server/platform/alerts/alerts.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import { violates } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { insertRecovery, selectRecovery } from './sql.ts'
import { toRecovery } from './to-recovery.ts'

export const WAITING_ALERT = 'recoveries waiting'

export const askRecovery: Handler<typeof contract.askRecovery> = (
  ctx,
  { id: userId, email, canUndo, note },
  caller,
  visit,
) =>
  ctx.sql.begin(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new Refusal('NO_SUCH_USER')
    if (worksHere(user)) throw new Refusal('RECOVERY_OF_STAFF')
    const newEmail = email === undefined || email === user.email ? null : email
    if (newEmail && (await findUserByEmail(tx, newEmail)))
      throw new Refusal('EMAIL_TAKEN', { field: 'email' })
    const [id, now] = [randomUUIDv7(), ctx.now()]
    const recovery = { id, userId, newEmail, canUndo: canUndo || !newEmail, note }
    const asked = { state: 'waiting', askedBy: caller.id, askedAt: now } as const
    await insertRecovery(tx, { ...recovery, ...asked }).catch((error: unknown) => {
      if (!violates(error, 'account_recovery_waiting')) throw error
      throw new Refusal('RECOVERY_WAITING', { cause: error })
    })
    await recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'ask for recovery',
      subject: `user ${userId}`,
      before: null,
      after: recovery,
      now,
    })
    const { email: to, fullName } = user
    if (to) await enqueue(tx, 'send-notice', { notice: 'recovery-asked', to, fullName })
    await raiseAlert(ctx, tx, {
      key: WAITING_ALERT,
      words: 'A recovery of a customer’s account waits for your approval',
      path: '/admin/recovery?state=waiting',
    })
    return toRecovery(await selectRecovery(tx, id), caller)
  })
