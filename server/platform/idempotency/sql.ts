import type { Sql, Tx } from '#server/platform/db/db.ts'

export type Request = { userId: string; call: string; key: string; requestHash: Buffer }

/** Returns false when the key exists. Waits while another transaction inserts it. */
export async function insertRequest(tx: Tx, request: Request, now: Date): Promise<boolean> {
  const { count } = await tx`
    insert into idempotency ${tx.values({ ...request, createdAt: now })} on conflict do nothing`
  return count === 1
}

type Answered = { requestHash: Buffer; answer: unknown }

/**
 * The row lock makes the read end in a commit, which waits for the standby's disk like the first answer's commit. After
 * a crash of the primary, the answer may exist only here.
 */
export async function selectAnswer(
  sql: Sql | Tx,
  { userId, call, key }: Request,
): Promise<Answered | null> {
  const [row] = await sql<Answered[]>`
    select request_hash, answer from idempotency
    where user_id = ${userId} and call = ${call} and key = ${key}
    for key share`
  return row ?? null
}

export const updateAnswer = (tx: Tx, { userId, call, key }: Request, answer: unknown) => tx`
  update idempotency set answer = ${tx.json(answer)}
  where user_id = ${userId} and call = ${call} and key = ${key}`

/** Deletes only the given, outdated answer, because the key may have a newer one by now. */
export const forgetAnswer = (tx: Tx, { userId, call, key }: Request, answer: unknown) => tx`
  delete from idempotency
  where user_id = ${userId} and call = ${call} and key = ${key} and answer = ${tx.json(answer)}`

export const deleteAnswersOf = (tx: Tx, { userId, call }: Pick<Request, 'userId' | 'call'>) => tx`
  delete from idempotency where user_id = ${userId} and call = ${call}`

export const deleteOldAnswers = (sql: Sql, before: Date) => sql`
  delete from idempotency where created_at < ${before}`
