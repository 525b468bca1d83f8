import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { CODE_LENGTH } from '#contract/auth.ts'
import { takeAllowance } from '#server/allowances/allowances.ts'
import type { Context, Visit } from '#server/context.ts'
import type { Tx } from '#server/db/db.ts'
import { Refusal } from '#server/http/refusal.ts'
import { enqueue } from '#server/jobs/jobs.ts'
import {
  CODE_TRIES_MAX,
  insertChallenge,
  takeTry,
  useChallenge,
  type Challenge,
  type CodePurpose,
} from './sql.ts'

const CODE_LIFE_MS = 10 * 60 * 1000
const DAY_SECONDS = 24 * 60 * 60

type Request = { purpose: CodePurpose; recipient: string; userId?: string; visit: Visit }

/**
 * Promises a code to an e-mail or a phone and answers the token that goes with it. Whether anybody
 * is there is found out by the job that sends it, so that nothing here can tell, not even the time.
 */
export async function requestCode(ctx: Context, request: Request): Promise<string> {
  const { purpose, recipient, userId = null } = request
  const now = ctx.now()
  const id = randomUUID()
  await ctx.sql.begin(async (tx) => {
    await takeCodeAllowances(ctx, tx, request)
    const expiresAt = new Date(now.getTime() + CODE_LIFE_MS)
    await insertChallenge(tx, { id, purpose, recipient, userId, expiresAt }, now)
    const job = purpose === 'email' ? 'mail-code' : 'send-code'
    await enqueue(tx, job, { challengeId: id }, { attemptsMax: 5 })
  })
  return id
}

async function takeCodeAllowances(ctx: Context, tx: Tx, request: Request): Promise<void> {
  const { purpose, recipient, userId, visit } = request
  const { codeResendSeconds, codesPerDay, codesPerAddressPerDay } = ctx.config.limits
  const perDay = { windowSeconds: DAY_SECONDS, refusal: 'TOO_MANY_CODES' } as const
  const allowances = [
    {
      key: `code ${purpose} ${recipient}`,
      max: 1,
      windowSeconds: codeResendSeconds,
      refusal: 'RESEND_TOO_SOON' as const,
    },
    { key: `codes to ${recipient}`, max: codesPerDay, ...perDay },
    ...(userId ? [{ key: `codes for ${userId}`, max: codesPerDay, ...perDay }] : []),
    { key: `codes from ${visit.address}`, max: codesPerAddressPerDay, ...perDay },
  ]
  for (const allowance of allowances) await takeAllowance(tx, allowance, ctx.now())
}

/** Looks at one answer. At most five are ever looked at, however many arrive at once. */
export async function checkCode(
  ctx: Context,
  { token, code, purposes }: { token: string; code: string; purposes: CodePurpose[] },
): Promise<Challenge> {
  const challenge = await takeTry(ctx.sql, { id: token, purposes, now: ctx.now() })
  if (!challenge) throw new Refusal('CODE_ENDED', { field: 'code' })
  const isRight = ctx.keys['sent-code'].some((key) =>
    timingSafeEqual(Buffer.from(computeCode(key, challenge.id)), Buffer.from(code)),
  )
  if (!isRight)
    throw new Refusal(challenge.tries < CODE_TRIES_MAX ? 'WRONG_CODE' : 'CODE_ENDED', {
      field: 'code',
    })
  return challenge
}

/** Spends a code that was right, in the transaction of what it allows. */
export async function spendCode({ now }: Context, tx: Tx, { id }: Challenge): Promise<void> {
  if (!(await useChallenge(tx, id, now()))) throw new Refusal('CODE_ENDED', { field: 'code' })
}

/** Computed, not stored: a job that is tried again sends the same code, and no table holds it. */
export const codeOf = ({ keys }: Pick<Context, 'keys'>, challengeId: string): string =>
  computeCode(keys['sent-code'][0]!, challengeId)

function computeCode(key: Buffer, challengeId: string): string {
  const digest = createHmac('sha256', key).update(challengeId).digest()
  return String(digest.readUIntBE(0, 6) % 10 ** CODE_LENGTH).padStart(CODE_LENGTH, '0')
}
