import type { PriceRule } from '#contract/catalogue/suppliers/prices.ts'

type Prices = { sellingPrice: number; resellerPrice: number | null }
type MarginRule = Pick<PriceRule, 'kind' | 'margin' | 'resellerMargin' | 'roundTo' | 'roundMinus'>

/** Computes a pack's prices by its game's rule. All amounts are in paise. */
export function priceBy({ margin, resellerMargin, ...rule }: MarginRule, cost: number): Prices {
  const sellingPrice = round(rule, cost, addMargin(rule.kind, cost, margin))
  const resellerPrice =
    resellerMargin === null ? null : round(rule, cost, addMargin(rule.kind, cost, resellerMargin))
  return { sellingPrice, resellerPrice }
}

const WHOLE = 10_000 // hundredths of a percent

const addMargin = (kind: MarginRule['kind'], cost: number, margin: number): number =>
  kind === 'fixed' ? cost + margin : cost + divideUp(BigInt(cost) * BigInt(margin), WHOLE)

/** Uses integers, because floats would round some costs the wrong way. */
const divideUp = (dividend: bigint, divisor: number): number =>
  Number((dividend + BigInt(divisor) - 1n) / BigInt(divisor))

/** Rounds up to keep the margin, then subtracts `roundMinus` for endings such as 99. Never goes below the cost. */
function round(
  { roundTo, roundMinus }: Pick<MarginRule, 'roundTo' | 'roundMinus'>,
  cost: number,
  price: number,
): number {
  const rounded = divideUp(BigInt(price), roundTo) * roundTo - roundMinus
  return rounded < cost ? rounded + roundTo : rounded
}
