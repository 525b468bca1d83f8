import { z } from 'zod'
import { endpoint, NoInput } from '#contract/core/endpoint.ts'
import { ForeignCurrency, leastOf, Rate, type Currency } from '#contract/core/money.ts'
import { ByDate, Paging } from '#contract/core/paging.ts'

/** The value of one rupee in each currency that the shop takes besides rupees. Every shop takes dollars. */
const Rates = z.partialRecord(ForeignCurrency, z.number()).and(z.object({ USD: z.number() }))
export type Rates = z.output<typeof Rates>

/** Null for rupees, and for a currency that the shop no longer takes. */
export const rateIn = (rates: Rates, currency: Currency): Rate | null =>
  currency === 'INR' ? null : (rates[currency] ?? null)

/** The least that gateways take in a currency. Nothing is too little in rupees. */
export const leastIn = (rates: Rates, currency: Currency): number => {
  const rate = rateIn(rates, currency)
  return rate === null ? 0 : leastOf(currency, rate, rates.USD)
}

/** Besides rupees. Pages contain each price in all of them. */
export const CURRENCIES_MAX = 7

export const getRate = endpoint({
  method: 'GET',
  path: '/rate',
  access: 'anyone',
  keep: true,
  message: '',
  input: NoInput,
  output: Rates,
})

/** A dollar has always cost more than a rupee. */
const DollarRate = Rate.refine((rate) => rate < 1, 'Please enter a valid rate')

export const rateSchema = (currency: ForeignCurrency) => (currency === 'USD' ? DollarRate : Rate)
const follow = z.boolean().default(false)

/**
 * Sets the rate of dollars until an administrator sets another. With `follow`, the rate source may change it again, if
 * the shop has one.
 */
export const setRate = endpoint({
  method: 'POST',
  path: '/rate',
  access: 'admin',
  confirm: true,
  message: 'Rate updated',
  input: z.strictObject({ USD: DollarRate, follow }),
  output: Rates,
})

const OtherCurrency = ForeignCurrency.exclude(['USD'])

/** Does the same for another currency. Its first rate adds the currency to the shop. */
export const setCurrencyRate = endpoint({
  method: 'PUT',
  path: '/rate/:currency',
  access: 'admin',
  confirm: true,
  message: 'Rate updated',
  input: z.strictObject({ currency: OtherCurrency, rate: Rate, follow }),
  output: Rates,
})

/** Stops offering a currency. Wallets and orders keep it, and a new rate offers it again. */
export const withdrawCurrency = endpoint({
  method: 'DELETE',
  path: '/rate/:currency',
  access: 'admin',
  confirm: true,
  message: 'Currency withdrawn',
  input: z.strictObject({ currency: OtherCurrency }),
  output: Rates,
})

/** Lists all rates that were ever in force, the newest first, and for each currency the current one. */
export const listRates = endpoint({
  method: 'GET',
  path: '/rate/all',
  access: 'admin',
  message: '',
  input: Paging.pick({ page: true, limit: true }).extend(ByDate),
  output: z.object({
    rates: z.array(
      z.object({
        _id: z.string(),
        currency: ForeignCurrency,
        rate: z.number(),
        isOffered: z.boolean(), // false if this entry withdrew the currency
        origin: z.enum(['start', 'administrator', 'source']),
        fullName: z.string().nullable(), // name of the administrator
        createdAt: z.iso.datetime(),
      }),
    ),
    total: z.int(),
    currencies: z.array(
      z.object({
        currency: ForeignCurrency,
        rate: z.number(),
        isOffered: z.boolean(),
        /** True if an administrator set the rate, so the rate source does not change it. */
        isHeld: z.boolean(),
        /** Why the rate source can't be followed at the moment. */
        problem: z.object({ problem: z.string(), at: z.iso.datetime() }).nullable(),
      }),
    ),
    hasSource: z.boolean(),
  }),
})
