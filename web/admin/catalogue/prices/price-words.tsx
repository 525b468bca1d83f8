import { formatExactly } from '#contract/core/money.ts'
import type { PriceRule } from '#contract/catalogue/suppliers/prices.ts'

/** Shows a dash for an unknown amount. */
export const rupees = (paise: number | null): string =>
  paise === null ? '–' : formatExactly(paise, 'INR')

const tellMargin = (kind: PriceRule['kind'], margin: number): string =>
  kind === 'percent' ? `${margin / 100}%` : rupees(margin)

/** Example: Cost plus 8% (resellers 5%), rounded up to ₹1.00, changes up to 25% accepted */
export function tellRule(rule: PriceRule): string {
  const { kind, margin, resellerMargin, roundTo, roundMinus, changeMax } = rule
  const resellers =
    resellerMargin === null ? '' : ` (resellers ${tellMargin(kind, resellerMargin)})`
  const parts = [
    `Cost plus ${tellMargin(kind, margin)}${resellers}`,
    roundTo > 1 && `rounded up to ${rupees(roundTo)}`,
    roundMinus > 0 && `less ${rupees(roundMinus)}`,
    `changes up to ${changeMax}% accepted`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}

/** Shows a margin. A negative one is also called a loss in words. */
export const Margin = ({ margin }: { margin: number | null }) =>
  margin !== null && margin < 0 ? (
    <span className="font-semibold text-bad">{rupees(-margin)} loss</span>
  ) : (
    rupees(margin)
  )
