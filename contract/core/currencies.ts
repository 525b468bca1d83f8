import { z } from 'zod'

/** Codes of ISO 4217 besides the rupee. */
const CODES = [
  'USD AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN',
  'BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP',
  'GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK',
  'LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD',
  'OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN',
  'SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VES VND VUV WST XAF XCD XOF XPF YER',
  'ZAR ZMW',
] as const

type Words<Line extends string, Found = never> = Line extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | Line

export type ForeignCurrency = Words<(typeof CODES)[number]>

/** A shop takes rupees, dollars, and the currencies that its owner adds. Its prices are set in rupees. */
export const ForeignCurrency = z.enum(
  CODES.flatMap((line) => line.split(' ')) as [ForeignCurrency, ...ForeignCurrency[]],
)
export const Currency = z.enum(['INR', ...ForeignCurrency.options])
export type Currency = z.output<typeof Currency>

/** Prices in these currencies are whole, because nobody pays with fractions of them. */
const WHOLE = new Set<Currency>(
  'BIF CLP COP DJF GNF HUF IDR ISK JPY KMF KRW MGA PYG RWF TWD UGX VND VUV XAF XOF XPF'.split(
    ' ',
  ) as Currency[],
)

/** The ledger counts rupees in paise, and every other currency in ten-thousandths, because gifts may have them. */
export const scaleOf = (currency: Currency): number => (currency === 'INR' ? 100 : 10_000)

export const decimalsOf = (currency: Currency): number => (currency === 'INR' ? 2 : 4)

/** Decimals of prices. */
export const priceDecimalsOf = (currency: Currency): number => (WHOLE.has(currency) ? 0 : 2)

/** Names for people: rupees, dollars, euros. */
export const nameOf = (currency: Currency): string =>
  NAMES[currency as keyof typeof NAMES] ?? nameParts(currency, 'name')

/** Symbols for people: ₹, $, €. */
export const symbolOf = (currency: Currency): string => nameParts(currency, 'symbol')

const NAMES = { INR: 'rupees', USD: 'dollars' }

function nameParts(currency: Currency, currencyDisplay: 'name' | 'symbol'): string {
  const parts = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay,
  }).formatToParts(2)
  return parts.find(({ type }) => type === 'currency')!.value
}

const ALL = new Set<string>(Currency.options)

export const isCurrency = (code: string): code is Currency => ALL.has(code)
