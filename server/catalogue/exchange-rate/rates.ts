import {
  convert,
  nameOf,
  type Currency,
  type ForeignCurrency,
  type Rate,
} from '#contract/core/money.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { selectCurrencies } from './sql.ts'

/** The last rate of each currency that the shop takes, or has taken. */
export type Rates = Map<Currency, { perRupee: Rate; isOffered: boolean }>

export const findRates = async (sql: Sql | Tx): Promise<Rates> =>
  new Map(
    (await selectCurrencies(sql)).map(({ currency, perRupee, isOffered }) => [
      currency,
      { perRupee, isOffered },
    ]),
  )

export const isOffered = (rates: Rates, currency: Currency): boolean =>
  currency === 'INR' || (rates.get(currency)?.isOffered ?? false)

/** The rate for new orders and payments. Null for rupees. */
export function rateFor(rates: Rates, currency: Currency): Rate | null {
  if (!isOffered(rates, currency)) throw notOffered(currency)
  return lastRateOf(rates, currency)
}

const RUPEES_MAX = 10_000_000_00

/**
 * Refuses a currency that the shop has never taken, because it has no accounts for it. Limits the amount of a gift or a
 * correction as in rupees.
 */
export function requireBooks(rates: Rates, currency: Currency, amount = 0): void {
  if (currency === 'INR') return
  const rate = lastRateOf(rates, currency)
  if (rate === null) throw notOffered(currency)
  if (Math.abs(amount) > convert(RUPEES_MAX, currency, rate))
    throw new Refusal('AMOUNT_TOO_LARGE', { field: 'amount', message: 'This amount is too large' })
}

function notOffered(currency: Currency): Refusal {
  const message = `This shop doesn’t take ${nameOf(currency)}`
  return new Refusal('CURRENCY_NOT_OFFERED', { field: 'currency', message })
}

/** The last rate, for what was bought before. Null for rupees. */
export const lastRateOf = (rates: Rates, currency: Currency): Rate | null =>
  rates.get(currency)?.perRupee ?? null

/** The rates that customers see. */
export function toOffered(rates: Rates): Partial<Record<ForeignCurrency, Rate>> & { USD: Rate } {
  const offered = [...rates].filter(([, { isOffered }]) => isOffered)
  const entries = offered.map(([currency, { perRupee }]) => [currency, perRupee])
  return Object.fromEntries(entries) as ReturnType<typeof toOffered>
}
