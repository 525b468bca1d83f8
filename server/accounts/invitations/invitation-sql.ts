import type { Right } from '#contract/core/endpoint.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type InvitationRow = {
  id: string
  email: string
  rights: Right[]
  createdAt: Date
  expiresAt: Date
}

const columns = (sql: Sql | Tx) => sql`
  invitation.id, invitation.email, invitation.rights, invitation.created_at, invitation.expires_at`

/** An invitation is valid only while its sender is an administrator. */
const counts = (sql: Sql | Tx, now: Date) => sql`
  invitation.expires_at > ${now} and exists (
    select from users inviter where inviter.id = invitation.invited_by
      and inviter.role = 'admin' and not inviter.is_blocked and inviter.deleted_at is null)`

/** Replaces an earlier invitation to the same email, whose link stops working. */
export async function putInvitation(
  tx: Tx,
  invitation: InvitationRow & { invitedBy: string },
): Promise<void> {
  await tx`
    insert into invitation ${tx.values(invitation)}
    on conflict on constraint invitation_email do update set id = excluded.id, rights = excluded.rights,
      invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at`
}

export const selectInvitations = (sql: Sql, now: Date) => sql<InvitationRow[]>`
  select ${columns(sql)} from invitation where ${counts(sql, now)} order by created_at desc, id`

export async function selectInvitation(
  sql: Sql,
  id: string,
  now: Date,
): Promise<InvitationRow | null> {
  const [row] = await sql<InvitationRow[]>`
    select ${columns(sql)} from invitation where id = ${id} and ${counts(sql, now)}`
  return row ?? null
}

/** Only one of two concurrent calls gets the invitation. */
export async function takeInvitation(tx: Tx, id: string, now: Date): Promise<InvitationRow | null> {
  const [row] = await tx<InvitationRow[]>`
    delete from invitation where id = ${id} and ${counts(tx, now)} returning ${columns(tx)}`
  return row ?? null
}

export async function removeInvitation(tx: Tx, id: string): Promise<InvitationRow | null> {
  const [row] = await tx<InvitationRow[]>`
    delete from invitation where id = ${id} returning ${columns(tx)}`
  return row ?? null
}

export const deleteOldInvitations = (sql: Sql, before: Date) => sql`
  delete from invitation where expires_at < ${before}`

export const deleteInvitationsTo = (tx: Tx, email: string) => tx`
  delete from invitation where email = ${email}`
