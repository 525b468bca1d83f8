import type { Currency } from '#contract/core/money.ts'
import { METHOD_NAMES, type GatewayMethod, type GatewayName } from '#contract/money/gateways.ts'
import type { Context } from '#server/context.ts'
import type { Gateway } from '#connectors/gateways/gateway.ts'
import { titleOf } from '#server/money/gateways/connectors.ts'
import type { Gateways } from '#server/money/gateways/gateways.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { methodOf, methodsOf } from '#server/money/gateways/methods.ts'
import { readCosts } from './costs.ts'
import { listMissing } from './list-missing.ts'
import { selectUnopened } from './routing-sql.ts'
import { findTroubles } from './troubles.ts'

type Connected = Pick<Context, 'connectors'>
type Deps = Connected & Pick<Context, 'now'>
type Named = { name: GatewayName; gateway: Gateway }

/** The gateway of a new payment. */
export type Choice = Named & {
  method: GatewayMethod
  /** Says why a stand-in was chosen. Empty for the first choice. */
  reason: string
  /** The first choice's trouble. Undefined if the shop has no stand-in, because then nobody looks. */
  trouble?: string | null
}

export type Wanted = Pick<Asked, 'currency' | 'method'>

type Asked = {
  gateways: Gateways
  currency: Currency
  method?: GatewayMethod | undefined // how the customer wants to pay; undefined for any way
  userId: string
  tried: GatewayName[] // did not open a page just now
}

const AVOIDED_MS = 60_000
const NO_CREDENTIALS = 'It has no credentials.'
const NO_PAGE = 'It didn’t open the page of this payment.'

/**
 * Chooses the first choice, or the first of its stand-ins while it is in trouble or did not open a page for this customer
 * a moment ago. A stand-in that needs facts which the customer has not given is passed over. If the owner wants the
 * cheapest first, gateways without trouble are taken in the order of their costs, as far as they take the same method.
 */
export async function chooseGateway(
  ctx: Deps,
  sql: Sql | Tx,
  { gateways, userId, tried, ...wanted }: Asked,
): Promise<Choice> {
  const [active, ...standIns] = listChosen(ctx, gateways, wanted)
  const { currency, method } = wanted
  const wayAt = (name: GatewayName) => ({
    currency,
    method: method ?? methodsOf(ctx, gateways, { gateway: name, currency })[0] ?? 'upi',
  })
  const ready = listReady(ctx, gateways, wanted)
  const [first] = ready
  if (!active || !first) throw notOffered(method)
  if (standIns.length === 0 && tried.length === 0)
    return { ...first, ...wayAt(first.name), reason: '' }

  const troubleAt = await findTroubles(ctx, sql)
  const troubleOf = (name: GatewayName) => troubleAt(name, wayAt(name))
  const unopened = await selectUnopened(sql, userId, new Date(ctx.now().getTime() - AVOIDED_MS))
  const avoided = new Set(
    unopened
      .filter((one) => methodOf(one) === wayAt(one.gateway).method)
      .map(({ gateway }) => gateway),
  )
  const left = ready.filter(({ name }) => !tried.includes(name))
  const fit = await keepFit(sql, left, { active, userId })
  const good = fit.filter(({ name }) => !troubleOf(name))
  const costs = gateways.cheapestFirst ? await readCosts(sql, wayAt) : () => null
  const isAlike = (name: GatewayName) => wayAt(name).method === wayAt(active).method
  const costOf = (name: GatewayName) => (isAlike(name) ? costs(name) : null)
  const chosen =
    [...cheapestFirst(good, { active, costOf }), ...fit].find(({ name }) => !avoided.has(name)) ??
    fit[0] ??
    (tried.length === 0 ? first : undefined)
  if (!chosen) throw new Refusal('PAYMENT_PAGE_UNREACHABLE')
  const trouble = gateways.byName.has(active) ? troubleOf(active) : NO_CREDENTIALS
  const isLeft = good.some(({ name }) => name === active && !avoided.has(name))
  const why = isLeft ? tellSaving(costOf(active)!, costOf(chosen.name)!) : (trouble ?? NO_PAGE)
  const reason = chosen.name === active ? '' : `${titleOf(ctx, active)}: ${why}`
  return { ...chosen, ...wayAt(chosen.name), trouble, reason }
}

/** The first choice and its stand-ins, in this order, as far as they have credentials. */
export const listReady = (ctx: Connected, gateways: Gateways, wanted: Wanted): Named[] =>
  listChosen(ctx, gateways, wanted).flatMap((name) => {
    const gateway = gateways.byName.get(name)
    return gateway ? [{ name, gateway }] : []
  })

function listChosen(
  ctx: Connected,
  gateways: Gateways,
  { currency, method }: Wanted,
): GatewayName[] {
  const { active, standIns, foreign } = gateways
  const rupees = active ? [active, ...standIns] : []
  const chosen = currency === 'INR' ? rupees : foreign
  return chosen.filter((name) => {
    const methods = methodsOf(ctx, gateways, { gateway: name, currency })
    return method === undefined ? methods.length > 0 : methods.includes(method)
  })
}

function notOffered(method: GatewayMethod | undefined): Refusal {
  if (!method) return new Refusal('PAYMENTS_NOT_OFFERED')
  const message = `This shop isn’t taking payments by “${METHOD_NAMES[method]}” right now`
  return new Refusal('PAYMENTS_NOT_OFFERED', { message })
}

type Fit = { active: GatewayName; userId: string }

async function keepFit(sql: Sql | Tx, all: Named[], { active, userId }: Fit): Promise<Named[]> {
  const kept: Named[] = []
  for (const one of all)
    if (one.name === active || (await listMissing(sql, one.gateway, userId)).length === 0)
      kept.push(one)
  return kept
}

type Costs = { active: GatewayName; costOf: (name: GatewayName) => number | null }

/** Gateways whose cost is unknown count like the first choice. Those that cost alike keep their order. */
function cheapestFirst(good: Named[], { active, costOf }: Costs): Named[] {
  const usual = costOf(active)
  if (usual === null) return good
  const at = ({ name }: Named) => costOf(name) ?? usual
  return good.toSorted((one, other) => at(one) - at(other))
}

const tellSaving = (usual: number, cost: number): string =>
  `It costs ${usual} %, and this gateway ${cost} %.`
