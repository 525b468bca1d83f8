import { randomUUIDv7 } from 'node:crypto'
import { Right } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/accounts/invitations.ts'
import { INVITATION_DAYS, type Invitation } from '#contract/accounts/invitations.ts'
import { worksHere } from '#contract/accounts/rights.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import { changeQuietly } from '#server/platform/audit/change-content.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { invitationMail, readMailShop } from '#server/platform/mail/mails.ts'
import { isReclaimable } from '#server/accounts/users/address-undo.ts'
import * as rows from './invitation-sql.ts'
import { readSignedId, writeSignedId } from '#server/accounts/users/signed-id.ts'
import { findUserByEmail } from '#server/accounts/users/sql.ts'
import { changeUser, lockOwner } from '#server/accounts/users/users.ts'

export { deleteInvitationsTo, deleteOldInvitations } from './invitation-sql.ts'

type Deps = Pick<Context, 'sql' | 'keys' | 'now' | 'config' | 'settings' | 'mail'>

const DAY_MS = 24 * 60 * 60 * 1000

export const createInvitation: Handler<typeof contract.createInvitation> = (
  ctx,
  { email, rights },
  caller,
  visit,
) =>
  changeQuietly(ctx, { caller, visit }, async (tx, now) => {
    const known = await findUserByEmail(tx, email)
    if (known && worksHere(known)) throw new Refusal('WORKS_HERE', { field: 'email' })
    const invitation = {
      id: randomUUIDv7(),
      email,
      rights: Right.options.filter((right) => rights.includes(right)),
      createdAt: now,
      expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
    }
    await rows.putInvitation(tx, { ...invitation, invitedBy: caller.id })
    await enqueue(tx, 'send-invitation', { invitationId: invitation.id })
    return {
      action: 'invite staff',
      subject: `invitation ${invitation.id}`,
      before: null,
      after: { email, rights: invitation.rights },
      answer: toInvitation(invitation),
    }
  })

/** The link is computed here, so neither a table nor a job holds it. */
export async function sendInvitation(
  ctx: Deps,
  { invitationId }: JobPayload<'send-invitation'>,
): Promise<void> {
  const invitation = await rows.selectInvitation(ctx.sql, invitationId, ctx.now())
  if (!invitation) return // withdrawn, replaced or already accepted
  const token = writeSignedId(ctx.keys['invitation'], invitationId)
  const url = `${ctx.config.publicUrl}/invitation?${new URLSearchParams({ token })}`
  await ctx.mail.send(invitationMail({ to: invitation.email, url }, await readMailShop(ctx)))
}

export const listInvitations: Handler<typeof contract.listInvitations> = async ({ sql, now }) =>
  (await rows.selectInvitations(sql, now())).map(toInvitation)

export const deleteInvitation: Handler<typeof contract.deleteInvitation> = (
  ctx,
  { id },
  caller,
  visit,
) =>
  changeQuietly(ctx, { caller, visit }, async (tx) => {
    const removed = await rows.removeInvitation(tx, id)
    if (!removed) throw new Refusal('INVITATION_WRONG')
    const { email, rights } = removed
    return {
      action: 'withdraw invitation',
      subject: `invitation ${id}`,
      before: { email, rights },
      after: null,
      answer: null,
    }
  })

export const findInvitation: Handler<typeof contract.findInvitation> = async (
  { sql, keys, now },
  { token },
) => {
  const id = readSignedId(keys['invitation'], token)
  const invitation = id && (await rows.selectInvitation(sql, id, now()))
  if (!invitation) throw new Refusal('INVITATION_WRONG')
  return toInvitation(invitation)
}

/** A refusal rolls back, so the invitation can still be used. */
export const acceptInvitation: Handler<typeof contract.acceptInvitation> = (
  ctx,
  { token },
  caller,
  visit,
) =>
  ctx.sql.begin(async (tx) => {
    const now = ctx.now()
    const user = await lockOwner(tx, caller) // an earlier block has ended the session
    const id = readSignedId(ctx.keys['invitation'], token)
    const invitation = id && (await rows.takeInvitation(tx, id, now))
    if (!invitation) throw new Refusal('INVITATION_WRONG')
    if (user.email !== invitation.email) throw new Refusal('INVITATION_OF_OTHERS')
    if (!user.isEmailVerified) throw new Refusal('INVITATION_UNPROVEN')
    if (worksHere(user)) throw new Refusal('WORKS_HERE')
    // The previous owner could still take the account back, and its rights with it.
    if (await isReclaimable(tx, { ...user, now })) throw new Refusal('INVITATION_TOO_SOON')
    const { rights } = invitation
    await changeUser(tx, user.id, { role: 'staff', rights }, now)
    await recordAction(tx, {
      callerId: user.id,
      address: visit.address,
      action: 'accept invitation',
      subject: `user ${user.id}`,
      before: { role: user.role },
      after: { role: 'staff', rights },
      now,
    })
    return null
  })

const toInvitation = ({ id, createdAt, expiresAt, ...rest }: rows.InvitationRow): Invitation => ({
  _id: id,
  ...rest,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
