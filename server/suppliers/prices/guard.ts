import { formatExactly } from '#contract/core/money.ts'
import type { PriceRule } from '#contract/catalogue/suppliers/prices.ts'
import type { Repriced } from '#server/catalogue/games/items/reprice.ts'
import { PRICE_MAX, type LandedCost } from './landed-cost.ts'
import { priceBy } from './price-by.ts'

type Pack = Repriced & { isPriceFixed: boolean }

/** `doubt` is a suspicious cost that no person has accepted yet. */
type Question = { rule: PriceRule; landed: LandedCost; doubt: number | null }
export type Verdict = { after: Repriced; doubt: number | null }

/**
 * Decides what happens to a pack at its current cost. A pack paused for a loss or for missing stock resumes by itself.
 * A pack paused for a suspicious cost waits for a person.
 */
export function judge(pack: Pack, { rule, landed, doubt }: Question): Verdict {
  const stays = toRepriced(pack)
  if (doubt !== null && pack.pausedFor !== null)
    return landed.is === 'known' ? keepDoubt(pack, rule, landed.cost) : { after: stays, doubt }
  if (landed.is === 'unknown') return { after: stays, doubt }
  if (landed.is === 'out of stock')
    return { after: pause(stays, 'No supplier has it in stock'), doubt }

  const { cost } = landed
  const last = doubt ?? pack.costPrice // a person who put it on sale or took it off has seen the doubt
  if (isOnSale(pack) && last !== null && isAbsurd(rule, last, cost))
    return { after: pause(stays, tellJump(last, cost)), doubt: cost }
  const prices = pack.isPriceFixed ? stays : priceBy(rule, cost)
  if (prices.sellingPrice > PRICE_MAX) return { after: stays, doubt: null }
  const after = { ...stays, ...toPrices(prices), costPrice: cost }
  const loss = tellLoss(after)
  return { after: loss ? pause(after, loss) : resume(after), doubt: null }
}

function keepDoubt(pack: Pack, rule: PriceRule, cost: number): Verdict {
  const { costPrice: last } = pack
  const words =
    last === null || isAbsurd(rule, last, cost)
      ? tellJump(last ?? cost, cost)
      : `Its cost jumped, and is back at ${rupees(cost)}`
  return { after: { ...toRepriced(pack), pausedFor: words }, doubt: cost }
}

/** On sale, or paused by the shop rather than by a person. */
const isOnSale = ({ isAvailable, pausedFor }: Repriced): boolean =>
  isAvailable || pausedFor !== null

/** Leaves a pack alone that a person took off sale. */
const pause = (pack: Repriced, pausedFor: string): Repriced =>
  isOnSale(pack) ? { ...pack, isAvailable: false, pausedFor } : pack

const resume = (pack: Repriced): Repriced =>
  pack.pausedFor === null ? pack : { ...pack, isAvailable: true, pausedFor: null }

const isAbsurd = ({ changeMax }: PriceRule, last: number, cost: number): boolean =>
  Math.abs(cost - last) * 100 > changeMax * last

const rupees = (paise: number): string => formatExactly(paise, 'INR')

const tellJump = (last: number, cost: number): string =>
  `Its cost went from ${rupees(last)} to ${rupees(cost)} at once`

/** Null if no price is below the cost. `priceBy` never prices below cost, so only a fixed price can be. */
function tellLoss({ costPrice, sellingPrice, resellerPrice }: Repriced): string | null {
  if (costPrice === null) return null
  const least = Math.min(sellingPrice, resellerPrice ?? sellingPrice)
  if (least >= costPrice) return null
  const whose = sellingPrice < costPrice ? 'It’s sold' : 'Resellers buy it'
  return `${whose} for ${rupees(least)} but costs ${rupees(costPrice)}`
}

const toPrices = ({
  sellingPrice,
  resellerPrice,
}: Pick<Repriced, 'sellingPrice' | 'resellerPrice'>) => ({
  sellingPrice,
  resellerPrice,
})

const toRepriced = ({ costPrice, isAvailable, pausedFor, ...prices }: Pack): Repriced => ({
  costPrice,
  ...toPrices(prices),
  isAvailable,
  pausedFor,
})
