import { worksHere } from '#contract/accounts/rights.ts'
import type * as contract from '#contract/accounts/second-factor.ts'
import { confirmSession } from '#server/accounts/sessions/sessions.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { requireConfirmed } from '#server/platform/http/limits/admit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { findCredentials, getUserById, lockUser } from '#server/accounts/users/users.ts'
import { useAppCode } from './apps.ts'
import { removeFactors } from './forget-factors.ts'
import { record } from './own-factor.ts'
import { makeCodes, useCode } from './recovery-codes.ts'
import * as rows from './sql.ts'
import { tryOnce } from './tries.ts'

export const getSecondFactor: Handler<typeof contract.getSecondFactor> = async (
  ctx,
  _input,
  caller,
) => {
  const { sql, config } = ctx
  const { id } = caller
  const { email } = await getUserById(ctx, id)
  const [factors, recoveryCodesLeft, credentials] = await Promise.all([
    rows.selectFactors(sql, id),
    rows.countCodes(sql, id),
    findCredentials(sql, email),
  ])
  return {
    factors: factors.map(toFactor),
    recoveryCodesLeft,
    isRequired: worksHere(caller) && config.secondFactor.isRequired,
    hasPassword: Boolean(credentials?.passwordHash),
    minutes: config.secondFactor.minutes,
  }
}

const toFactor = ({ id, createdAt, usedAt, ...rest }: rows.FactorRow) => ({
  _id: id,
  ...rest,
  createdAt: createdAt.toISOString(),
  usedAt: usedAt.toISOString(),
})

export const confirmByCode: Handler<typeof contract.confirmByCode> = async (
  ctx,
  { code },
  caller,
) => {
  const shown = { userId: caller.id, code }
  await tryOnce(ctx, caller.id, () =>
    ctx.sql.begin(async (tx) => {
      const isRight = (await useAppCode(ctx, tx, shown)) || (await useCode(ctx, tx, shown))
      if (!isRight) throw new Refusal('WRONG_FACTOR_CODE', { field: 'code' })
      await confirmSession(tx, caller.sessionId, ctx.now())
    }),
  )
  return null
}

/** Deleting the last factor also deletes the recovery codes, which then protect nothing. */
export const deleteFactor: Handler<typeof contract.deleteFactor> = (ctx, { id }, caller, visit) =>
  ctx.sql.begin(async (tx) => {
    await lockUser(tx, caller.id)
    if (caller.hasFactor) requireConfirmed(ctx, caller)
    const factor = await rows.deleteFactor(tx, { id, userId: caller.id })
    if (!factor) throw new Refusal('NO_SUCH_FACTOR')
    if ((await rows.selectFactors(tx, caller.id)).length === 0)
      await rows.deleteCodes(tx, caller.id)
    const { name } = factor
    await record(ctx, tx, { caller, visit, action: 'remove second factor', before: { name } })
    return null
  })

export const makeRecoveryCodes: Handler<typeof contract.makeRecoveryCodes> = (
  ctx,
  _input,
  caller,
  visit,
) =>
  ctx.sql.begin(async (tx) => {
    await lockUser(tx, caller.id)
    if ((await rows.selectFactors(tx, caller.id)).length === 0)
      throw new Refusal('SECOND_FACTOR_MISSING')
    requireConfirmed(ctx, { ...caller, hasFactor: true })
    const recoveryCodes = await makeCodes(ctx, tx, caller.id)
    await record(ctx, tx, { caller, visit, action: 'make recovery codes' })
    return { recoveryCodes }
  })

/** Runs after an account is deleted. */
export const eraseFactors = (
  { sql }: Pick<Context, 'sql'>,
  { userId }: JobPayload<'account-deleted'>,
): Promise<void> =>
  sql.begin(async (tx) => {
    await removeFactors(tx, userId)
  })

/** Runs every night. Deletes setups and passkey challenges that were never finished. */
export async function forgetBegun({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> {
  await rows.deleteOldBegun(sql, now())
}
