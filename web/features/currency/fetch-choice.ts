import { getRate } from '#contract/catalogue/rate.ts'
import { symbolOf, type ForeignCurrency } from '#contract/core/money.ts'
import { call } from '#web/api/call.ts'

/** A currency as the browser keeps it. */
export async function fetchChoice(currency: ForeignCurrency) {
  const rate = (await call(getRate, {}))[currency]
  if (rate === undefined) throw new Error(`The shop doesn’t take ${currency} any more`)
  return { currency, symbol: symbolOf(currency), rate }
}
