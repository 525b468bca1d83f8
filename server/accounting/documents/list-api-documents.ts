import type * as contract from '#contract/accounting/reseller-documents.ts'
import { renderPdf } from '#server/accounting/pdf/render-pdf.ts'
import { findApiOrder } from '#server/resellers/api/read-orders.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { listForOrder } from './list-documents.ts'

export const listApiDocuments: Handler<typeof contract.listApiDocuments> = async (
  ctx,
  { id },
  caller,
  visit,
) => {
  await findApiOrder(ctx, { id }, caller, visit) // refuses another's order
  if (caller.key.isTest) return { documents: [], isBeingIssued: false }
  const { documents, isBeingIssued } = await listForOrder(ctx, { id, userId: caller.id })
  const files = documents.map(async (document) => ({
    number: document.number,
    kind: document.kind,
    issuedAt: document.datedAt,
    total: document.total,
    tax: document.total - document.base,
    pdf: Buffer.from(await renderPdf(document)).toString('base64'),
  }))
  return { documents: await Promise.all(files), isBeingIssued }
}
