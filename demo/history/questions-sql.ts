import { BUYERS } from '#demo/history/plan/buyers.ts'
import { createRandom } from '#demo/history/plan/random.ts'
import { daysAgo, HOUR, MINUTE, startOf } from '#demo/history/plan/rhythm.ts'
import type { Order } from '#demo/history/plan/types.ts'
import type { Tx } from './database.ts'
import type { People } from './people-sql.ts'
import { QUESTIONS } from './questions.ts'

type Known = { orders: readonly Order[]; people: People; now: number }

/** Writes the customers' questions, and who answered them in the audit log. */
export async function insertQuestions(tx: Tx, { orders, people, now }: Known): Promise<void> {
  const random = createRandom('questions')
  const rows = QUESTIONS.map(({ fullName, answer = null, isAboutOrder, ...question }) => {
    const buyer = BUYERS.find((one) => one.fullName === fullName)!
    const at = startOf(daysAgo(now, question.daysAgo)) + random.between(10 * HOUR, 21 * HOUR)
    const bought = orders.findLast(
      (order) => order.buyer === buyer && order.deliveredAt && order.deliveredAt < at,
    )
    const answeredAt = answer === null ? at : at + random.between(20 * MINUTE, 9 * HOUR)
    return {
      id: random.idAt(at),
      auditId: random.idAt(answeredAt),
      userId: people.idOf(buyer),
      type: question.about,
      message: question.message,
      orderId: isAboutOrder ? (bought?.invoice ?? null) : null,
      answer,
      at: new Date(at),
      answeredAt: new Date(answeredAt),
    }
  })
  const json = JSON.stringify(rows)
  await tx`
    insert into issue (id, user_id, type, message, order_id, status, is_read, answer, created_at, updated_at)
    select id, "userId", type, message, "orderId", case when answer is null then 'unresolved' else 'resolved' end,
      answer is not null, answer, at, "answeredAt"
    from jsonb_to_recordset(${json}::jsonb) as one (id uuid, "userId" uuid, type text, message text, "orderId" text,
      answer text, at timestamptz, "answeredAt" timestamptz)`
  await tx`
    insert into audit (id, user_id, action, subject, before, after, address, created_at)
    select "auditId", ${people.adminId}, 'edit issue', 'issue ' || id,
      '{"isRead": false, "status": "unresolved", "isAnswered": false}',
      '{"isRead": true, "status": "resolved", "isAnswered": true}', '127.0.0.1', "answeredAt"
    from jsonb_to_recordset(${json}::jsonb)
      as one (id uuid, "auditId" uuid, answer text, "answeredAt" timestamptz)
    where answer is not null`
}
