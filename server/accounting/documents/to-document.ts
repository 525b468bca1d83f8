import { dayOf } from '#contract/core/period.ts'
import type { TransferLine } from '#server/money/ledger/ledger.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { financialYear, sealBuyer, SERIES, type Buyer, type Unsealed } from './content.ts'
import { insertDocuments, type NewDocument } from './sql.ts'

type Written = Pick<NewDocument, 'kind' | 'corrects' | 'orderId' | 'movementId'> & {
  content: Unsealed
  buyer: Buyer
}

/** A document is dated when its money moved. */
export const toDocument = (
  { number, createdAt }: TransferLine,
  { userId }: { userId: string },
  { content, buyer, ...written }: Written,
): NewDocument => ({
  ...written,
  series: SERIES[written.kind],
  year: financialYear(dayOf(createdAt)),
  transfer: number,
  userId,
  datedAt: createdAt,
  ...sealBuyer(content, buyer),
})

/** Returns how many there were. */
export async function issueAll(tx: Tx, documents: NewDocument[]): Promise<number> {
  if (documents.length > 0) await insertDocuments(tx, documents)
  return documents.length
}
