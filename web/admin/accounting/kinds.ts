import type { DocumentKind } from '#contract/accounting/documents.ts'

export const KINDS: Record<DocumentKind, string> = {
  invoice: 'Invoices',
  'credit note': 'Credit notes',
  receipt: 'Receipts',
  'refund voucher': 'Refund vouchers',
}
