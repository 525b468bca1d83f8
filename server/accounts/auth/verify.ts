import type * as contract from '#contract/accounts/auth.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { removeFactors, removeNewFactors } from '#server/accounts/second-factor/forget-factors.ts'
import { hasOpenUndo, keepForUndo, undoAddressChange } from '#server/accounts/users/address-undo.ts'
import { lockMailboxOwner } from '#server/accounts/guests/guests.ts'
import {
  changeUser,
  findUserByVerifiedPhone,
  isPhoneProvenSince,
  lockOwner,
  lockUser,
  type UserRow,
} from '#server/accounts/users/users.ts'
import { checkCode, spendCode } from './codes.ts'
import { hashNewPassword } from '#server/accounts/passwords/passwords.ts'
import { openSession } from '#server/accounts/sessions/sessions.ts'
import { findKnownDevice } from '#server/accounts/sessions/known-devices.ts'
import type { Challenge, CodePurpose } from './sql.ts'

type Deps = Pick<Context, 'sql' | 'keys' | 'now' | 'log'>

export const verifyEmail: Handler<typeof contract.verifyEmail> = async (
  ctx,
  { q, code },
  _caller,
  visit,
) => {
  const challenge = await checkCode(ctx, { token: q, code, purposes: ['email'], visit })
  return ctx.sql.begin(async (tx) => {
    const user = await admit(await lockMailboxOwner(tx, challenge.recipient, ctx.now()))
    await spendCode(ctx, tx, challenge)
    if (!user.isEmailVerified) await reclaim(ctx, tx, user)
    const tokens = await openSession(ctx, tx, { userId: user.id, visit })
    return { ...tokens, isReclaimed: !user.isEmailVerified }
  })
}

const NEW_DAYS = 7

export const resetPassword: Handler<typeof contract.resetPassword> = async (
  ctx,
  input,
  _caller,
  visit,
) => {
  const challenge = await checkCode(ctx, {
    token: input.token,
    code: input.code,
    purposes: ['email'],
    visit,
  })
  const passwordHash = await hashNewPassword(ctx, input.newPassword, 'newPassword')
  return ctx.sql.begin(async (tx) => {
    const user = await admit(await lockMailboxOwner(tx, challenge.recipient, ctx.now()))
    await spendCode(ctx, tx, challenge)
    const now = ctx.now()
    if (!user.isEmailVerified) await reclaim(ctx, tx, user)
    const signedOut = { signedOutBefore: now, credentialsChangedAt: now }
    await changeUser(tx, user.id, { passwordHash, ...signedOut }, now)
    await removeNewFactors(tx, user, { days: NEW_DAYS, now })
    const { email: to, fullName } = user
    await enqueue(tx, 'send-notice', { notice: 'password-changed', to, fullName })
    const tokens = await openSession(ctx, tx, { userId: user.id, visit })
    return { ...tokens, isReclaimed: !user.isEmailVerified }
  })
}

/** Checks a code sent to a phone. The code either signs in or verifies the caller's own phone. */
export const verifyPhone: Handler<typeof contract.verifyPhone> = async (
  ctx,
  { q, code },
  caller,
  visit,
) => {
  const purposes: CodePurpose[] = ['phone', 'own-phone']
  const challenge = await checkCode(ctx, { token: q, code, purposes, visit })
  return challenge.purpose === 'phone'
    ? signInByPhone(ctx, challenge, visit)
    : proveOwnPhone(ctx, { challenge, caller, visit })
}

const DAY_MS = 24 * 60 * 60 * 1000
const PHONE_PROOF_DAYS = 90 // after this long, an unused number may belong to somebody else

/** The session doesn't count as proof of ownership: a phone company may have given the number to somebody new. */
async function signInByPhone(ctx: Deps, challenge: Challenge, visit: Visit) {
  const phone = challenge.recipient
  const device = await findKnownDevice(ctx, visit, phone)
  return ctx.sql.begin(async (tx) => {
    const found = await findUserByVerifiedPhone(tx, phone)
    const locked = found && (await lockUser(tx, found.id))
    const user = await admit(locked?.phone === phone && locked.isPhoneVerified ? locked : null)
    const now = ctx.now()
    const since = new Date(now.getTime() - PHONE_PROOF_DAYS * DAY_MS)
    if (!device && !(await isPhoneProvenSince(tx, user.id, since)))
      throw new Refusal('PHONE_PROOF_OLD')
    await spendCode(ctx, tx, challenge)
    await changeUser(tx, user.id, { phoneProvenAt: now }, now)
    return openSession(ctx, tx, { userId: user.id, visit, provenAt: null })
  })
}

type Proof = { challenge: Challenge; caller: Caller | null; visit: Visit }

const proveOwnPhone = (ctx: Deps, { challenge, caller, visit }: Proof) =>
  ctx.sql.begin(async (tx) => {
    const userId = challenge.userId!
    const phone = challenge.recipient
    // The token alone is no proof: the session that asked for it may have ended since.
    if (!caller) throw new Refusal('NOT_SIGNED_IN')
    if (caller.id !== userId) throw new Refusal('CODE_ENDED', { field: 'code' })
    await lockWithPhoneOwner(tx, userId, phone)
    await admit(await lockOwner(tx, caller))
    await spendCode(ctx, tx, challenge)
    const now = ctx.now()
    await takePhoneAway(tx, { userId, phone, now })
    await keepForUndo(tx, { userId, changed: 'phone-verified', now })
    await changeUser(tx, userId, { phone, isPhoneVerified: true, phoneProvenAt: now }, now)
    return openSession(ctx, tx, { userId, visit, provenAt: caller.provenAt })
  })

/** Locks both accounts in the order of their ids. Two accounts that claim each other's phone cannot deadlock. */
async function lockWithPhoneOwner(tx: Tx, userId: string, phone: string): Promise<void> {
  const owner = await findUserByVerifiedPhone(tx, phone)
  const ids = owner ? [userId, owner.id] : [userId]
  for (const id of ids.toSorted()) await lockUser(tx, id)
}

type Taking = { userId: string; phone: string; now: Date }

/** Gives the phone to the last account that proved it. The account that had it before no longer signs in with it. */
async function takePhoneAway(tx: Tx, { userId, phone, now }: Taking): Promise<void> {
  const owner = await findUserByVerifiedPhone(tx, phone)
  if (!owner || owner.id === userId) return
  await changeUser(tx, owner.id, { isPhoneVerified: false }, now)
  const { email: to, fullName } = owner
  await enqueue(tx, 'send-notice', { notice: 'phone-taken', to, fullName })
}

export const undoChange: Handler<typeof contract.undoChange> = (ctx, { token }, _caller, visit) =>
  ctx.sql.begin(async (tx) => {
    const user = await undoAddressChange(ctx, tx, token)
    // The thief needed a factor of their own for the change, which may be as old as the link.
    await removeNewFactors(tx, user, { days: 2 * NEW_DAYS, now: ctx.now() })
    return openSession(ctx, tx, { userId: user.id, visit })
  })

/** Refuses a missing or deleted account with the same message as a wrong code. */
async function admit(user: UserRow | null): Promise<UserRow> {
  if (!user) throw new Refusal('WRONG_CODE', { field: 'code' })
  if (user.isBlocked) throw new Refusal('ACCOUNT_BLOCKED')
  return user
}

/**
 * Gives an account with an unverified email to the owner of the mailbox. Somebody else may have opened it and must not
 * keep access. Its password, Google sign-in, verified phone, second factors, sessions and API keys end. A mail tells the
 * owner.
 */
async function reclaim(ctx: Pick<Context, 'now'>, tx: Tx, user: UserRow): Promise<void> {
  const now = ctx.now()
  const { email: to, fullName } = user
  await enqueue(tx, 'send-notice', { notice: 'account-reclaimed', to, fullName })
  // The account may once have had another email, whose owner can still take it back.
  if (await hasOpenUndo(tx, user.id, now))
    await enqueue(tx, 'send-notice', { notice: 'undo-open', to, fullName })
  await removeFactors(tx, user.id)
  const proof = { isEmailVerified: true, isPhoneVerified: false }
  const ended = { passwordHash: null, googleSubject: null }
  const signedOut = { signedOutBefore: now, credentialsChangedAt: now }
  await changeUser(tx, user.id, { ...proof, ...ended, ...signedOut }, now)
}
