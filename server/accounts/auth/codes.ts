import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { CODE_LENGTH } from '#contract/accounts/auth.ts'
import {
  giveBackUse,
  enforceRateLimit,
  type RateLimit,
} from '#server/platform/rate-limits/rate-limits.ts'
import type { Context, Visit } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { findKnownDevice } from '#server/accounts/sessions/known-devices.ts'
import {
  CODE_TRIES_MAX,
  insertChallenge,
  takeTry,
  useChallenge,
  type Challenge,
  type CodePurpose,
} from './sql.ts'

type Deps = Pick<Context, 'sql' | 'keys' | 'now' | 'config'>

const CODE_LIFE_MS = 10 * 60 * 1000
const LINK_LIFE_MS = 3 * 24 * 60 * 60 * 1000
const DAY_SECONDS = 24 * 60 * 60

type Request = { purpose: CodePurpose; recipient: string; userId?: string; visit: Visit }

/**
 * Enqueues a code for an email or a phone and returns its token. Only the job looks up the recipient, so neither the
 * answer nor its timing reveals whether an account exists.
 */
export async function requestCode(ctx: Deps, request: Request): Promise<string> {
  const { purpose, recipient, userId = null } = request
  const now = ctx.now()
  const id = randomUUID()
  const trusted = await findTrusted(ctx, request)
  const isTrusted = trusted !== null
  const limits = isTrusted ? ownLimits(ctx, request, trusted) : allLimits(ctx, request)
  await ctx.sql.begin(async (tx) => {
    for (const limit of limits) await enforceRateLimit(tx, limit, now)
    const expiresAt = new Date(now.getTime() + CODE_LIFE_MS)
    await insertChallenge(tx, { id, purpose, recipient, userId, isTrusted, expiresAt }, now)
    const job = isByMail(purpose) ? 'mail-code' : 'send-code'
    await enqueue(tx, job, { challengeId: id }, { attemptsMax: 5 })
  })
  return id
}

/**
 * Enqueues the welcome mail after sign-up. The code in its link works only for the new account. Its token appears
 * nowhere else, so the code may live longer than one that could be guessed.
 */
export async function promiseWelcome(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  { userId, email: recipient }: { userId: string; email: string },
): Promise<void> {
  const id = randomUUID()
  const expiresAt = new Date(now().getTime() + LINK_LIFE_MS)
  const challenge = { id, purpose: 'own-email', recipient, userId, isTrusted: false } as const
  await insertChallenge(tx, { ...challenge, expiresAt }, now())
  await enqueue(tx, 'send-welcome', { challengeId: id })
}

export const isByMail = (purpose: CodePurpose): boolean =>
  purpose === 'email' || purpose === 'confirm' || purpose === 'own-email'

/**
 * Finds the requester whom strangers' requests must not block: a known device, or the signed-in owner. Devices of an
 * account with an unverified email don't count. Someone could sign up with another person's email to collect such
 * devices and guess codes.
 */
async function findTrusted(
  ctx: Pick<Context, 'sql' | 'keys' | 'now'>,
  request: Request,
): Promise<string | null> {
  const { purpose, recipient, userId, visit } = request
  if (purpose === 'confirm') return userId!
  if (purpose === 'own-phone' || purpose === 'own-email') return null
  return findKnownDevice(ctx, visit, recipient, { isProven: true })
}

const perDay = { windowSeconds: DAY_SECONDS, refusal: 'TOO_MANY_CODES' } as const

/** Limits of one requester for one email or phone. */
function ownLimits(
  { config }: Pick<Context, 'config'>,
  { purpose, recipient }: Request,
  requester: string,
): RateLimit[] {
  const { codeResendSeconds, codesPerDay } = config.limits
  return [
    {
      key: `code ${purpose} ${recipient} by ${requester}`,
      max: 1,
      windowSeconds: codeResendSeconds,
      refusal: 'RESEND_TOO_SOON',
    },
    { key: `codes to ${recipient} by ${requester}`, max: codesPerDay, ...perDay },
  ]
}

/** Adds the limits that all strangers share for the recipient, and the limit of the network address. */
function allLimits(ctx: Pick<Context, 'config'>, request: Request): RateLimit[] {
  const { recipient, userId, visit } = request
  const { codesPerDay, codesPerDayTotal, codesPerAddressPerDay } = ctx.config.limits
  return [
    ...ownLimits(ctx, request, visit.address),
    ...(userId ? [{ key: `codes for ${userId}`, max: codesPerDay, ...perDay }] : []),
    { key: `codes from ${visit.address}`, max: codesPerAddressPerDay, ...perDay },
    { key: `codes to ${recipient}`, max: codesPerDayTotal, ...perDay },
  ]
}

/** Limits of strangers' wrong answers for one email or phone. One network address may use half of them. */
function lookLimits(
  { config }: Pick<Context, 'config'>,
  recipient: string,
  { address }: Visit,
): RateLimit[] {
  const max = config.limits.wrongCodesPerDay
  const window = { windowSeconds: DAY_SECONDS, refusal: 'TOO_MANY_WRONG_CODES' } as const
  return [
    { key: `wrong codes of ${recipient} by ${address}`, max: Math.ceil(max / 2), ...window },
    { key: `wrong codes of ${recipient}`, max, ...window },
  ]
}

type Answer = { token: string; code: string; purposes: CodePurpose[]; visit: Visit }

/** Checks one answer. A code allows five attempts at most, even when many arrive at once. */
export async function checkCode(
  ctx: Deps,
  { token, code, purposes, visit }: Answer,
): Promise<Challenge> {
  const challenge = await takeTry(ctx.sql, { id: token, purposes, now: ctx.now() })
  if (!challenge) throw new Refusal('CODE_ENDED', { field: 'code' })
  const looks = challenge.isTrusted ? [] : lookLimits(ctx, challenge.recipient, visit)
  await ctx.sql.begin(async (tx) => {
    for (const look of looks) await enforceRateLimit(tx, look, ctx.now())
  })
  const isRight = ctx.keys['sent-code'].some((key) =>
    timingSafeEqual(Buffer.from(computeCode(key, challenge.id)), Buffer.from(code)),
  )
  if (!isRight)
    throw new Refusal(challenge.tries < CODE_TRIES_MAX ? 'WRONG_CODE' : 'CODE_ENDED', {
      field: 'code',
    })
  for (const look of looks) await giveBackUse(ctx.sql, look)
  return challenge
}

/** Uses up a correct code in the same transaction as the action it allows. */
export async function spendCode(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  { id }: Challenge,
): Promise<void> {
  if (!(await useChallenge(tx, id, now()))) throw new Refusal('CODE_ENDED', { field: 'code' })
}

/** Codes are computed, not stored. A retried job sends the same code, and no table holds it. */
export const codeOf = ({ keys }: Pick<Context, 'keys'>, challengeId: string): string =>
  computeCode(keys['sent-code'][0]!, challengeId)

function computeCode(key: Buffer, challengeId: string): string {
  const digest = createHmac('sha256', key).update(challengeId).digest()
  return String(digest.readUIntBE(0, 6) % 10 ** CODE_LENGTH).padStart(CODE_LENGTH, '0')
}
