import { z } from 'zod'
import { toUnits } from './decimals.ts'
import { lazily } from './lazily.ts'

export const Currency = z.enum(['INR', 'USD'])
export type Currency = z.output<typeof Currency>

/** Minor units in one major unit. Dollars keep four decimals, because gifts may have them. */
const SCALE = { INR: 100, USD: 10_000 } as const
const DECIMALS = { INR: 2, USD: 4 } as const
const CENT = 100 // in minor units of a dollar: prices are whole cents
const MAJOR_MAX = 10_000_000
const TOO_LARGE = 'This amount is too large'
const HUNDREDTH = { INR: 1, USD: CENT } as const

const TOO_FINE: Record<Currency, string> = {
  INR: 'Rupees can have at most two decimals',
  USD: 'Dollars can have at most four decimals',
}

/** Server and web compute in whole minor units. Only the wire carries decimals, and no more than the currency has. */
const money = (
  currency: Currency,
  { min = 0, max = MAJOR_MAX, tooFine = TOO_FINE[currency] } = {},
) =>
  z.codec(
    z
      .number('Please enter amount')
      .min(min, min < 0 ? TOO_LARGE : 'An amount can’t be negative')
      .max(max, TOO_LARGE),
    z.int(),
    {
      decode: (major, { issues }) => {
        const minor = toUnits(major, DECIMALS[currency])
        if (minor !== null) return minor
        issues.push({ code: 'custom', input: major, message: tooFine })
        return z.NEVER
      },
      encode: (minor) => minor / SCALE[currency],
    },
  )

/** In paise. */
export const Rupees = money('INR')
/** In ten-thousandths of a dollar. */
export const Dollars = money('USD')
/** In hundredths of any currency, as gateways count. */
export const Hundredths = money('INR', { tooFine: 'An amount can have at most two decimals' })

const WHATEVER = { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }

/** A movement or a balance in rupees. It may be negative, and larger than a single payment. */
export const SignedRupees = money('INR', WHATEVER)
/** The same in hundredths of any currency. */
export const SignedHundredths = money('INR', WHATEVER)
/** The same in dollars. */
export const SignedDollars = money('USD', WHATEVER)

const EITHER_WAY = { min: -MAJOR_MAX }

/** An amount in rupees that is added, or taken if it is negative. */
export const RupeeChange = money('INR', EITHER_WAY)
/** The same in dollars. */
export const DollarChange = money('USD', EITHER_WAY)

/** Dollars for one rupee, with up to eight decimals. */
export const Rate = z
  .number('Please enter a valid rate')
  .gt(0, 'Please enter a valid rate')
  .lt(1, 'Please enter a valid rate')
  .refine((rate) => toUnits(rate, 8) !== null, 'Please enter a valid rate')
export type Rate = z.output<typeof Rate>

/** Converts paise to dollars, rounded half up to cents. The amount shown is the amount charged. */
export function toDollars(paise: number, rate: Rate): number {
  // cents = paise x rate, as whole numbers: a float would round some halves the wrong way
  const cents = (BigInt(paise) * BigInt(toE8(rate)) + E8 / 2n) / E8
  return Number(cents) * CENT
}

/** Converts cents to paise, rounded half up. */
export function toPaise(cents: number, rate: Rate): number {
  const perRupee = BigInt(toE8(rate))
  return Number((BigInt(cents) * E8 * 2n + perRupee) / (perRupee * 2n))
}

const E8 = 100_000_000n

const toE8 = (rate: Rate): number => Math.round(rate * Number(E8))

export const convert = (paise: number, currency: Currency, rate: Rate): number =>
  currency === 'INR' ? paise : toDollars(paise, rate)

const RUPEES = lazily(() => new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }))

/** Format of dollars with a minimum and a maximum of decimals. */
const dollars = (minimumFractionDigits: number, maximumFractionDigits: number) =>
  lazily(
    () =>
      new Intl.NumberFormat('en-US', {
        style: 'currency',
        currency: 'USD',
        minimumFractionDigits,
        maximumFractionDigits,
      }),
  )

const SHORT = { INR: RUPEES, USD: dollars(2, 2) } as const
const EXACT = { INR: RUPEES, USD: dollars(2, 4) } as const
const WHOLE = { INR: RUPEES, USD: dollars(4, 4) } as const

/** Formats a price with two decimals. */
export const formatMoney = (minor: number, currency: Currency): string =>
  SHORT[currency]().format(minor / SCALE[currency])

/** Formats an amount to the last minor unit, where exactness matters more than length. */
export const formatExactly = (minor: number, currency: Currency): string =>
  EXACT[currency]().format(minor / SCALE[currency])

/** Formats a wallet's balance, with all decimals that the currency keeps. */
export const formatBalance = (minor: number, currency: Currency): string =>
  WHOLE[currency]().format(minor / SCALE[currency])

/** Formats a movement with a sign: plus for money in, minus for money out. */
export function formatMovement(minor: number, currency: Currency): string {
  const sign = minor < 0 ? '−' : '+'
  return sign + formatExactly(Math.abs(minor), currency)
}

/** Converts what gateways count, paise or cents, to the minor units of the ledger. */
export const fromHundredths = (amount: number, currency: Currency): number =>
  amount * HUNDREDTH[currency]

/** The opposite, rounded down to what a gateway can pay. */
export const toHundredths = (minor: number, currency: Currency): number =>
  Math.floor(minor / HUNDREDTH[currency])

/** Formats an amount of a gateway. Its currency may be foreign to the shop. */
export function formatHundredths(amount: number, code: string): string {
  const { data: currency } = Currency.safeParse(code)
  return currency
    ? formatMoney(fromHundredths(amount, currency), currency)
    : `${writeHundredths(amount)} ${code}`
}

/** Writes an amount of a gateway without its currency. */
export const writeHundredths = (amount: number): string => (amount / 100).toFixed(2)

/** Converts an amount to major units, as the wire carries it. */
export const toMajor = (minor: number, currency: Currency): number => minor / SCALE[currency]

/** Formats an amount for files: without a symbol, with all decimals of the currency. */
export const toDecimal = (minor: number, currency: Currency): string =>
  (minor / SCALE[currency]).toFixed(currency === 'INR' ? 2 : 4)
