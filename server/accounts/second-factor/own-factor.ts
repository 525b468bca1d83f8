import { randomUUIDv7 } from 'node:crypto'
import { recordAction } from '#server/platform/audit/audit.ts'
import { isPassword } from '#server/accounts/passwords/passwords.ts'
import { confirmSession } from '#server/accounts/sessions/sessions.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { requireConfirmed, requireOwner } from '#server/platform/http/limits/admit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { findCredentials, getUserById, lockUser } from '#server/accounts/users/users.ts'
import { makeCodes } from './recovery-codes.ts'
import * as rows from './sql.ts'
import { tryOnce } from './tries.ts'

const FACTORS_MAX = 10
export const BEGUN_MS = 10 * 60 * 1000

/**
 * Runs before a factor is added, because a session alone may be stolen. Asks for an existing factor, or for the
 * password if this is the first.
 */
export async function proveOwner(
  ctx: Pick<Context, 'sql' | 'now' | 'config'>,
  caller: Caller,
  password: string | undefined,
): Promise<void> {
  if (caller.hasFactor) return requireConfirmed(ctx, caller)
  const { email } = await getUserById(ctx, caller.id)
  const passwordHash = (await findCredentials(ctx.sql, email))?.passwordHash ?? null
  if (passwordHash === null) return requireOwner(ctx, caller)
  await tryOnce(ctx, caller.id, async () => {
    if (!(await isPassword(password ?? '', passwordHash)))
      throw new Refusal('WRONG_PASSWORD', { field: 'password' })
  })
}

type Who = { caller: Caller; visit: Visit }
type Adding = { id: string; name: string; createdAt: Date; userId: string }

/** Adds a factor that was just proven, which also confirms the session. The first factor brings recovery codes. */
export const addFactor = (
  ctx: Pick<Context, 'sql' | 'keys' | 'now' | 'config'>,
  { caller, visit, name }: Who & { name: string },
  insert: (tx: Tx, adding: Adding) => Promise<unknown>,
): Promise<{ recoveryCodes: string[] | null }> =>
  ctx.sql.begin(async (tx) => {
    const user = await lockUser(tx, caller.id)
    if (!user) throw new Refusal('NO_SUCH_USER')
    const known = await rows.selectFactors(tx, caller.id)
    // Another factor may have been added since this setup began.
    if (known.length > 0) requireConfirmed(ctx, { ...caller, hasFactor: true })
    if (known.length >= FACTORS_MAX) throw new Refusal('TOO_MANY_FACTORS')
    const now = ctx.now()
    await insert(tx, { id: randomUUIDv7(), name, userId: caller.id, createdAt: now })
    const recoveryCodes = known.length === 0 ? await makeCodes(ctx, tx, caller.id) : null
    await confirmSession(tx, caller.sessionId, now)
    await record(ctx, tx, { caller, visit, action: 'add second factor', after: { name } })
    return { recoveryCodes }
  })

type Done = Who & { action: string; before?: unknown; after?: unknown }

/** Writes the change to the audit log and mails the owner, in case somebody else made it. */
export async function record(ctx: Pick<Context, 'now'>, tx: Tx, done: Done): Promise<void> {
  const { caller, visit, action, before = null, after = null } = done
  await recordAction(tx, {
    callerId: caller.id,
    address: visit.address,
    action,
    subject: `user ${caller.id}`,
    before,
    after,
    now: ctx.now(),
  })
  const { email, fullName } = (await lockUser(tx, caller.id))!
  await enqueue(tx, 'send-notice', { notice: 'second-factor-changed', to: email, fullName })
}
