import type * as contract from '#contract/accounts/auth.ts'
import {
  giveBackUse,
  enforceRateLimit,
  type RateLimit,
} from '#server/platform/rate-limits/rate-limits.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findCredentials, getUserById, lockOwner } from '#server/accounts/users/users.ts'
import { requestCode } from './codes.ts'
import { spendOwnCode } from './own-email.ts'
import { isPassword } from '#server/accounts/passwords/passwords.ts'
import { proveSession } from '#server/accounts/sessions/sql.ts'

export const reauthenticate: Handler<typeof contract.reauthenticate> = async (
  ctx,
  { password },
  caller,
) => {
  const { wrongFactors, wrongFactorMinutes } = ctx.config.limits
  const guess: RateLimit = {
    key: `wrong passwords in a session of ${caller.id}`,
    max: wrongFactors,
    windowSeconds: wrongFactorMinutes * 60,
    refusal: 'TOO_MANY_WRONG_PASSWORDS',
  }
  await enforceRateLimit(ctx.sql, guess, ctx.now())
  const { email } = await getUserById(ctx, caller.id)
  const credentials = await findCredentials(ctx.sql, email)
  if (!(await isPassword(password, credentials?.passwordHash ?? null)))
    throw new Refusal('WRONG_PASSWORD', { field: 'password' })
  await giveBackUse(ctx.sql, guess)
  await ctx.sql.begin(async (tx) => {
    await lockOwner(tx, caller) // a password change meanwhile has ended this session
    await proveSession(tx, caller.sessionId, ctx.now())
  })
  return null
}

/** For accounts without a password, and owners who have forgotten theirs. */
export const sendReauthenticationCode: Handler<typeof contract.sendReauthenticationCode> = async (
  ctx,
  _input,
  caller,
  visit,
) => {
  const { email } = await getUserById(ctx, caller.id)
  return requestCode(ctx, { purpose: 'confirm', recipient: email, userId: caller.id, visit })
}

export const reauthenticateByCode: Handler<typeof contract.reauthenticateByCode> = async (
  ctx,
  answer,
  caller,
  visit,
) => {
  await spendOwnCode(ctx, { answer, purpose: 'confirm', caller, visit }, (tx) =>
    proveSession(tx, caller.sessionId, ctx.now()),
  )
  return null
}
