import type { Age } from '#contract/accounts/consent.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type Purpose = 'terms' | 'news' | 'age' | 'parent'
export type Source =
  | 'sign-up'
  | 'google'
  | 'guest'
  | 'account'
  | 'newsletter'
  | 'purchase'
  | 'parent'
  | 'staff'

export type ConsentRow = {
  id: string
  userId: string
  purpose: Purpose
  isGiven: boolean
  words: string
  source: Source
  createdAt: Date
}

export const insertConsent = (tx: Tx, row: ConsentRow) => tx`insert into consent ${tx.values(row)}`

/** Undefined if the account was deleted. */
export async function selectAge(
  sql: Sql | Tx,
  userId: string,
): Promise<{ age: Age | null } | undefined> {
  const [row] = await sql<{ age: Age | null }[]>`
    select age from users where id = ${userId} and deleted_at is null`
  return row
}

export const updateAge = (tx: Tx, userId: string, age: Age | null) => tx`
  update users set age = ${age} where id = ${userId}`

export type ParentRow = {
  id: string
  userId: string
  email: string
  isAgreed: boolean | null
}

export async function selectParent(sql: Sql | Tx, userId: string): Promise<ParentRow | null> {
  const [row] = await sql<ParentRow[]>`
    select id, user_id, email, is_agreed from parent_request where user_id = ${userId}`
  return row ?? null
}

export async function selectParentRequest(sql: Sql | Tx, id: string): Promise<ParentRow | null> {
  const [row] = await sql<ParentRow[]>`
    select id, user_id, email, is_agreed from parent_request where id = ${id}`
  return row ?? null
}

type NewRequest = { id: string; userId: string; email: string; now: Date }

export const upsertParentRequest = (tx: Tx, { id, userId, email, now }: NewRequest) => tx`
  insert into parent_request (id, user_id, email, asked_at) values (${id}, ${userId}, ${email}, ${now})
  on conflict (user_id) do update
  set id = excluded.id, email = excluded.email, asked_at = excluded.asked_at, answered_at = null,
    is_agreed = null`

/** False if the answer is the same as before, or the request was replaced. */
export async function updateParentAnswer(
  tx: Tx,
  { id, isAgreed, now }: { id: string; isAgreed: boolean; now: Date },
): Promise<boolean> {
  const { count } = await tx`
    update parent_request set is_agreed = ${isAgreed}, answered_at = ${now}
    where id = ${id} and is_agreed is distinct from ${isAgreed}`
  return count === 1
}

export const deleteParentOf = (tx: Tx, userId: string) => tx`
  delete from parent_request where user_id = ${userId}`
