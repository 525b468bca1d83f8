import type { DisputeStage } from '#contract/money/disputes.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

type AnswerRow = {
  id: string
  disputeId: string
  stage: DisputeStage
  words: string
  askedBy: string
  fullName: string
  askedAt: Date
  sentAt: Date | null
  refused: string | null
}

const columns = (sql: Sql | Tx) => sql`
  dispute_answer.id, dispute_id, stage, words, asked_by, full_name, asked_at, sent_at, refused`

export const selectAnswers = (sql: Sql | Tx, disputeId: string) => sql<AnswerRow[]>`
  select ${columns(sql)} from dispute_answer join users on users.id = asked_by
  where dispute_id = ${disputeId} order by asked_at desc, dispute_answer.id desc`

/** Null once it is sent or refused. */
export async function selectOpenAnswer(sql: Sql | Tx, id: string): Promise<AnswerRow | null> {
  const [row] = await sql<AnswerRow[]>`
    select ${columns(sql)} from dispute_answer join users on users.id = asked_by
    where dispute_answer.id = ${id} and sent_at is null and refused is null`
  return row ?? null
}

type NewAnswer = Pick<AnswerRow, 'id' | 'disputeId' | 'stage' | 'words' | 'askedBy' | 'askedAt'>

export const insertAnswer = (tx: Tx, answer: NewAnswer) => tx`
  insert into dispute_answer ${tx.values(answer)}`

export const markFile = (sql: Sql, id: string, fileHash: string) => sql`
  update dispute_answer set file_hash = ${fileHash} where id = ${id}`

type End = { sentAt: Date } | { refused: string }

export const endAnswer = (sql: Sql, id: string, end: End) => sql`
  update dispute_answer set ${sql.set(end)} where id = ${id} and sent_at is null and refused is null`
