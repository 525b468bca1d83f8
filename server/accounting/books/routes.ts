import * as contract from '#contract/accounting/books.ts'
import { implement } from '#server/platform/http/implement.ts'
import { getBooksOfMonth, getDocumentsOfMonth } from './books-zip.ts'
import { getAnyDocumentFile, listAllDocuments } from './list-all.ts'
import { closeMonth, getBookedMonth, listBookedMonths } from './months.ts'
import { getSettlements } from './settlements.ts'

export const bookRoutes = implement(contract, {
  listAllDocuments,
  getAnyDocumentFile,
  getDocumentsOfMonth,
  getBooksOfMonth,
  listBookedMonths,
  getBookedMonth,
  closeMonth,
  getSettlements,
})
