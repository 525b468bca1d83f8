import type * as contract from '#contract/accounting/books.ts'
import type { DocumentEntry } from '#contract/accounting/books.ts'
import { getDocument } from '#server/accounting/documents/list-documents.ts'
import { renderPdf } from '#server/accounting/pdf/render-pdf.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { periodOfMonth } from './entries.ts'
import { countEntries, selectEntries, type EntryRow } from './sql.ts'

export const listAllDocuments: Handler<typeof contract.listAllDocuments> = async (
  { sql },
  { month, kind, page, limit, sort },
) => {
  const wanted = { ...periodOfMonth(month), kind }
  const rows = await selectEntries(sql, { ...wanted, sort, limit, offset: (page - 1) * limit })
  return { documents: rows.map(toDocumentEntry), total: await countEntries(sql, wanted) }
}

const toDocumentEntry = ({ content, ...row }: EntryRow): DocumentEntry => ({
  number: row.number,
  kind: row.kind,
  datedAt: row.datedAt.toISOString(),
  placeOfSupply: content.placeOfSupply,
  buyerTaxId: content.buyerTaxId ?? '',
  base: content.base,
  tax: content.total - content.base,
  total: content.total,
  orderId: row.orderId,
})

export const getAnyDocumentFile: Handler<typeof contract.getAnyDocumentFile> = async (
  { sql },
  { number },
) => renderPdf(await getDocument(sql, { number }))
