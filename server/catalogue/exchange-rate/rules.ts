import { rateSchema } from '#contract/catalogue/rate.ts'
import type { ForeignCurrency, Rate } from '#contract/core/money.ts'

const E8 = 100_000_000

type Quote = { currency: ForeignCurrency; rupees: number }

/** Converts a quote in rupees for one unit of a currency into a rate, or says why it is not believed. */
export function judgeQuote(
  { currency, rupees }: Quote,
  last: Rate,
  changeMaxPercent: number,
): { rate: Rate } | { problem: string } {
  const [fresh, known] = [Math.round(E8 / rupees), Math.round(last * E8)]
  const isNear = Math.abs(fresh - known) * 100 <= changeMaxPercent * known
  if (isNear && rateSchema(currency).safeParse(fresh / E8).success) return { rate: fresh / E8 }
  const percent = (((fresh - known) / known) * 100).toFixed(1)
  return {
    problem:
      `The rate source quotes ${rupees} rupees for ${UNIT[currency] ?? `one ${currency}`}, ` +
      `a change of ${percent} % at once. ` +
      `The last rate stays until the source quotes one near it, or an administrator sets another`,
  }
}

const UNIT: Partial<Record<ForeignCurrency, string>> = { USD: 'a dollar' }
