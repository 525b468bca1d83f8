import { dayOf } from '#contract/core/period.ts'
import type { TransferLine } from '#server/money/ledger/ledger.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { financialYear, sealBuyer, SERIES, type Buyer, type Unsealed } from './content.ts'
import { insertDocuments, selectNumbers, type NewDocument } from './sql.ts'

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

/** Returns how many there were. A business gets each of its documents by mail. */
export async function issueAll(tx: Tx, documents: NewDocument[]): Promise<number> {
  if (documents.length > 0) await insertDocuments(tx, documents)
  const toBusiness = documents.filter(({ content }) => content.buyerTaxId)
  if (toBusiness.length > 0) {
    const numbers = await selectNumbers(
      tx,
      toBusiness.map(({ transfer }) => transfer),
    )
    for (const number of numbers) await enqueue(tx, 'mail-document', { number })
  }
  return documents.length
}
