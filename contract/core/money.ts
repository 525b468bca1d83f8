import { z } from 'zod'
import {
  type Currency,
  decimalsOf,
  isCurrency,
  nameOf,
  priceDecimalsOf,
  scaleOf,
} from './currencies.ts'
import { toUnits } from './decimals.ts'

export * from './currencies.ts'

const RUPEES_MAX = 10_000_000
const FOREIGN_MAX = 10_000_000_000 // ten million rupees are three billion dong
const TOO_LARGE = 'This amount is too large'

const RUPEES = {
  decimals: 2,
  max: RUPEES_MAX,
  tooFine: 'Rupees can have at most two decimals',
}
const FOREIGN = {
  decimals: 4,
  max: FOREIGN_MAX,
  tooFine: 'An amount can have at most four decimals',
}
const HUNDREDTHS = { ...FOREIGN, decimals: 2, tooFine: 'An amount can have at most two decimals' }

/** Server and web compute in whole minor units. Only the wire carries decimals, and no more than the ledger keeps. */
const money = ({ decimals, max, tooFine }: typeof RUPEES, min = 0) =>
  z.codec(
    z
      .number('Please enter amount')
      .min(min, min < 0 ? TOO_LARGE : 'An amount can’t be negative')
      .max(max, TOO_LARGE),
    z.int(),
    {
      decode: (major, { issues }) => {
        const minor = toUnits(major, decimals)
        if (minor !== null) return minor
        issues.push({ code: 'custom', input: major, message: tooFine })
        return z.NEVER
      },
      encode: (minor) => minor / 10 ** decimals,
    },
  )

/** In paise. */
export const Rupees = money(RUPEES)
/** In ten-thousandths of a currency that is not the rupee. */
export const Foreign = money(FOREIGN)
/** In hundredths of any currency, as gateways count. */
export const Hundredths = money(HUNDREDTHS)

const ANY = Number.MAX_SAFE_INTEGER

/** A movement or a balance in rupees. It may be negative, and larger than a single payment. */
export const SignedRupees = money({ ...RUPEES, max: ANY }, -ANY)
/** The same in another currency. */
export const SignedForeign = money({ ...FOREIGN, max: ANY }, -ANY)
/** The same in hundredths of any currency. */
export const SignedHundredths = money({ ...HUNDREDTHS, max: ANY }, -ANY)

/** An amount in rupees that is added, or taken if it is negative. */
export const RupeeChange = money(RUPEES, -RUPEES_MAX)
/** The same in another currency. */
export const ForeignChange = money(FOREIGN, -FOREIGN_MAX)

const RATE_MAX = 100_000
const WRONG_RATE = 'Please enter a valid rate'

/** The value of one rupee in another currency, with up to eight decimals. */
export const Rate = z
  .number(WRONG_RATE)
  .gt(0, WRONG_RATE)
  .lt(RATE_MAX, WRONG_RATE)
  .refine((rate) => toUnits(rate, 8) !== null, WRONG_RATE)
export type Rate = z.output<typeof Rate>

const E8 = 100_000_000n

/** As whole numbers: floats would round some halves the wrong way. */
const toE8 = (rate: Rate): bigint => BigInt(Math.round(rate * Number(E8)))

/** Converts paise, rounded half up to what prices have. The amount shown is the amount charged. */
export function convert(paise: number, currency: Currency, rate: Rate | null): number {
  if (currency === 'INR') return paise
  if (rate === null) throw new Error(`No rate for ${currency}`)
  const step = 10n ** BigInt(2 - priceDecimalsOf(currency)) // in hundredths
  const steps = (BigInt(paise) * toE8(rate) + (E8 * step) / 2n) / (E8 * step)
  return fromHundredths(Number(steps * step), currency)
}

const LEAST_CENTS = 50

/** The least that gateways take: half a dollar, or as much in another currency. */
export const leastOf = (currency: Currency, rate: Rate, dollarRate: Rate): number =>
  currency === 'USD'
    ? fromHundredths(LEAST_CENTS, 'USD')
    : convert(toPaise(LEAST_CENTS, dollarRate), currency, rate)

/** Minor units in the smallest step of a price: a cent, or a yen. */
export const priceStepOf = (currency: Currency): number =>
  10 ** (decimalsOf(currency) - priceDecimalsOf(currency))

/** Asks for an amount in whole steps. */
export const tellStep = (currency: Currency): string =>
  `Enter ${priceDecimalsOf(currency) === 0 ? `whole ${nameOf(currency)}` : 'at most two decimals'}`

/** Converts hundredths of a currency to paise, rounded half up. */
export function toPaise(hundredths: number, rate: Rate): number {
  const perRupee = toE8(rate)
  return Number((BigInt(hundredths) * E8 * 2n + perRupee) / (perRupee * 2n))
}

type Decimals = { min: number; max: number }

const formats = new Map<string, Intl.NumberFormat>()

function format(minor: number, currency: Currency, { min, max }: Decimals): string {
  const key = `${currency} ${min} ${max}`
  const known = formats.get(key)
  const made =
    known ??
    new Intl.NumberFormat(currency === 'INR' ? 'en-IN' : 'en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: min,
      maximumFractionDigits: max,
    })
  if (!known) formats.set(key, made)
  return made.format(minor / scaleOf(currency))
}

/** Formats a price. */
export function formatMoney(minor: number, currency: Currency): string {
  const decimals = priceDecimalsOf(currency)
  return format(minor, currency, { min: decimals, max: decimals })
}

/** Formats an amount to the last minor unit, where exactness matters more than length. */
export const formatExactly = (minor: number, currency: Currency): string =>
  format(minor, currency, { min: priceDecimalsOf(currency), max: decimalsOf(currency) })

/** Formats a wallet's balance. Dollars have all four decimals. */
export const formatBalance = (minor: number, currency: Currency): string =>
  currency === 'USD' ? format(minor, currency, { min: 4, max: 4 }) : formatExactly(minor, currency)

/** Formats a movement with a sign: plus for money in, minus for money out. */
export function formatMovement(minor: number, currency: Currency): string {
  const sign = minor < 0 ? '−' : '+'
  return sign + formatExactly(Math.abs(minor), currency)
}

/** Minor units of the ledger in a hundredth, which is what gateways count. */
const perHundredth = (currency: Currency): number => scaleOf(currency) / 100

/** Converts what gateways count to the minor units of the ledger. */
export const fromHundredths = (amount: number, currency: Currency): number =>
  amount * perHundredth(currency)

/** The opposite, rounded down to what a gateway can pay. */
export function toHundredths(minor: number, currency: Currency): number {
  const step = 10 ** (2 - priceDecimalsOf(currency))
  return Math.floor(minor / perHundredth(currency) / step) * step
}

/** Formats an amount of a gateway. Its currency may be foreign to the shop. */
export const formatHundredths = (amount: number, code: string): string =>
  isCurrency(code)
    ? formatExactly(fromHundredths(amount, code), code)
    : `${writeHundredths(amount)} ${code}`

/** Writes an amount of a gateway without its currency. */
export const writeHundredths = (amount: number): string => (amount / 100).toFixed(2)

/** Converts an amount to major units, as the wire carries it. */
export const toMajor = (minor: number, currency: Currency): number => minor / scaleOf(currency)

/** Formats an amount for files: without a symbol, with all decimals of the currency. */
export const toDecimal = (minor: number, currency: Currency): string =>
  toMajor(minor, currency).toFixed(decimalsOf(currency))
