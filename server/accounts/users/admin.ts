import { Right, type Input } from '#contract/core/endpoint.ts'
import { worksHere } from '#contract/accounts/rights.ts'
import type * as contract from '#contract/accounts/users.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import { refuseStale } from '#server/platform/audit/refuse-stale.ts'
import type { Caller } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isReclaimable } from './address-undo.ts'
import { refuseColleague, seesColleagues } from './colleagues.ts'
import { countColleagues, countUsers } from './count-sql.ts'
import { selectUserNames, selectUsers } from './sql.ts'
import { changeUser, findUserIds, getUserById, lockUser, toUser, type UserRow } from './users.ts'

const PICKER_MAX = 100

export const listUsers: Handler<typeof contract.listUsers> = async (ctx, list, caller) => {
  const { sql } = ctx
  const isOfCustomers = !seesColleagues(caller)
  const ids = list.search ? await findUserIds(ctx, list, caller) : null
  const [users, total, left] = await Promise.all([
    selectUsers(sql, { ids, isOfCustomers }, list),
    ids ? ids.length : countUsers(sql),
    !ids && isOfCustomers ? countColleagues(sql) : 0,
  ])
  return { users: users.map(toUser), total: total - left }
}

export const pickUsers: Handler<typeof contract.pickUsers> = async (
  { sql },
  { search },
  caller,
) => {
  const isOfCustomers = !seesColleagues(caller)
  const names = await selectUserNames(sql, { search, limit: PICKER_MAX, isOfCustomers })
  return { users: names.map(({ id, ...rest }) => ({ _id: id, ...rest })) }
}

export const findUser: Handler<typeof contract.findUser> = async (ctx, { id }, caller) => {
  await refuseColleague(ctx.sql, id, caller)
  return toUser(await getUserById(ctx, id))
}

export const editUserAsAdmin: Handler<typeof contract.editUserAsAdmin> = (
  ctx,
  { id, was, ...change },
  caller,
  visit,
) =>
  ctx.sql.begin(async (tx) => {
    // An administrator who could demote or block themselves might leave the shop without one.
    if (id === caller.id) throw new Refusal('OWN_ACCOUNT')
    const before = await lockUser(tx, id)
    if (!before) throw new Refusal('NO_SUCH_USER')
    refuseColleagues(before, change, caller)
    const now = ctx.now()
    await refuseUnproven(tx, before, { ...change, now })
    await refuseStale(tx, { subject: `user ${id}`, was, is: before, caller, now })
    const signOut = change.isBlocked ? { signedOutBefore: now } : {}
    const after = await changeUser(
      tx,
      id,
      { ...change, ...rightsOf(before, change), ...signOut },
      now,
    )
    await recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'edit user',
      subject: `user ${id}`,
      before: toAudit(before),
      after: toAudit(after),
      now,
    })
    return toUser(after)
  })

type Change = Omit<Input<typeof contract.editUserAsAdmin>, 'id' | 'was'>

/** Staff manage customers only. Only administrators change colleagues, and who becomes one. */
function refuseColleagues(before: UserRow, { role, rights }: Change, caller: Caller): void {
  if (seesColleagues(caller)) return
  if (role !== undefined || rights !== undefined) throw new Refusal('ACCESS_DENIED')
  if (worksHere(before)) throw new Refusal('COLLEAGUE')
}

/**
 * A role needs a verified email that no undo link can change. The owner of the mailbox can sign in by a code, and may
 * be a stranger.
 */
async function refuseUnproven(
  tx: Tx,
  before: UserRow,
  { role = before.role, now }: Change & { now: Date },
): Promise<void> {
  if (role === before.role || role === 'user') return
  if (!before.isEmailVerified) throw new Refusal('EMAIL_UNPROVEN', { field: 'role' })
  if (await isReclaimable(tx, { ...before, now }))
    throw new Refusal('EMAIL_JUST_CHANGED', { field: 'role' })
}

/** Removing the role also removes the rights, so that a person made staff again starts with none. */
function rightsOf(before: UserRow, { role = before.role, rights = before.rights }: Change) {
  return { rights: role === 'staff' ? Right.options.filter((right) => rights.includes(right)) : [] }
}

const toAudit = ({ role, rights, isBlocked }: UserRow) => ({
  role,
  ...(role === 'staff' ? { rights } : {}),
  isBlocked,
})
