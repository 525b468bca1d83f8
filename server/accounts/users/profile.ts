import { worksHere } from '#contract/accounts/rights.ts'
import type * as contract from '#contract/accounts/users.ts'
import type { Caller } from '#server/context.ts'
import { requireOwner } from '#server/platform/http/limits/admit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { keepForUndo } from './address-undo.ts'
import { changeUser, getUserById, lockOwner, toUser, type UserRow } from './users.ts'

export const getUser: Handler<typeof contract.getUser> = async (ctx, _input, caller) =>
  toOwnUser(await getUserById(ctx, caller.id), caller)

const toOwnUser = (user: UserRow, caller: Caller) => ({
  ...toUser(user),
  isNameHidden: user.isNameHidden,
  spendingLock: user.spendingLock,
  isConfirmationDue: worksHere(caller) && caller.hasFactor && !caller.confirmedAt,
})

export const editUser: Handler<typeof contract.editUser> = (ctx, input, caller) =>
  ctx.sql.begin(async (tx) => {
    if (caller.isGuest && Object.keys(input).some((name) => name !== 'phone'))
      throw new Refusal('GUESTS_CANNOT')
    const before = await lockOwner(tx, caller)
    // The phone of such a guest decides who gets the orders and the money.
    if (caller.isGuest && !before.email) throw new Refusal('GUESTS_CANNOT')
    const hasNewEmail = input.email !== undefined && input.email !== before.email
    const hasNewPhone = input.phone !== undefined && input.phone !== before.phone
    const hasNewLock =
      input.spendingLock !== undefined && input.spendingLock !== before.spendingLock
    if (!caller.isGuest && (hasNewEmail || hasNewPhone || hasNewLock)) requireOwner(ctx, caller)
    // The new email is unverified, and the back office needs a verified one.
    if (hasNewEmail && worksHere(before)) throw new Refusal('STAFF_EMAIL', { field: 'email' })
    if (hasNewEmail) await keepForUndo(tx, { userId: caller.id, changed: 'email', now: ctx.now() })
    else if (hasNewPhone && before.isPhoneVerified)
      await keepForUndo(tx, { userId: caller.id, changed: 'phone', now: ctx.now() })
    const after = await changeUser(
      tx,
      caller.id,
      {
        ...input,
        ...(hasNewEmail ? { isEmailVerified: false } : {}),
        ...(hasNewPhone ? { isPhoneVerified: false } : {}),
      },
      ctx.now(),
    )
    if (hasNewLock) {
      const { email: to, fullName } = after
      await enqueue(tx, 'send-notice', { notice: 'spending-lock-changed', to, fullName })
    }
    return toOwnUser(after, caller)
  })
