import type { FullGame, FullItem } from '#contract/catalogue/games.ts'
import { MANUAL, type SupplierName } from '#contract/catalogue/sources.ts'
import { toPaise, type UnitCosts } from './costs.ts'

/** The largest amount the shop accepts anywhere. */
export const PRICE_MAX = 10_000_000_00

/** A game's product list at one supplier. */
export type SupplierGame = { source: SupplierName; game: string; region: string }

/** A way to get a pack: a supplier's list and the products that make up the pack. */
type Candidate = SupplierGame & { products: string[] }

export type ListedProduct = { cost: string; currency: string; isAvailable: boolean }

/** Returns a supplier's products by id. Null if the list was never read. */
type Lists = (supplierGame: SupplierGame) => ReadonlyMap<string, ListedProduct> | null

/** The current cost of a pack to the shop, in paise. */
export type LandedCost =
  | { is: 'known'; cost: number }
  | { is: 'out of stock' } // at every supplier
  | { is: 'unknown'; why: string }

/** Splits the products of a pack: `13&23` is two. */
export const splitProducts = (serviceId: string): string[] =>
  serviceId
    .split('&')
    .map((product) => product.trim())
    .filter((product) => product !== '')

type Game = Pick<FullGame, 'apiName' | 'givenGameName' | 'givenRegion'>
type Item = Pick<FullItem, 'serviceId' | 'sources' | 'routing'>

/** The game's own supplier first, then the pack's alternatives in their order. Manual games have none. */
export function listCandidates(game: Game, item: Pick<Item, 'serviceId' | 'sources'>): Candidate[] {
  const { apiName: source, givenGameName, givenRegion } = game
  if (source === MANUAL) return []
  const own = { source, givenGameName, givenRegion, serviceId: item.serviceId }
  return [own, ...item.sources]
    .map((from) => ({
      source: from.source,
      game: from.givenGameName,
      region: from.givenRegion,
      products: splitProducts(from.serviceId),
    }))
    .filter(({ products }) => products.length > 0)
}

export type KnownCosts = {
  lists: Lists
  unitCosts: UnitCosts
  titleOf: (source: SupplierName) => string
}
type HasAccount = (source: SupplierName) => boolean

/**
 * The cost at the supplier that would get the order: the first that has the pack, or the cheapest. Suppliers without an
 * account are skipped.
 */
export function findLandedCost(
  game: Game,
  item: Item,
  { hasAccount = () => true, ...known }: KnownCosts & { hasAccount?: HasAccount },
): LandedCost {
  const candidates = listCandidates(game, item)
  const [first] = candidates
  if (!first) return { is: 'unknown', why: 'It has no product at any source' }
  const costs = candidates
    .filter(({ source }) => hasAccount(source))
    .map((candidate) => findCostAt(candidate, known))
  if (costs.length === 0)
    return { is: 'unknown', why: `The shop has no account with ${known.titleOf(first.source)}` }
  if (item.routing === 'in order')
    return costs.find((cost) => cost.is !== 'out of stock') ?? { is: 'out of stock' }
  const cheapest = costs
    .filter((cost) => cost.is === 'known')
    .toSorted((one, other) => one.cost - other.cost)[0]
  return cheapest ?? costs.find((cost) => cost.is === 'unknown') ?? { is: 'out of stock' }
}

/** The total cost of the products. A product missing from the list counts as out of stock. */
function findCostAt(
  { products, ...supplierGame }: Candidate,
  { lists, unitCosts, titleOf }: KnownCosts,
): LandedCost {
  const title = titleOf(supplierGame.source)
  const list = lists(supplierGame)
  if (!list) return { is: 'unknown', why: `${title} hasn’t sent its prices yet` }
  const listed = products.map((product) => list.get(product))
  if (!listed.every((product) => product?.isAvailable)) return { is: 'out of stock' }
  let cost = 0
  for (const product of listed) {
    const { currency } = product!
    const paise = toPaise(unitCosts, supplierGame.source, { amount: product!.cost, currency })
    if (paise === null)
      return { is: 'unknown', why: `Please enter first what one ${currency} of ${title} costs` }
    cost += paise
  }
  return cost > 0 && cost <= PRICE_MAX
    ? { is: 'known', cost }
    : { is: 'unknown', why: `${title} lists a price that can’t be right` }
}
