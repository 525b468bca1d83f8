import { z } from 'zod'
import { Bytes, endpoint, Id, NoOutput } from '#contract/core/endpoint.ts'
import { Foreign, ForeignCurrency, Rupees } from '#contract/core/money.ts'
import { findTopUp } from '#contract/money/wallet.ts'

export const DocumentKind = z.enum(['invoice', 'credit note', 'receipt', 'refund voucher'])
export type DocumentKind = z.output<typeof DocumentKind>

const Party = z.object({ name: z.string(), email: z.string().nullable() })

const Seller = Party.extend({
  businessName: z.string(),
  address: z.string(),
  taxId: z.string(), // empty if the shop is not registered
  taxIdName: z.string(),
})

const Buyer = Party.extend({
  player: z.string(), // whom the pack was for, empty for money added to the wallet
  businessName: z.string().exactOptional(),
  address: z.string().exactOptional(),
})

const DocumentLine = z.object({
  name: z.string(),
  code: z.string(), // SAC of the service, empty without tax
  amount: Rupees,
  isDiscount: z.boolean(),
})

const TaxLine = z.object({ name: z.string(), percent: z.number(), amount: Rupees })

/** Facts that the first documents of a shop may lack, because they were issued before the shop knew them. */
const later = {
  paidWith: z.string().exactOptional(),
  bankReference: z.string().exactOptional(), // of money added to the wallet
  buyerTaxId: z.string().exactOptional(), // empty for consumers
  /** Words that the law demands, for example on exports. */
  note: z.string().exactOptional(),
  /** True for a sale abroad that is free of GST. */
  isExport: z.boolean().exactOptional(),
  /** True for a sale abroad that was paid in another currency than rupees and carries GST. */
  isTaxedExport: z.boolean().exactOptional(),
}

/**
 * A document as it was issued. Later changes of settings, names or rates do not change it. Amounts are in rupees, also
 * of an order that was paid in another currency.
 */
export const TaxDocument = z.object({
  number: z.string(),
  kind: DocumentKind,
  title: z.string(),
  datedAt: z.iso.datetime(),
  corrects: z.object({ number: z.string(), datedAt: z.iso.datetime() }).nullable(),
  seller: Seller,
  buyer: Buyer.nullable(), // null once the account or the years of the law are gone
  placeOfSupply: z.string(), // State and its GST code, empty outside of GST
  lines: z.array(DocumentLine),
  base: Rupees, // total without tax
  taxes: z.array(TaxLine), // included in the total
  total: Rupees,
  paidDollars: Foreign.nullable(), // for an order paid in dollars
  paidOther: z.object({ currency: ForeignCurrency, amount: Foreign }).exactOptional(), // in another currency
  orderReference: z.string(), // of the order, or of the payment
  ...later,
})
export type TaxDocument = z.output<typeof TaxDocument>

/** The amount paid in another currency than rupees. Null for rupees. */
export const paidForeign = ({
  paidDollars,
  paidOther,
}: Pick<TaxDocument, 'paidDollars' | 'paidOther'>) =>
  paidDollars === null
    ? (paidOther ?? null)
    : { currency: 'USD' as ForeignCurrency, amount: paidDollars }

const issued = z.object({
  documents: z.array(TaxDocument), // oldest first
  isBeingIssued: z.boolean(), // one is due, and gets its number within seconds
})

export const listDocuments = endpoint({
  method: 'GET',
  path: '/order/:id/documents',
  access: 'signed-in',
  guests: true,
  message: '',
  input: z.strictObject({ id: Id }),
  output: issued,
})

/** Receipts for money added to the wallet, and refund vouchers for money sent back. */
export const listTopUpDocuments = endpoint({
  method: 'GET',
  path: '/wallet/add/:reference/documents',
  access: 'signed-in',
  message: '',
  input: findTopUp.input,
  output: issued,
})

export const DocumentNumber = z
  .string()
  .regex(/^[A-Z]{2}\/\d{2}-\d{2}\/\d{7}$/, 'Document not found')

/** The caller's own document as a PDF file. The same document always has the same bytes. */
export const getDocumentFile = endpoint({
  method: 'GET',
  path: '/wallet/document.pdf',
  access: 'signed-in',
  guests: true,
  limit: 'account',
  message: '',
  input: z.strictObject({ number: DocumentNumber }),
  output: Bytes,
  file: 'pdf',
})

/** Sends one of the caller's own documents to their email, as a PDF file. */
export const mailDocument = endpoint({
  method: 'POST',
  path: '/wallet/document/mail',
  access: 'signed-in',
  guests: true,
  limit: 'account',
  message: 'It’s on its way to your inbox',
  input: z.strictObject({ number: DocumentNumber }),
  output: NoOutput,
})
