import type { Currency, ForeignCurrency } from '#contract/core/money.ts'

/** The field `currency` of calls that take other currencies than rupees. Those in rupees have no such field. */
export const inForeign = (currency: Currency): { currency?: ForeignCurrency } =>
  currency === 'INR' ? {} : { currency }
