import type * as contract from '#contract/users.ts'
import type { Handlers } from '#server/http/implement.ts'
import { Refusal } from '#server/http/refusal.ts'
import { enqueue } from '#server/jobs/jobs.ts'
import { changeUser, getUserById, lockUser, toUser } from './users.ts'

type Handle = Handlers<typeof contract>

export const getUser: Handle['getUser'] = async (ctx, _input, caller) =>
  toUser(await getUserById(ctx, caller.id))

export const editUser: Handle['editUser'] = ({ sql, now }, input, caller) =>
  sql.begin(async (tx) => {
    const before = await lockUser(tx, caller.id)
    if (!before) throw new Refusal('NO_SUCH_USER')
    const hasNewEmail = input.email !== undefined && input.email !== before.email
    const hasNewPhone = input.phone !== undefined && input.phone !== before.phone
    const after = await changeUser(
      tx,
      caller.id,
      {
        ...input,
        ...(hasNewEmail ? { isEmailVerified: false } : {}),
        ...(hasNewPhone ? { isPhoneVerified: false } : {}),
      },
      now(),
    )
    // Told at the old address: its owner may not be who made the change.
    const notice = { notice: 'email-changed', to: before.email, fullName: before.fullName } as const
    if (hasNewEmail) await enqueue(tx, 'send-notice', notice)
    return toUser(after)
  })
