import { dayOf } from '#contract/core/period.ts'
import type { TransferLine } from '#server/money/ledger/ledger.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { financialYear } from '#contract/core/tax/financial-year.ts'
import { readTaxRules } from '#server/accounting/tax-rules/tax-rules.ts'
import { sealBuyer, SERIES, type Buyer, type Unsealed } from './content.ts'
import { insertDocuments, type NewDocument } from './sql.ts'

type Written = Pick<NewDocument, 'kind' | 'corrects' | 'orderId' | 'movementId'> & {
  content: Unsealed
  buyer: Buyer
}

/** A document whose financial year is not known yet. */
export type DueDocument = Omit<NewDocument, 'year'>

/** A document is dated when its money moved. */
export const toDocument = (
  { number, createdAt }: TransferLine,
  { userId }: { userId: string },
  { content, buyer, ...written }: Written,
): DueDocument => ({
  ...written,
  series: SERIES[written.kind],
  transfer: number,
  userId,
  datedAt: createdAt,
  ...sealBuyer(content, buyer),
})

/** Returns how many there were. The caller holds the cursor, so nobody changes the financial years meanwhile. */
export async function issueAll(tx: Tx, documents: DueDocument[]): Promise<number> {
  if (documents.length === 0) return 0
  const { yearStarts } = await readTaxRules(tx)
  const dated = documents.map((one) => ({
    ...one,
    year: financialYear(dayOf(one.datedAt), yearStarts),
  }))
  await insertDocuments(tx, dated)
  return dated.length
}
