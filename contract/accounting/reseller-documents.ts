import { z } from 'zod'
import { endpoint, Id } from '#contract/core/endpoint.ts'
import { Rupees } from '#contract/core/money.ts'
import { DocumentKind } from './documents.ts'

// A call of resellers' API clients, with the header X-API-Key.

const ApiDocument = z.object({
  number: z.string(),
  kind: DocumentKind,
  issuedAt: z.iso.datetime(),
  total: Rupees,
  tax: Rupees, // included in the total
  pdf: z.string(), // Base64
})

/** The invoice of an order, and the credit note of a refund. Test orders have none. */
export const listApiDocuments = endpoint({
  method: 'GET',
  path: '/reseller/orders/:id/documents',
  access: 'api-key',
  scope: 'read',
  message: '',
  input: z.strictObject({ id: Id }),
  output: z.object({
    documents: z.array(ApiDocument), // oldest first
    isBeingIssued: z.boolean(), // one is due, and comes within seconds
  }),
})
