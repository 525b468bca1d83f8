import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { findUnitCosts, type UnitCosts } from './costs.ts'
import { findLandedCost, type ListedProduct, type SupplierGame } from './landed-cost.ts'
import * as rows from './offer-sql.ts'

/** A way to order a pack: a supplier's list and the products that make up the pack. */
export type Route = SupplierGame & { products: string[] }

/** Facts known before ordering. Unknown facts never rule out a supplier. */
export type Offer = {
  cost: number | null // in paise
  isGone: boolean // missing from the supplier's list, or out of stock
  isShort: boolean // the shop's balance there is too low
}

/** Offers come in the order of the routes. */
export async function findOffers(
  ctx: Pick<Context, 'rates'>,
  tx: Tx,
  routes: Route[],
): Promise<Offer[]> {
  const sources = routes.map(({ source }) => source)
  const productIds = routes.flatMap(({ products }) => products)
  const products = await rows.selectProducts(tx, { sources, productIds })
  const money = await rows.selectMoney(tx, sources)
  const unitCosts = await findUnitCosts(ctx, tx)
  return routes.map((route) => {
    const listed = products.filter((row) => isAt(row, route))
    const { cost, isGone } = findCost(route, listed, unitCosts)
    const own = money.find(({ supplier }) => supplier === route.source)
    return { cost, isGone, isShort: isShort(route, listed, own) }
  })
}

const isAt = (one: SupplierGame, other: SupplierGame): boolean =>
  one.source === other.source && one.game === other.game && one.region === other.region

type Listed = rows.ProductRow[]

function findCost(route: Route, listed: Listed, unitCosts: UnitCosts) {
  const { source, game, region, products } = route
  const own = { apiName: source, givenGameName: game, givenRegion: region }
  const item = { serviceId: products.join('&'), sources: [], routing: 'in order' as const }
  const list = listed.length > 0 ? new Map(listed.map(toEntry)) : null
  const landed = findLandedCost(own, item, { lists: () => list, unitCosts, titleOf: String })
  return {
    cost: landed.is === 'known' ? landed.cost : null,
    isGone: landed.is === 'out of stock',
  }
}

const toEntry = ({ productId, cost, currency, isAvailable }: rows.ProductRow) =>
  [productId, { cost, currency, isAvailable }] satisfies [string, ListedProduct]

/** True if the balance was too low for an earlier order, or is below this pack's cost in the supplier's currency. */
function isShort({ products }: Route, listed: Listed, money: rows.MoneyRow | undefined): boolean {
  if (!money) return false
  if (money.isShort) return true
  if (money.amount === null) return false
  let cost = 0
  for (const product of products) {
    const row = listed.find(({ productId }) => productId === product)
    if (row?.currency !== money.currency) return false
    cost += Number(row.cost)
  }
  return Number(money.amount) < cost
}
