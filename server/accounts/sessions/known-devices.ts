import { randomUUID } from 'node:crypto'
import type { Context, Visit } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { isKnownOwner, type Acquaintance } from '#server/accounts/users/users.ts'
import { readSigned, sign } from './signed.ts'

const COOKIE = 'gemstall_device'
const LIFE_SECONDS = 180 * 24 * 60 * 60
const ACCOUNTS_MAX = 5

/** The accounts that signed in on a device, each with the time of its last sign-in there, the newest first. */
type Device = { device: string; accounts: [userId: string, at: number][] }

const readDevice = (
  ctx: Pick<Context, 'keys' | 'now'>,
  visit: Pick<Visit, 'readCookie'>,
): Promise<Device | null> =>
  readSigned<Device>(visit.readCookie(COOKIE) ?? '', ctx.keys.device, ctx.now())

/** Identifies the browser, if somebody has signed in there. */
export const findDevice = async (
  ctx: Pick<Context, 'keys' | 'now'>,
  visit: Pick<Visit, 'readCookie'>,
): Promise<string | null> => (await readDevice(ctx, visit))?.device ?? null

/**
 * Returns the device if the account has signed in on it since its credentials changed. `recipient` is the account's
 * email or verified phone. Limits that strangers use up don't apply to this device. The cookie grants no access.
 * `isProven` leaves out accounts with an unverified email.
 */
export async function findKnownDevice(
  ctx: Pick<Context, 'sql' | 'keys' | 'now'>,
  visit: Visit,
  recipient: string,
  { isProven = false }: { isProven?: boolean } = {},
): Promise<string | null> {
  const found = await readDevice(ctx, visit)
  if (!found) return null
  const known = found.accounts.map(([id, at]): Acquaintance => ({ id, since: new Date(at) }))
  return (await isKnownOwner(ctx.sql, known, { recipient, isProven })) ? found.device : null
}

/** Writes the cookie after the commit, so that a rolled-back sign-in leaves no trace. */
export async function rememberDevice(
  ctx: Pick<Context, 'keys' | 'now'>,
  tx: Tx,
  { userId, visit }: { userId: string; visit: Pick<Visit, 'readCookie' | 'writeCookie'> },
): Promise<void> {
  const now = ctx.now()
  const found = await readDevice(ctx, visit)
  const others = found?.accounts.filter(([id]) => id !== userId) ?? []
  const device: Device = {
    device: found?.device ?? randomUUID(),
    accounts: [[userId, now.getTime()], ...others.slice(0, ACCOUNTS_MAX - 1)],
  }
  const expiresAt = new Date(now.getTime() + LIFE_SECONDS * 1000)
  const signed = await sign(device, ctx.keys.device, expiresAt)
  tx.afterCommit(() => visit.writeCookie(COOKIE, signed, LIFE_SECONDS))
}
