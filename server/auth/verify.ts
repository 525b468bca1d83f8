import type * as contract from '#contract/auth.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import type { Tx } from '#server/db/db.ts'
import type { Handlers } from '#server/http/implement.ts'
import { Refusal } from '#server/http/refusal.ts'
import { enqueue } from '#server/jobs/jobs.ts'
import {
  changeUser,
  findUserByVerifiedPhone,
  lockUser,
  lockUserByEmail,
  type UserChange,
  type UserRow,
} from '#server/users/users.ts'
import { checkCode, spendCode } from './codes.ts'
import { hashNewPassword } from './passwords.ts'
import { openSession } from './sessions.ts'
import type { Challenge } from './sql.ts'

type Handle = Handlers<typeof contract>

export const verifyEmail: Handle['verifyEmail'] = async (ctx, { q, code }, _caller, visit) => {
  const challenge = await checkCode(ctx, { token: q, code, purposes: ['email'] })
  return ctx.sql.begin(async (tx) => {
    const user = await admit(await lockUserByEmail(tx, challenge.recipient))
    await spendCode(ctx, tx, challenge)
    await proveEmail(ctx, tx, user)
    return openSession(ctx, tx, { userId: user.id, visit })
  })
}

export const resetPassword: Handle['resetPassword'] = async (ctx, input, _caller, visit) => {
  const challenge = await checkCode(ctx, {
    token: input.token,
    code: input.code,
    purposes: ['email'],
  })
  const passwordHash = await hashNewPassword(ctx, input.newPassword, 'newPassword')
  return ctx.sql.begin(async (tx) => {
    const user = await admit(await lockUserByEmail(tx, challenge.recipient))
    await spendCode(ctx, tx, challenge)
    const now = ctx.now()
    await changeUser(tx, user.id, { ...proofOf(user), passwordHash, signedOutBefore: now }, now)
    const { email: to, fullName } = user
    await enqueue(tx, 'send-notice', { notice: 'password-changed', to, fullName })
    return openSession(ctx, tx, { userId: user.id, visit })
  })
}

/** Answers a code sent to a phone: to sign in with it, or to prove that it is one's own. */
export const verifyPhone: Handle['verifyPhone'] = async (ctx, { q, code }, caller, visit) => {
  const challenge = await checkCode(ctx, { token: q, code, purposes: ['phone', 'own-phone'] })
  return challenge.purpose === 'phone'
    ? signInByPhone(ctx, challenge, visit)
    : proveOwnPhone(ctx, { challenge, caller, visit })
}

const signInByPhone = (ctx: Context, challenge: Challenge, visit: Visit) =>
  ctx.sql.begin(async (tx) => {
    const user = await admit(await findUserByVerifiedPhone(tx, challenge.recipient))
    await spendCode(ctx, tx, challenge)
    return openSession(ctx, tx, { userId: user.id, visit })
  })

type Proof = { challenge: Challenge; caller: Caller | null; visit: Visit }

const proveOwnPhone = (ctx: Context, { challenge, caller, visit }: Proof) =>
  ctx.sql.begin(async (tx) => {
    const userId = challenge.userId!
    // Its token alone is no proof: who asked may have been signed out since, and for a reason.
    if (!caller) throw new Refusal('NOT_SIGNED_IN')
    if (caller.id !== userId) throw new Refusal('CODE_ENDED', { field: 'code' })
    await admit(await lockUser(tx, userId))
    await spendCode(ctx, tx, challenge)
    const proof = { phone: challenge.recipient, isPhoneVerified: true }
    await changeUser(tx, userId, proof, ctx.now())
    return openSession(ctx, tx, { userId, visit })
  })

/** Nobody, or nobody any more: the same words as for a wrong code. */
async function admit(user: UserRow | null): Promise<UserRow> {
  if (!user) throw new Refusal('WRONG_CODE', { field: 'code' })
  if (user.isBlocked) throw new Refusal('ACCOUNT_BLOCKED')
  return user
}

/**
 * The first proof that an e-mail belongs to who uses it. Whoever held the account before may have
 * been somebody else, who must not keep a way in: password, Google and phone no longer open it.
 */
const proofOf = (user: UserRow): UserChange =>
  user.isEmailVerified
    ? {}
    : { isEmailVerified: true, passwordHash: null, googleSubject: null, isPhoneVerified: false }

async function proveEmail(ctx: Context, tx: Tx, user: UserRow): Promise<void> {
  if (user.isEmailVerified) return
  const now = ctx.now()
  await changeUser(tx, user.id, { ...proofOf(user), signedOutBefore: now }, now)
}
