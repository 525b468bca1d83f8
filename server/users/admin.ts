import type * as contract from '#contract/users.ts'
import { recordAction } from '#server/audit/audit.ts'
import type { Handlers } from '#server/http/implement.ts'
import { Refusal } from '#server/http/refusal.ts'
import { countUsers, selectUserNames, selectUsers } from './sql.ts'
import { changeUser, getUserById, lockUser, toUser } from './users.ts'

type Handle = Handlers<typeof contract>

const PICKER_MAX = 100

export const listUsers: Handle['listUsers'] = async ({ sql }, list) => {
  const [users, total] = await Promise.all([selectUsers(sql, list), countUsers(sql, list)])
  return { users: users.map(toUser), total }
}

export const pickUsers: Handle['pickUsers'] = async ({ sql }, { search }) => {
  const names = await selectUserNames(sql, { search, limit: PICKER_MAX })
  return { users: names.map(({ id, ...rest }) => ({ _id: id, ...rest })) }
}

export const findUser: Handle['findUser'] = async (ctx, { id }) =>
  toUser(await getUserById(ctx, id))

export const editUserAsAdmin: Handle['editUserAsAdmin'] = (ctx, { id, ...change }, caller, visit) =>
  ctx.sql.begin(async (tx) => {
    // An administrator who could demote or block themselves might leave the shop without one.
    if (id === caller.id) throw new Refusal('OWN_ACCOUNT')
    const before = await lockUser(tx, id)
    if (!before) throw new Refusal('NO_SUCH_USER')
    const now = ctx.now()
    const signOut = change.isBlocked ? { signedOutBefore: now } : {}
    const after = await changeUser(tx, id, { ...change, ...signOut }, now)
    await recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'edit user',
      subject: `user ${id}`,
      before: { role: before.role, isBlocked: before.isBlocked },
      after: { role: after.role, isBlocked: after.isBlocked },
      now,
    })
    return toUser(after)
  })
