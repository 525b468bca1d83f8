import * as contract from '#contract/accounting/documents.ts'
import { implement } from '#server/platform/http/implement.ts'
import { getDocumentFile, mailDocument } from './document-file.ts'
import { listDocuments, listTopUpDocuments } from './list-documents.ts'

export const documentRoutes = implement(contract, {
  listDocuments,
  listTopUpDocuments,
  getDocumentFile,
  mailDocument,
})
