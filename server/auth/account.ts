import type * as contract from '#contract/auth.ts'
import { worksHere } from '#contract/rights.ts'
import { requireOwner } from '#server/http/admit.ts'
import type { Handlers } from '#server/http/implement.ts'
import { Refusal } from '#server/http/refusal.ts'
import { beginErasure } from '#server/erasure/erase-traces.ts'
import { enqueue } from '#server/jobs/jobs.ts'
import { holdsMoney } from '#server/ledger/ledger.ts'
import { hasOpenOrder } from '#server/orders/orders.ts'
import { hasMoneyComing } from '#server/wallet/top-up.ts'
import { deleteInvitationsTo } from '#server/users/invitations.ts'
import { deleteUndosOf } from '#server/users/address-undo.ts'
import { changeUser, eraseUser, getUserById, lockOwner } from '#server/users/users.ts'
import { requestCode } from './codes.ts'
import { rememberDevice } from './known-devices.ts'
import { hashNewPassword } from './passwords.ts'
import { deleteChallengesOf, deleteSessions, endOtherSessions } from './sql.ts'

type Handle = Handlers<typeof contract>

export const changePassword: Handle['changePassword'] = async (
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

export const sendOtp: Handle['sendOtp'] = async (ctx, { phone }, caller, visit) => {
  requireOwner(ctx, caller)
  const user = await getUserById(ctx, caller.id)
  if (user.isPhoneVerified && user.phone === phone) throw new Refusal('PHONE_ALREADY_VERIFIED')
  return requestCode(ctx, { purpose: 'own-phone', recipient: phone, userId: caller.id, visit })
}

export const deleteUser: Handle['deleteUser'] = (ctx, _input, caller) =>
  ctx.sql.begin(async (tx) => {
    const user = await lockOwner(tx, caller)
    if (worksHere(user)) throw new Refusal('ADMIN_STAYS')
    if (await hasOpenOrder(tx, caller.id)) throw new Refusal('ORDER_OPEN')
    if (await hasMoneyComing(tx, caller.id, ctx.now())) throw new Refusal('PAYMENT_OPEN')
    if (await holdsMoney(tx, caller.id)) throw new Refusal('WALLET_NOT_EMPTY')
    requireOwner(ctx, caller)
    const { email, phone, fullName } = user
    await enqueue(tx, 'send-notice', { notice: 'account-deleted', to: email, fullName })
    await enqueue(tx, 'account-deleted', { userId: caller.id })
    await beginErasure(ctx, tx, { userId: caller.id, email, phone, fullName })
    await deleteSessions(tx, caller.id)
    await deleteChallengesOf(tx, caller.id, phone ? [email, phone] : [email])
    await deleteUndosOf(tx, caller.id)
    await deleteInvitationsTo(tx, email)
    await eraseUser(tx, caller.id, ctx.now())
    return null
  })
