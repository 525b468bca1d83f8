import type * as contract from '#contract/accounts/consent.ts'
import { wordsOfAge, type OwnAge, type ParentState } from '#contract/accounts/consent.ts'
import type { Caller, Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import { refuseColleague } from '#server/accounts/users/colleagues.ts'
import { lockOwner, lockUser } from '#server/accounts/users/users.ts'
import { recordConsent } from './consent.ts'
import * as rows from './consent-sql.ts'

/** Refuses a purchase until the customer has said their age, and a parent has agreed if the shop asks for that. */
export async function requireAge(
  ctx: Pick<Context, 'sql' | 'settings'>,
  { id, role }: Caller,
): Promise<void> {
  if (role !== 'user') return
  const { ageRule } = await ctx.settings()
  if (ageRule === 'off') return
  const { age, parent } = await readAge(ctx.sql, id)
  if (age === null) throw new Refusal('AGE_NEEDED')
  if (age === 'minor' && ageRule === 'parent' && parent?.state !== 'agreed')
    throw new Refusal('PARENT_NEEDED')
}

export const getAge: Handler<typeof contract.getAge> = ({ sql }, _input, caller) =>
  readAge(sql, caller.id)

export const stateAge: Handler<typeof contract.stateAge> = async (ctx, { age }, caller) => {
  const { ageRule } = await ctx.settings()
  return ctx.sql.begin(async (tx) => {
    await lockOwner(tx, caller)
    const before = await readAge(tx, caller.id)
    if (before.age === age) return before
    if (before.age !== null) throw new Refusal('AGE_STATED')
    await rows.updateAge(tx, caller.id, age)
    await recordConsent(tx, {
      userId: caller.id,
      purpose: 'age',
      words: wordsOfAge(age, ageRule),
      source: 'purchase',
      now: ctx.now(),
    })
    return readAge(tx, caller.id)
  })
}

export const askAgeAgain: Handler<typeof contract.askAgeAgain> = (ctx, { id }, caller, visit) =>
  ctx.sql.begin(async (tx) => {
    if (!(await lockUser(tx, id))) throw new Refusal('NO_SUCH_USER')
    await refuseColleague(tx, id, caller)
    const { age, parent } = await readAge(tx, id)
    await rows.updateAge(tx, id, null)
    await rows.deleteParentOf(tx, id)
    await recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'ask age again',
      subject: `user ${id}`,
      before: { age, parent: parent?.state ?? null },
      after: null,
      now: ctx.now(),
    })
    return null
  })

export async function readAge(sql: Sql | Tx, userId: string): Promise<OwnAge> {
  const [row, parent] = [await rows.selectAge(sql, userId), await rows.selectParent(sql, userId)]
  if (!row) throw new Refusal('NO_SUCH_USER')
  return { age: row.age, parent: parent && { email: parent.email, state: stateOf(parent) } }
}

export const stateOf = ({ isAgreed }: rows.ParentRow): ParentState =>
  isAgreed === null ? 'asked' : isAgreed ? 'agreed' : 'refused'
