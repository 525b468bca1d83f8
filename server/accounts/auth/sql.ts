import type { Sql, Tx } from '#server/platform/db/db.ts'

export type CodePurpose = 'email' | 'phone' | 'own-phone' | 'confirm' | 'own-email'

export type Challenge = {
  id: string
  purpose: CodePurpose
  recipient: string
  userId: string | null
  tries: number
  expiresAt: Date
  usedAt: Date | null
  isTrusted: boolean
}

type NewChallenge = Omit<Challenge, 'tries' | 'usedAt'>

export const insertChallenge = (tx: Tx, challenge: NewChallenge, now: Date) => tx`
  insert into challenge ${tx.values({ ...challenge, createdAt: now })}`

export async function selectChallenge(sql: Sql, id: string): Promise<Challenge | null> {
  const [row] = await sql<Challenge[]>`
    select id, purpose, recipient, user_id, tries, expires_at, used_at, is_trusted
    from challenge where id = ${id}`
  return row ?? null
}

export const CODE_TRIES_MAX = 5

/** Uses up one attempt. Null if none are left, or if the code was used or has expired. */
export async function takeTry(
  sql: Sql,
  { id, purposes, now }: { id: string; purposes: CodePurpose[]; now: Date },
): Promise<Challenge | null> {
  const [row] = await sql<Challenge[]>`
    update challenge set tries = tries + 1
    where id = ${id} and purpose = any(${purposes}) and used_at is null
      and expires_at > ${now} and tries < ${CODE_TRIES_MAX}
    returning id, purpose, recipient, user_id, tries, expires_at, used_at, is_trusted`
  return row ?? null
}

/** Marks the code as used. Of concurrent callers, only one gets true. */
export async function useChallenge(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { count } = await tx`
    update challenge set used_at = ${now} where id = ${id} and used_at is null`
  return count === 1
}

/** Deletes the codes sent to a person's own email and phone, and to phones they only tried to verify. */
export const deleteChallengesOf = (tx: Tx, userId: string, recipients: string[]) => tx`
  delete from challenge where recipient = any(${recipients}) or user_id = ${userId}`

export const deleteOldChallenges = (sql: Sql, before: Date) => sql`
  delete from challenge where expires_at < ${before}`
