import { z } from 'zod'
import { Bytes, endpoint, NoInput } from '#contract/core/endpoint.ts'
import { Hundredths, Rupees, SignedHundredths } from '#contract/core/money.ts'
import { ByDate, Paging } from '#contract/core/paging.ts'
import { GatewayName } from '#contract/money/gateways.ts'
import { DocumentKind, DocumentNumber } from './documents.ts'

// Files and sums for accountants. A month is one of the shop's, in Indian time.

export const BookMonth = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Enter a month as YYYY-MM')

const DocumentEntry = z.object({
  number: z.string(),
  kind: DocumentKind,
  datedAt: z.iso.datetime(),
  placeOfSupply: z.string(),
  buyerTaxId: z.string(), // empty for consumers
  base: Rupees,
  tax: Rupees,
  total: Rupees,
  orderId: z.string().nullable(),
})
export type DocumentEntry = z.output<typeof DocumentEntry>

/** A month's documents, the newest first by default. */
export const listAllDocuments = endpoint({
  method: 'GET',
  path: '/accounting/documents',
  access: 'admin',
  message: '',
  input: Paging.omit({ search: true }).extend({
    month: BookMonth,
    kind: DocumentKind.exactOptional(),
    ...ByDate,
  }),
  output: z.object({ documents: z.array(DocumentEntry), total: z.int() }),
})

export const getAnyDocumentFile = endpoint({
  method: 'GET',
  path: '/accounting/document.pdf',
  access: 'admin',
  message: '',
  input: z.strictObject({ number: DocumentNumber }),
  output: Bytes,
  file: 'pdf',
})

const ofMonth = z.strictObject({ month: BookMonth })

/** A month's documents as PDF files. */
export const getDocumentsOfMonth = endpoint({
  method: 'GET',
  path: '/accounting/documents.zip',
  access: 'admin',
  confirm: true,
  message: '',
  input: ofMonth,
  output: Bytes,
  file: 'zip',
  stream: true,
})

/** A month's books: GSTR-1, day book, journal, settlements, and files for Tally and Zoho Books. */
export const getBooksOfMonth = endpoint({
  method: 'GET',
  path: '/accounting/books.zip',
  access: 'admin',
  confirm: true,
  message: '',
  input: ofMonth,
  output: Bytes,
  file: 'zip',
  stream: true,
})

/** Sum of one kind of document. */
const Sums = z.object({
  kind: DocumentKind,
  first: z.string(), // number
  last: z.string(),
  count: z.int(),
  base: Rupees,
  tax: Rupees,
  total: Rupees,
})
export type Sums = z.output<typeof Sums>

const BookedMonth = z.object({
  month: BookMonth,
  isOver: z.boolean(),
  closedAt: z.iso.datetime().nullable(),
  closedBy: z.string().nullable(), // name
})
export type BookedMonth = z.output<typeof BookedMonth>

/** Months since the first document, the newest first. */
export const listBookedMonths = endpoint({
  method: 'GET',
  path: '/accounting/months',
  access: 'admin',
  message: '',
  input: NoInput,
  output: z.object({ months: z.array(BookedMonth) }),
})

const MonthInSums = BookedMonth.extend({
  sums: z.array(Sums),
  /** False if the documents of a closed month no longer add up to what they did then. */
  isUnchanged: z.boolean(),
  /** Credit notes and refund vouchers of later months that take back something of this one. */
  correctedLater: z.object({ count: z.int(), total: Rupees }),
})
export type MonthInSums = z.output<typeof MonthInSums>

export const getBookedMonth = endpoint({
  method: 'GET',
  path: '/accounting/months/:month',
  access: 'admin',
  message: '',
  input: ofMonth,
  output: MonthInSums,
})

/** Closes a month that is over. Its sums are kept, so that later differences show. */
export const closeMonth = endpoint({
  method: 'POST',
  path: '/accounting/months/:month/close',
  access: 'admin',
  confirm: true,
  message: 'The month is closed',
  input: ofMonth,
  output: MonthInSums,
})

/** Money of a gateway in a month, in one currency. */
const GatewaySettlements = z.object({
  gateway: GatewayName,
  currency: z.string(), // as the gateway wrote it
  captured: Hundredths,
  capturedCount: z.int(),
  /** The part of what was captured this month that is not settled yet. */
  unsettled: Hundredths,
  unsettledCount: z.int(),
  settled: SignedHundredths, // this month, before fees, less refunds and disputes
  fee: SignedHundredths, // without its tax
  feeTax: SignedHundredths,
  paid: SignedHundredths, // to the bank, or to the shop's own wallet
  unmatchedCount: z.int(), // settled payments that differ from the books
})
export type GatewaySettlements = z.output<typeof GatewaySettlements>

export const getSettlements = endpoint({
  method: 'GET',
  path: '/accounting/months/:month/settlements',
  access: 'admin',
  message: '',
  input: ofMonth,
  output: z.object({ gateways: z.array(GatewaySettlements) }),
})
