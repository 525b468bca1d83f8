import * as contract from '#contract/accounting/documents.ts'
import * as forResellers from '#contract/accounting/reseller-documents.ts'
import { implement } from '#server/platform/http/implement.ts'
import { getDocumentFile, mailDocument } from './document-file.ts'
import { listApiDocuments } from './list-api-documents.ts'
import { listDocuments, listTopUpDocuments } from './list-documents.ts'

export const documentRoutes = [
  ...implement(contract, { listDocuments, listTopUpDocuments, getDocumentFile, mailDocument }),
  ...implement(forResellers, { listApiDocuments }),
]
