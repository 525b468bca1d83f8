import { randomUUID } from 'node:crypto'
import type { Context, Visit } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { isKnownOwner, type Acquaintance } from '#server/accounts/users/users.ts'
import { readSigned, sign } from '#server/accounts/auth/signed.ts'

const COOKIE = 'gemstall_device'
const LIFE_SECONDS = 180 * 24 * 60 * 60
const ACCOUNTS_MAX = 5

/** The accounts that signed in on a device, each with the time of its last sign-in there, the newest first. */
type Device = { device: string; accounts: [userId: string, at: number][] }

const readDevice = (ctx: Context, visit: Visit): Promise<Device | null> =>
  readSigned<Device>(visit.readCookie(COOKIE) ?? '', ctx.keys.device, ctx.now())

/**
 * The device when the account with this email or verified phone has signed in on it since its credentials changed. Limits that
 * strangers fill don't count for such a device. The cookie opens nothing. `isProven` leaves out accounts with an unproven email.
 */
export async function findKnownDevice(
  ctx: Context,
  visit: Visit,
  recipient: string,
  { isProven = false }: { isProven?: boolean } = {},
): Promise<string | null> {
  const found = await readDevice(ctx, visit)
  if (!found) return null
  const known = found.accounts.map(([id, at]): Acquaintance => ({ id, since: new Date(at) }))
  return (await isKnownOwner(ctx.sql, known, { recipient, isProven })) ? found.device : null
}

/** Writes the cookie once the transaction has committed: a sign-in that is undone leaves no trace. */
export async function rememberDevice(
  ctx: Context,
  tx: Tx,
  { userId, visit }: { userId: string; visit: Visit },
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
