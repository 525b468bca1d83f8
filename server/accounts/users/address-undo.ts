import { randomUUIDv7 } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { readMailShop, undoMail } from '#server/platform/mail/mails.ts'
import { insertUndo, selectUndo, useUndo } from './address-undo-sql.ts'
import { readSignedId, writeSignedId } from './signed-id.ts'
import { findUser, findUserByGoogle, findUserByVerifiedPhone } from './sql.ts'
import { changeUser, lockUser, type UserRow } from './users.ts'

export { deleteOldUndos, deleteUndosOf, hasOpenUndo, isReclaimable } from './address-undo-sql.ts'

type Deps = Pick<Context, 'sql' | 'keys' | 'config' | 'settings' | 'mail'>

const LINK_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

type Change = { userId: string; changed: JobPayload<'send-undo-link'>['changed']; now: Date }

/** Runs before an email or a phone changes. Mails the current email a link that restores it. */
export async function keepForUndo(tx: Tx, { userId, changed, now }: Change): Promise<void> {
  const id = randomUUIDv7()
  const expiresAt = new Date(now.getTime() + LINK_DAYS * DAY_MS)
  await insertUndo(tx, { id, userId, createdAt: now, expiresAt })
  await enqueue(tx, 'send-undo-link', { undoId: id, changed })
}

/** The link is computed here, so neither a table nor a job holds it. */
export async function sendUndoLink(
  ctx: Deps,
  { undoId, changed }: JobPayload<'send-undo-link'>,
): Promise<void> {
  const { sql, keys, config } = ctx
  const undo = await selectUndo(sql, undoId)
  const user = undo && (await findUser(sql, undo.userId))
  if (!user) return // the account was deleted
  const token = writeSignedId(keys['undo-link'], undoId)
  const url = `${config.publicUrl}/undo-change?${new URLSearchParams({ token })}`
  const words = { to: undo.email, fullName: user.fullName, changed, url }
  await ctx.mail.send(undoMail(words, await readMailShop(ctx)))
}

/** Restores the email and phone, and ends every other way to sign in. The link proves the email. */
export async function undoAddressChange(
  ctx: Pick<Context, 'keys' | 'now'>,
  tx: Tx,
  token: string,
): Promise<UserRow> {
  const now = ctx.now()
  const id = readSignedId(ctx.keys['undo-link'], token)
  const undo = id && (await selectUndo(tx, id))
  const user = undo && (await lockUser(tx, undo.userId))
  if (!user) throw new Refusal('UNDO_LINK_WRONG')
  if (user.isBlocked) throw new Refusal('ACCOUNT_BLOCKED')
  if (!(await useUndo(tx, undo, now))) throw new Refusal('UNDO_LINK_WRONG')
  const { email, phone, googleSubject } = undo
  const phoneOwner = phone && (await findUserByVerifiedPhone(tx, phone))
  const googleOwner = googleSubject && (await findUserByGoogle(tx, googleSubject))
  const isOwn = (owner: UserRow | null | '') => !owner || owner.id === user.id
  return changeUser(
    tx,
    user.id,
    {
      email,
      phone,
      isEmailVerified: true,
      isPhoneVerified: undo.isPhoneVerified && isOwn(phoneOwner),
      googleSubject: isOwn(googleOwner) ? googleSubject : null,
      passwordHash: null,
      signedOutBefore: now,
      credentialsChangedAt: now,
    },
    now,
  )
}
