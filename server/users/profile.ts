import { worksHere } from '#contract/rights.ts'
import type * as contract from '#contract/users.ts'
import type { Caller } from '#server/context.ts'
import { requireOwner } from '#server/http/admit.ts'
import type { Handlers } from '#server/http/implement.ts'
import { Refusal } from '#server/http/refusal.ts'
import { enqueue } from '#server/jobs/jobs.ts'
import { changeUser, getUserById, lockUser, toUser, type UserRow } from './users.ts'

type Handle = Handlers<typeof contract>

export const getUser: Handle['getUser'] = async (ctx, _input, caller) =>
  toOwnUser(await getUserById(ctx, caller.id), caller)

const toOwnUser = (user: UserRow, { hasFactor, confirmedAt }: Caller) => ({
  ...toUser(user),
  isNameHidden: user.isNameHidden,
  isConfirmationDue: hasFactor && !confirmedAt,
})

export const editUser: Handle['editUser'] = (ctx, input, caller) =>
  ctx.sql.begin(async (tx) => {
    const before = await lockUser(tx, caller.id)
    if (!before) throw new Refusal('NO_SUCH_USER')
    const hasNewEmail = input.email !== undefined && input.email !== before.email
    const hasNewPhone = input.phone !== undefined && input.phone !== before.phone
    if (hasNewEmail || hasNewPhone) requireOwner(ctx, caller)
    // The new address is unproven, and no such address may have the back office.
    if (hasNewEmail && worksHere(before)) throw new Refusal('STAFF_EMAIL', { field: 'email' })
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
    // Told at the old address: its owner may not be who made the change.
    const notice = { notice: 'email-changed', to: before.email, fullName: before.fullName } as const
    if (hasNewEmail) await enqueue(tx, 'send-notice', notice)
    return toOwnUser(after, caller)
  })
