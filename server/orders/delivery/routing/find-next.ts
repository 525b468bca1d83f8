import { MANUAL, type SupplierName } from '#contract/catalogue/sources.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { findOffers, type Route } from '#server/suppliers/prices/offers.ts'
import { titleOf } from '#server/suppliers/title-of.ts'
import { listHealth } from '#server/suppliers/accounts/health.ts'
import { splitProducts } from '#server/suppliers/prices/landed-cost.ts'
import { chooseSource, type Candidate, type Choice } from './choose-source.ts'
import { after } from '#server/orders/delivery/decide.ts'
import type { DeliveryDeps } from '#server/orders/delivery/delivery-deps.ts'
import * as rows from './routing-sql.ts'

type Way = Candidate & Route

export type Next = Choice<Way> & { attempt: number }

const RECORD_MAX = 200
const RECORD_MS = 7 * 24 * 60 * 60_000
const GOOD_BEFORE = 10 // assumed deliveries for every supplier, so that a short record counts for little

/** Chooses the supplier to try next for an order. Null if all were tried, or if a person delivers the pack. */
export async function findNext(ctx: DeliveryDeps, tx: Tx, orderId: string): Promise<Next | null> {
  const pack = await rows.selectPack(tx, orderId)
  const rounds = await rows.selectRounds(tx, orderId)
  const choice = chooseSource(await findWays(ctx, tx, { pack, rounds }), pack.routing)
  return choice && { ...choice, attempt: (rounds.at(-1)?.attempt ?? 0) + 1 }
}

type PackAndRounds = { pack: rows.Pack; rounds: rows.Round[] }

async function findWays(
  ctx: DeliveryDeps,
  tx: Tx,
  { pack, rounds }: PackAndRounds,
): Promise<Way[]> {
  const routes = listRoutes(pack)
  if (routes.length === 0) return []
  const isLone = routes.length === 1
  const suppliers = await ctx.suppliers()
  const health = isLone ? [] : await listHealth(tx)
  const offers = isLone ? [] : await findOffers(ctx, tx, routes)
  const records = isLone || pack.routing !== 'best' ? [] : await findRecords(ctx, tx, routes)
  const now = ctx.now()
  return routes.map((route, index) => {
    const down = health.find(({ source, until }) => source === route.source && until > now)
    const isTried = rounds.some((round) => isSame(toRoute(round), route))
    const { cost = null, isGone = false, isShort = false } = offers[index] ?? {}
    const record = records.find(({ source }) => source === route.source)
    return {
      ...route,
      name: nameOf(ctx, route, routes),
      canBeAsked: suppliers.has(route.source) && route.products.length > 0,
      isTried,
      downSince: down?.since ?? null,
      cost,
      isGone,
      isShort,
      share: record?.share ?? null,
      seconds: record?.seconds ?? null,
    }
  })
}

/** Lists the suppliers of a pack, its game's own first. A pack that a person delivers has none. */
function listRoutes({ source, others, ...own }: rows.Pack): Route[] {
  return source === MANUAL ? [] : [{ ...own, source }, ...others].map(toRoute)
}

const toRoute = ({ source, game, region, serviceId }: rows.There): Route => ({
  source,
  game,
  region,
  products: splitProducts(serviceId),
})

const isSame = (one: Route, other: Route): boolean =>
  one.source === other.source &&
  one.game === other.game &&
  one.region === other.region &&
  one.products.join('&') === other.products.join('&')

const nameOf = (ctx: DeliveryDeps, { source, region }: Route, all: Route[]): string => {
  const title = titleOf(ctx, source)
  const isAlone = all.filter((other) => other.source === source).length === 1
  return isAlone || !region ? title : `${title} ${region}`
}

type SourceRecord = { source: SupplierName; share: number; seconds: number | null }

async function findRecords(
  { now }: DeliveryDeps,
  tx: Tx,
  routes: Route[],
): Promise<SourceRecord[]> {
  const sources = routes.map(({ source }) => source)
  const since = after(now(), -RECORD_MS)
  const records = await rows.selectRecords(tx, { sources, since, max: RECORD_MAX })
  return records.map(({ source, asked, delivered, seconds }) => ({
    source,
    share: (delivered + GOOD_BEFORE) / (asked + GOOD_BEFORE),
    seconds,
  }))
}
