import {
  createHash,
  createHmac,
  randomBytes,
  randomUUID,
  randomUUIDv7,
  timingSafeEqual,
} from 'node:crypto'
import type * as contract from '#contract/accounts/auth.ts'
import type { Output } from '#contract/core/endpoint.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import { createBatches } from '#server/platform/batches.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Keys } from '#server/platform/config/secrets.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import { adoptGuests } from '#server/accounts/guests/guests.ts'
import { rememberDevice } from './known-devices.ts'
import { readSigned, sign } from './signed.ts'
import {
  endSession,
  endSessions,
  insertSession,
  rotateSession,
  selectSessionStates,
  touchSession,
  type Claims,
} from './sql.ts'

export { confirmSession, takeOldSessions } from './sql.ts'
export type { OldSession, SessionState } from './sql.ts'

type Deps = Pick<Context, 'sql' | 'keys' | 'now' | 'log' | 'findSessionState'>

type Tokens = Output<typeof contract.login>

const ACCESS_LIFE_MS = 15 * 60 * 1000
const REFRESH_LIFE_MS = 30 * 24 * 60 * 60 * 1000

/** Signing in proves ownership of the account, unless `provenAt` says otherwise. */
type Opening = {
  userId: string
  visit: Pick<Visit, 'address' | 'userAgent' | 'readCookie' | 'writeCookie'>
  provenAt?: Date | null
}

/** Signs a person in on one device, unless they have just been blocked or deleted. */
export async function openSession(
  ctx: Pick<Context, 'keys' | 'log' | 'now'>,
  tx: Tx,
  { userId, visit, provenAt = ctx.now() }: Opening,
): Promise<Tokens> {
  const { keys, log } = ctx
  const user = await lockUser(tx, userId) // a concurrent block waits for this transaction, then ends the session
  if (!user) throw new Refusal('WRONG_CREDENTIALS')
  if (user.isBlocked) throw new Refusal('ACCOUNT_BLOCKED')
  const id = randomUUIDv7()
  const { token, hash } = makeRefreshToken(keys, id)
  const { address, userAgent } = visit
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + REFRESH_LIFE_MS)
  const session = { id, userId, refreshHash: hash, address, userAgent, expiresAt, provenAt }
  await insertSession(tx, session, now)
  if (!user.isGuest) await rememberDevice(ctx, tx, { userId, visit })
  await adoptGuests(tx, user, now)
  const accessToken = await signAccessToken(keys, { userId, sessionId: id, now })
  tx.afterCommit(() => log.info({ userId, sessionId: id, address }, 'signed in'))
  return { accessToken, refreshToken: token }
}

/** Runs on every call with a token, so changes to sessions, blocks, roles and rights take effect at once. */
export async function authenticate(ctx: Deps, bearer: string): Promise<Caller | null> {
  const claims = await readAccessToken(ctx, bearer)
  if (!claims) return null
  const found = await ctx.findSessionState({ ...claims, at: ctx.now() })
  if (!found) return null
  const { seenAt, ...state } = found
  await noteUse(ctx, claims.sessionId, seenAt)
  return { id: claims.userId, sessionId: claims.sessionId, ...state }
}

const NOTED_EVERY_MS = 5 * 60 * 1000

/** Keeps "last seen" up to date, at most once every five minutes. A failure here fails no call. */
async function noteUse(
  { sql, now, log }: Pick<Context, 'sql' | 'now' | 'log'>,
  sessionId: string,
  seenAt: Date,
): Promise<void> {
  const before = new Date(now().getTime() - NOTED_EVERY_MS)
  if (seenAt > before) return
  await touchSession(sql, sessionId, { now: now(), before }).catch((error: unknown) =>
    log.warn({ err: error, sessionId }, 'session use not recorded'),
  )
}

/** Batches concurrent lookups into one query. It starts after they arrived, so it sees sessions that ended before. */
export const batchSessionLookups = (sql: Sql, patience: number) =>
  createBatches({
    patience,
    lanes: 1,
    laneOf: () => 0,
    run: (lookups: SessionLookup[]) => selectSessionStates(sql, lookups, lookups.at(-1)!.at),
  })

export type SessionLookup = Claims & { at: Date }

export const refreshToken: Handler<typeof contract.refreshToken> = async (
  ctx,
  { refreshToken: shown },
) => {
  if (!shown) throw new Refusal('NO_REFRESH_TOKEN')
  const [id = '', secret] = shown.split('.')
  if (!isUuid(id) || !secret) throw new Refusal('BAD_REFRESH_TOKEN')
  const now = ctx.now()
  const next = makeRefreshToken(ctx.keys, id)
  const rotated = await rotateSession(ctx.sql, {
    id,
    oldHash: hashToken(shown),
    newHash: next.hash,
    expiresAt: new Date(now.getTime() + REFRESH_LIFE_MS),
    now,
  })
  if (!rotated) {
    // A replaced token was shown, so it was copied. The thief and the owner look alike, so the session ends for both.
    // Session ids are not secret, so a made-up token must not end one.
    if (isOurs(ctx.keys, shown)) {
      await endSession(ctx.sql, id, 'refresh token reused', now)
      ctx.log.warn({ sessionId: id }, 'refresh token reused')
    }
    throw new Refusal('BAD_REFRESH_TOKEN')
  }
  const session = { userId: rotated.userId, sessionId: id, now }
  return { accessToken: await signAccessToken(ctx.keys, session), refreshToken: next.token }
}

export const logout: Handler<typeof contract.logout> = async ({ sql, now }, _input, caller) => {
  await endSession(sql, caller.sessionId, 'signed out', now())
  return null
}

/** Signs everybody out. Returns how many sessions ended. */
export async function endAllSessions(tx: Tx, now: Date): Promise<number> {
  const { count } = await endSessions(tx, 'restored', now)
  return count
}

/** The last part of the token proves that the shop issued it, even long after it was replaced. */
function makeRefreshToken(keys: Keys, sessionId: string): { token: string; hash: Buffer } {
  const words = `${sessionId}.${randomBytes(32).toString('base64url')}`
  const token = `${words}.${sealOf(keys['refresh-token'][0]!, words).toString('base64url')}`
  return { token, hash: hashToken(token) }
}

function isOurs(keys: Keys, token: string): boolean {
  const end = token.lastIndexOf('.')
  const seal = Buffer.from(token.slice(end + 1), 'base64url')
  return keys['refresh-token'].some((key) => {
    const genuine = sealOf(key, token.slice(0, end))
    return seal.length === genuine.length && timingSafeEqual(seal, genuine)
  })
}

const sealOf = (key: Buffer, words: string) => createHmac('sha256', key).update(words).digest()

const hashToken = (token: string) => createHash('sha256').update(token).digest()

type Signed = { userId: string; sessionId: string; now: Date }

const signAccessToken = (keys: Keys, { userId, sessionId, now }: Signed) =>
  sign(
    { sub: userId, sid: sessionId, jti: randomUUID() },
    keys['access-token'],
    new Date(now.getTime() + ACCESS_LIFE_MS),
  )

type AccessToken = { sub: string; sid: string; exp: number }

const READ_MAX = 20_000
const read = new WeakMap<Keys, Map<string, AccessToken>>()

/** Caches verified tokens, because the same one comes with every call for 15 minutes. */
async function readAccessToken(
  { keys, now }: Pick<Context, 'keys' | 'now'>,
  token: string,
): Promise<Claims | null> {
  const known = read.get(keys) ?? new Map<string, AccessToken>()
  read.set(keys, known)
  let words = known.get(token) ?? null
  if (!words) {
    words = await readSigned<AccessToken>(token, keys['access-token'], now())
    if (known.size >= READ_MAX) known.clear()
    if (words) known.set(token, words)
  }
  const isOver = !words || words.exp * 1000 <= now().getTime()
  return isOver ? null : { userId: words!.sub, sessionId: words!.sid }
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
