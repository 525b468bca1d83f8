import type * as contract from '#contract/accounts/auth.ts'
import type { Context, Visit } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { recordConsent } from '#server/accounts/consent/consent.ts'
import {
  changeUser,
  createUser,
  findUserByEmail,
  findUserByGoogle,
} from '#server/accounts/users/users.ts'
import type { Google, GooglePerson, GoogleState } from './google.ts'
import { openSession } from '#server/accounts/sessions/sessions.ts'
import { readSigned, sign } from '#server/accounts/sessions/signed.ts'

const COOKIE = 'gemstall_google'
const COOKIE_LIFE_SECONDS = 600

export const startGoogle: Handler<typeof contract.startGoogle> = async (
  ctx,
  _input,
  _caller,
  visit,
) => {
  const { url, keep } = await offered(ctx).begin()
  const expiresAt = new Date(ctx.now().getTime() + COOKIE_LIFE_SECONDS * 1000)
  const signed = await sign(keep, ctx.keys['google-state'], expiresAt)
  visit.writeCookie(COOKIE, signed, COOKIE_LIFE_SECONDS)
  return { url }
}

export const google: Handler<typeof contract.google> = async (ctx, query, _caller, visit) => {
  const kept = await takeState(ctx, visit)
  const person = await offered(ctx).finish(query as Record<string, string>, kept)
  if (!person.isEmailVerified) throw new Refusal('GOOGLE_FAILED')
  return ctx.sql.begin(async (tx) => {
    const userId = await findOrCreate(ctx, tx, person)
    return openSession(ctx, tx, { userId, visit })
  })
}

function offered(ctx: Pick<Context, 'google'>): Google {
  if (!ctx.google) throw new Refusal('GOOGLE_NOT_OFFERED')
  return ctx.google
}

/** Only the browser that started the sign-in may finish it, and only once. */
async function takeState(ctx: Pick<Context, 'keys' | 'now'>, visit: Visit): Promise<GoogleState> {
  const signed = visit.readCookie(COOKIE) ?? ''
  visit.writeCookie(COOKIE, '', 0)
  const kept = await readSigned<GoogleState>(signed, ctx.keys['google-state'], ctx.now())
  if (!kept) throw new Refusal('GOOGLE_FAILED')
  return kept
}

async function findOrCreate(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  person: GooglePerson,
): Promise<string> {
  const { subject: googleSubject, email, fullName } = person
  const known = await findUserByGoogle(tx, googleSubject)
  if (known?.isBlocked) throw new Refusal('ACCOUNT_BLOCKED')
  if (known) return known.id

  const namesake = await findUserByEmail(tx, email)
  if (!namesake) {
    const newcomer = { fullName, email, phone: null, passwordHash: null, googleSubject }
    await enqueue(tx, 'send-notice', { notice: 'welcome', to: email, fullName })
    const now = ctx.now()
    const userId = await createUser(tx, { ...newcomer, isEmailVerified: true, newsOffAt: now }, now)
    await recordConsent(tx, { userId, purpose: 'terms', source: 'google', now })
    return userId
  }
  if (namesake.isBlocked) throw new Refusal('ACCOUNT_BLOCKED')
  // Someone else may have opened this account to trap the owner of the email.
  if (!namesake.isEmailVerified) throw new Refusal('GOOGLE_EMAIL_UNPROVEN')
  await changeUser(tx, namesake.id, { googleSubject }, ctx.now())
  return namesake.id
}
