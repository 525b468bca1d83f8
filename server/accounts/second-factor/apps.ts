import { randomBytes } from 'node:crypto'
import type * as contract from '#contract/accounts/second-factor.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { seal, unseal, type SealedColumn } from '#server/platform/sealing.ts'
import { getUserById } from '#server/accounts/users/users.ts'
import { addFactor, BEGUN_MS, proveOwner } from './own-factor.ts'
import * as rows from './sql.ts'
import { findStep, SECRET_BYTES, toBase32, toUri } from './totp.ts'
import { tryOnce } from './tries.ts'

export const beginApp: Handler<typeof contract.beginApp> = async (ctx, { password }, caller) => {
  await proveOwner(ctx, caller, password)
  const secret = randomBytes(SECRET_BYTES)
  await rows.upsertBegun(ctx.sql, {
    sessionId: caller.sessionId,
    purpose: 'add app',
    secret: seal(ctx.keys, whose(caller.id), { secret: secret.toString('base64') }),
    expiresAt: new Date(ctx.now().getTime() + BEGUN_MS),
  })
  const { email } = await getUserById(ctx, caller.id)
  const { shopName: issuer } = await ctx.settings()
  return { secret: toBase32(secret), uri: toUri({ secret, issuer, email }) }
}

export const addApp: Handler<typeof contract.addApp> = async (
  ctx,
  { name, code },
  caller,
  visit,
) => {
  const begun = { sessionId: caller.sessionId, purpose: 'add app', now: ctx.now() } as const
  // A wrong code keeps the secret, so a typo doesn't cost anybody the QR code.
  const sealed = await rows.selectBegun(ctx.sql, begun)
  const secret = sealed && open(ctx, caller.id, sealed)
  if (!secret) throw new Refusal('FACTOR_NOT_BEGUN')
  const lastStep = await tryOnce(ctx, caller.id, async () => {
    const step = findStep(secret, toDigits(code), ctx.now())
    if (step === null) throw new Refusal('WRONG_FACTOR_CODE', { field: 'code' })
    return step
  })
  return addFactor(ctx, { caller, visit, name }, async (tx, adding) => {
    if (!(await rows.takeBegun(tx, begun))) throw new Refusal('FACTOR_NOT_BEGUN')
    await rows.insertApp(tx, { ...adding, secret: sealed, lastStep })
  })
}

/** True if the code fits one of the person's apps. Of concurrent callers with the same code, only one gets true. */
export async function useAppCode(
  ctx: Pick<Context, 'keys' | 'now'>,
  tx: Tx,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const now = ctx.now()
  const digits = toDigits(code)
  for (const { id, secret: sealed } of await rows.selectApps(tx, userId)) {
    const secret = open(ctx, userId, sealed)
    const step = secret && findStep(secret, digits, now)
    if (step && (await rows.useStep(tx, id, step, now))) return true
  }
  return false
}

const whose = (userId: string) => `second factor of ${userId}`

/** Null when SECRET was changed without keeping the old one after it. */
function open({ keys }: Pick<Context, 'keys'>, userId: string, sealed: Buffer): Buffer | null {
  const words = unseal(keys, whose(userId), sealed)
  return words && Buffer.from(words['secret']!, 'base64')
}

/** Lists the secrets to seal again after SECRET changes. Omits unfinished setups, which expire within minutes. */
export const sealedApps: SealedColumn = {
  what: 'authenticator apps',
  list: async (sql, after, count) =>
    (await rows.listSealed(sql, after, count)).map(({ userId, ...row }) => ({
      ...row,
      whose: whose(userId),
    })),
  replace: rows.replaceSealed,
}

/** Removes spaces, because apps show codes as 123 456. */
const toDigits = (code: string): string => code.replace(/\s/g, '')
