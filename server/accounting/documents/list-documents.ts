import type * as contract from '#contract/accounting/documents.ts'
import type { TaxDocument } from '#contract/accounting/documents.ts'
import type { Context } from '#server/context.ts'
import { isOwner } from '#server/accounts/guests/guests.ts'
import { getTopUpMoney } from '#server/money/wallet/outside-money.ts'
import { getOrder } from '#server/orders/read/find-order.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { selectDocument, selectDocuments, type DocumentRow } from './sql.ts'

export const listDocuments: Handler<typeof contract.listDocuments> = (ctx, { id }, caller) =>
  listForOrder(ctx, { id, userId: caller.id })

export async function listForOrder(
  { sql }: Pick<Context, 'sql'>,
  { id, userId }: { id: string; userId: string },
) {
  const order = await getOrder(sql, { id, userId })
  const due = Number(order.paymentStatus !== 'pending') + Number(order.paymentStatus === 'refunded')
  const isDue = order.paidAt !== null && order.amount > 0
  return answer(await selectDocuments(sql, [id]), isDue ? due : 0)
}

export const listTopUpDocuments: Handler<typeof contract.listTopUpDocuments> = async (
  { sql },
  { reference },
  caller,
) => {
  const { received, sentBack } = await getTopUpMoney(sql, { reference, userId: caller.id })
  const subjects = [...received, ...sentBack]
  return answer(await selectDocuments(sql, subjects), subjects.length)
}

const answer = (issued: DocumentRow[], due: number) => {
  const dates = new Map(issued.map(({ number, datedAt }) => [number, datedAt]))
  return {
    documents: issued.map((row) => toDocument(row, dates.get(row.corrects ?? ''))),
    isBeingIssued: issued.length < due,
  }
}

type Wanted = { number: string; userId?: string }

/** Finds a document by its number. Reports another customer's document as missing. */
export const getDocument = async (sql: Sql, wanted: Wanted): Promise<TaxDocument> =>
  (await getOwned(sql, wanted)).document

export async function getOwned(
  sql: Sql,
  { number, userId }: Wanted,
): Promise<{ userId: string; document: TaxDocument }> {
  const row = await selectDocument(sql, number)
  if (!row) throw new Refusal('NO_SUCH_DOCUMENT')
  if (userId && !(await isOwner(sql, { callerId: userId, ownerId: row.userId })))
    throw new Refusal('NO_SUCH_DOCUMENT')
  return { userId: row.userId, document: toDocument(row, row.correctsAt) }
}

function toDocument(row: DocumentRow, correctsAt: Date | null | undefined): TaxDocument {
  const { number, kind, datedAt, buyer, corrects } = row
  return {
    ...row.content,
    number,
    kind,
    datedAt: datedAt.toISOString(),
    buyer,
    corrects:
      corrects && correctsAt ? { number: corrects, datedAt: correctsAt.toISOString() } : null,
  }
}
