import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { findUnitCosts, type UnitCosts } from './costs.ts'
import { findLandedCost, type ListedProduct, type Place } from './landed-cost.ts'
import * as rows from './offer-sql.ts'

/** A pack as a source may be asked for it. */
export type Route = Place & { products: string[] }

/** What is known of it beforehand; where nothing is known, nothing speaks against asking. */
export type Offer = {
  cost: number | null // in paise
  isGone: boolean // it is on the source's list no more, or out of stock
  isShort: boolean // there is not enough of the shop's money there
}

/** In the order of the routes. */
export async function findOffers(
  tx: Tx,
  ctx: Pick<Context, 'rate'>,
  routes: Route[],
): Promise<Offer[]> {
  const sources = routes.map(({ source }) => source)
  const productIds = routes.flatMap(({ products }) => products)
  const products = await rows.selectProducts(tx, { sources, productIds })
  const money = await rows.selectMoney(tx, sources)
  const unitCosts = await findUnitCosts(tx, ctx)
  return routes.map((route) => {
    const listed = products.filter((row) => isAt(row, route))
    const { cost, isGone } = findCost(route, listed, unitCosts)
    const own = money.find(({ source }) => source === route.source)
    return { cost, isGone, isShort: isShort(route, listed, own) }
  })
}

const isAt = (one: Place, other: Place): boolean =>
  one.source === other.source && one.game === other.game && one.region === other.region

type Listed = rows.ProductRow[]

function findCost(route: Route, listed: Listed, unitCosts: UnitCosts) {
  const { source, game, region, products } = route
  const own = { apiName: source, givenGameName: game, givenRegion: region }
  const item = { serviceId: products.join('&'), sources: [], routing: 'in order' as const }
  const list = listed.length > 0 ? new Map(listed.map(toEntry)) : null
  const landed = findLandedCost(own, item, { lists: () => list, unitCosts })
  return {
    cost: landed.is === 'known' ? landed.cost : null,
    isGone: landed.is === 'out of stock',
  }
}

const toEntry = ({ productId, cost, currency, isAvailable }: rows.ProductRow) =>
  [productId, { cost, currency, isAvailable }] satisfies [string, ListedProduct]

/** It was too little for an order, or it is less than this one costs there, in the source's own money. */
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
