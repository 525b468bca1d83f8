import type * as contract from '#contract/accounting/documents.ts'
import type { TaxDocument } from '#contract/accounting/documents.ts'
import { getTopUpMoney } from '#server/money/wallet/outside-money.ts'
import { getOrder } from '#server/orders/read/find-order.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { selectDocuments, type DocumentRow } from './sql.ts'

export const listDocuments: Handler<typeof contract.listDocuments> = async (
  { sql },
  { id },
  caller,
) => {
  const order = await getOrder(sql, { id, userId: caller.id })
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

const answer = (issued: DocumentRow[], due: number) => ({
  documents: issued.map((row) => toDocument(row, issued)),
  isBeingIssued: issued.length < due,
})

function toDocument(row: DocumentRow, issued: DocumentRow[]): TaxDocument {
  const { number, kind, datedAt, buyer, corrects } = row
  const corrected = issued.find((other) => other.number === corrects)
  return {
    ...row.content,
    number,
    kind,
    datedAt: datedAt.toISOString(),
    buyer,
    corrects: corrected
      ? { number: corrected.number, datedAt: corrected.datedAt.toISOString() }
      : null,
  }
}
