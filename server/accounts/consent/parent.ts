import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/accounts/consent.ts'
import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { firstName, parentMail, readMailShop } from '#server/platform/mail/mails.ts'
import { enforceRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import { readSignedId, writeSignedId } from '#server/accounts/users/signed-id.ts'
import { findUser, lockOwner, lockUser } from '#server/accounts/users/users.ts'
import { readAge, stateOf } from './age.ts'
import { recordConsent } from './consent.ts'
import * as rows from './consent-sql.ts'

type Deps = Pick<Context, 'sql' | 'keys' | 'config' | 'settings' | 'mail'>

const MAILS_A_DAY = 3
const DAY_SECONDS = 24 * 60 * 60

/** The address may belong to a stranger, so it gets few mails a day, and a customer can send few. */
export const askParent: Handler<typeof contract.askParent> = (ctx, { email }, caller) =>
  ctx.sql.begin(async (tx) => {
    const user = await lockOwner(tx, caller)
    const { age, parent } = await readAge(tx, caller.id)
    if (age !== 'minor') throw new Refusal('PARENT_NOT_NEEDED')
    if (parent?.state === 'agreed') throw new Refusal('PARENT_HAS_AGREED')
    if (email === user.email) throw new Refusal('PARENT_EMAIL_OWN', { field: 'email' })
    for (const key of [`parent of ${user.id}`, `parent ${email}`])
      await enforceRateLimit(
        tx,
        { key, max: MAILS_A_DAY, windowSeconds: DAY_SECONDS, refusal: 'TOO_MANY_PARENT_MAILS' },
        ctx.now(),
      )
    const id = randomUUIDv7()
    await rows.upsertParentRequest(tx, { id, userId: user.id, email, now: ctx.now() })
    await enqueue(tx, 'send-parent-request', { requestId: id })
    return readAge(tx, user.id)
  })

/** The link is computed here, so neither a table nor a job holds it. */
export async function sendParentRequest(
  ctx: Deps,
  { requestId }: JobPayload<'send-parent-request'>,
): Promise<void> {
  const { sql, keys, config } = ctx
  const request = await rows.selectParentRequest(sql, requestId)
  const child = request && (await findUser(sql, request.userId))
  if (!child) return // another address was asked, or the account was deleted
  const token = writeSignedId(keys['parent-link'], requestId)
  const url = `${config.publicUrl}/parent-consent?${new URLSearchParams({ token })}`
  const words = { to: request.email, child: firstName(child.fullName), url }
  await ctx.mail.send(parentMail(words, await readMailShop(ctx)))
}

export const findParentRequest: Handler<typeof contract.findParentRequest> = async (
  ctx,
  { token },
) => readRequest(ctx.sql, readToken(ctx, token))

export const answerAsParent: Handler<typeof contract.answerAsParent> = async (
  ctx,
  { token, isAgreed },
) => {
  const id = readToken(ctx, token)
  const now = ctx.now()
  return ctx.sql.begin(async (tx) => {
    const request = await rows.selectParentRequest(tx, id)
    // Locks the child, who may be asking somebody else at this moment.
    const child = request && (await lockUser(tx, request.userId))
    if (!child) throw new Refusal('PARENT_LINK_WRONG')
    if (await rows.updateParentAnswer(tx, { id, isAgreed, now }))
      await recordConsent(tx, {
        userId: child.id,
        purpose: 'parent',
        isGiven: isAgreed,
        source: 'parent',
        now,
      })
    return readRequest(tx, id)
  })
}

/** Runs when an account is deleted, in that transaction. */
export const eraseParent = rows.deleteParentOf

function readToken({ keys }: Pick<Context, 'keys'>, token: string): string {
  const id = readSignedId(keys['parent-link'], token)
  if (!id) throw new Refusal('PARENT_LINK_WRONG')
  return id
}

async function readRequest(sql: Sql | Tx, id: string) {
  const request = await rows.selectParentRequest(sql, id)
  const child = request && (await findUser(sql, request.userId))
  if (!child) throw new Refusal('PARENT_LINK_WRONG')
  return { child: firstName(child.fullName), state: stateOf(request) }
}
