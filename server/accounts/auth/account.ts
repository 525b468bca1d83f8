import type * as contract from '#contract/accounts/auth.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { requireOwner } from '#server/platform/http/limits/admit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { eraseParent } from '#server/accounts/consent/parent.ts'
import { deleteInvitationsTo } from '#server/accounts/invitations/invitations.ts'
import { deleteUndosOf } from '#server/accounts/users/address-undo.ts'
import {
  changeUser,
  eraseUser,
  getUserById,
  lockOwner,
  type UserRow,
} from '#server/accounts/users/users.ts'
import { requestCode } from './codes.ts'
import { rememberDevice } from '#server/accounts/sessions/known-devices.ts'
import { hashNewPassword } from '#server/accounts/passwords/passwords.ts'
import { deleteSessions, endOtherSessions } from '#server/accounts/sessions/sql.ts'
import { deleteChallengesOf } from './sql.ts'

export const changePassword: Handler<typeof contract.changePassword> = async (
  ctx,
  { newPassword },
  caller,
  visit,
) => {
  requireOwner(ctx, caller)
  const passwordHash = await hashNewPassword(ctx, newPassword, 'newPassword')
  await ctx.sql.begin(async (tx) => {
    await lockOwner(tx, caller)
    const now = ctx.now()
    const change = { passwordHash, credentialsChangedAt: now }
    const { email, fullName } = await changeUser(tx, caller.id, change, now)
    await rememberDevice(ctx, tx, { userId: caller.id, visit })
    await endOtherSessions(tx, caller.id, caller.sessionId, now)
    await enqueue(tx, 'send-notice', { notice: 'password-changed', to: email, fullName })
  })
  return null
}

export const sendOtp: Handler<typeof contract.sendOtp> = async (ctx, { phone }, caller, visit) => {
  requireOwner(ctx, caller)
  const user = await getUserById(ctx, caller.id)
  if (user.isPhoneVerified && user.phone === phone) throw new Refusal('PHONE_ALREADY_VERIFIED')
  return requestCode(ctx, { purpose: 'own-phone', recipient: phone, userId: caller.id, visit })
}

/** Ends every way to sign in to an account that is being deleted, and erases personal data. */
export async function closeAccount(tx: Tx, user: UserRow, now: Date): Promise<void> {
  const { id, email, phone } = user
  await deleteSessions(tx, id)
  await deleteChallengesOf(tx, id, phone ? [email, phone] : [email])
  await deleteUndosOf(tx, id)
  await eraseParent(tx, id)
  await deleteInvitationsTo(tx, email)
  await eraseUser(tx, id, now)
}
