import type * as contract from '#contract/accounts/auth.ts'
import type { Input } from '#contract/core/endpoint.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { adoptGuests } from '#server/accounts/guests/guests.ts'
import { changeUser, getUserById, lockOwner } from '#server/accounts/users/users.ts'
import { checkCode, requestCode, spendCode } from './codes.ts'
import type { CodePurpose } from './sql.ts'

export const sendEmailOtp: Handler<typeof contract.sendEmailOtp> = async (
  ctx,
  _input,
  caller,
  visit,
) => {
  const { email, isEmailVerified } = await getUserById(ctx, caller.id)
  if (isEmailVerified) throw new Refusal('EMAIL_ALREADY_VERIFIED')
  return requestCode(ctx, { purpose: 'own-email', recipient: email, userId: caller.id, visit })
}

/**
 * The caller holds both the account and the mailbox, so sessions and passwords stay. A sign-in code proves only the
 * mailbox: see `verifyEmail`.
 */
export const verifyOwnEmail: Handler<typeof contract.verifyOwnEmail> = async (
  ctx,
  answer,
  caller,
  visit,
) => {
  await spendOwnCode(ctx, { answer, purpose: 'own-email', caller, visit }, async (tx) => {
    const now = ctx.now()
    await adoptGuests(tx, await changeUser(tx, caller.id, { isEmailVerified: true }, now), now)
  })
  return null
}

type OwnCode = {
  answer: Input<typeof contract.verifyOwnEmail>
  purpose: CodePurpose
  caller: Caller
  visit: Visit
}

/** Spends a code mailed to the caller's current email and runs the action it allows. The session must be valid. */
export async function spendOwnCode(
  ctx: Pick<Context, 'sql' | 'keys' | 'now' | 'config'>,
  { answer, purpose, caller, visit }: OwnCode,
  allowed: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const { q: token, code } = answer
  const challenge = await checkCode(ctx, { token, code, purposes: [purpose], visit })
  if (challenge.userId !== caller.id) throw new Refusal('CODE_ENDED', { field: 'code' })
  await ctx.sql.begin(async (tx) => {
    const { email } = await lockOwner(tx, caller)
    if (email !== challenge.recipient) throw new Refusal('CODE_ENDED', { field: 'code' })
    await spendCode(ctx, tx, challenge)
    await allowed(tx)
  })
}
