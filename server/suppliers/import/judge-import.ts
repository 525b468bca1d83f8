import type { FullGame } from '#contract/catalogue/games.ts'
import type { Import, Imported } from '#contract/catalogue/suppliers/imports.ts'
import type { PriceRule } from '#contract/catalogue/suppliers/prices.ts'
import type { SupplierName } from '#contract/catalogue/sources.ts'
import { isAmount, toPaise, type UnitCosts } from '#server/suppliers/prices/costs.ts'
import { PRICE_MAX, splitProducts } from '#server/suppliers/prices/landed-cost.ts'
import { priceBy } from '#server/suppliers/prices/price-by.ts'
import type { ProductRow } from '#server/suppliers/products/product-sql.ts'

/** Existing packs: their names and the products they are made of. */
type There = { name: string; serviceId: string }[]

export type Question = {
  source: SupplierName
  title: string // of the source
  products: ReadonlyMap<string, ProductRow> // from the last reading of the list
  unitCosts: UnitCosts
  rule: Pricing
}

type Pricing = Pick<PriceRule, 'kind' | 'margin' | 'resellerMargin' | 'roundTo' | 'roundMinus'>

const NAME_MAX = 80
const WHOLE_RUPEE = 1_00

/** Turns a markup into a rule with that percentage. The markup is used once and not stored. */
export const toPricing = (
  { pricing, markup = 0, roundTo = WHOLE_RUPEE }: Pick<Import, 'pricing' | 'markup' | 'roundTo'>,
  rule: PriceRule | null,
): Pricing | null =>
  pricing === 'rule'
    ? rule
    : { kind: 'percent', margin: markup, resellerMargin: null, roundTo, roundMinus: 0 }

export const packsOf = ({ itemId }: FullGame): There =>
  itemId.map(({ itemName, serviceId }) => ({ name: itemName, serviceId }))

/** Decides what happens to one product of an import. Does no I/O. */
export function judgeImport(id: string, there: There, question: Question): Imported {
  const { products, source, title, unitCosts, rule } = question
  const product = products.get(id)
  const name = (product?.name.trim() || id).slice(0, NAME_MAX).trim()
  const nothing = { costPrice: null, sellingPrice: null, resellerSellingPrice: null }
  const tell = (is: Imported['is'], words: string): Imported => ({
    productId: id,
    name,
    is,
    words,
    ...nothing,
  })
  const pack = there.find(({ serviceId }) => isMadeOf(serviceId, id))
  if (pack) return tell('there', `Already sold as ${pack.name}`)
  if (!product) return tell('no', `${title} no longer lists it`)
  if (!product.isAvailable) return tell('no', `It’s sold out at ${title} right now`)
  const { cost: amount, currency } = product
  const cost = isAmount(amount) ? toPaise(unitCosts, source, { amount, currency }) : null
  if (cost === null) return tell('no', `Please enter first what one ${currency} of ${title} costs`)
  const { sellingPrice, resellerPrice } = priceBy(rule, cost)
  if (cost <= 0 || sellingPrice > PRICE_MAX)
    return tell('no', `${title} lists a price that can’t be right`)
  const prices = { costPrice: cost, sellingPrice, resellerSellingPrice: resellerPrice }
  return { ...tell('new', ''), ...prices }
}

/** True only for a pack of this product alone. A pack of several products is a different pack. */
function isMadeOf(serviceId: string, id: string): boolean {
  const products = splitProducts(serviceId)
  return products.length === 1 && products[0] === id
}
