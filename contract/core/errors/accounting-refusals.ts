/** Refusals about documents and books, in the form of `errors.ts`. */
export const ACCOUNTING_REFUSALS = {
  NO_SUCH_DOCUMENT: [404, 'Document not found'],
  MONTH_NOT_OVER: [409, 'A month can be closed ten minutes after its end'],
  MONTH_CLOSED: [409, 'This month is closed already'],
  YEAR_IN_USE: [
    409,
    'Documents are numbered by this financial year already. Let the new one begin in a later month',
  ],
} as const
