import type { Currency } from '#contract/core/money.ts'
import {
  GATEWAY_METHODS,
  GATEWAY_TITLES,
  type GatewayMethod,
  type GatewayName,
} from '#contract/money/gateways.ts'
import type { Context } from '#server/context.ts'
import type { Gateway } from '#server/money/gateways/gateway.ts'
import type { Gateways } from '#server/money/gateways/gateways.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { findTrouble, RECENT_MS } from './find-trouble.ts'
import { listMissing } from './list-missing.ts'
import { listDowntimes } from './watch-downtimes.ts'
import { selectAttempts, selectUnopened } from './routing-sql.ts'

type Named = { name: GatewayName; gateway: Gateway }

/** The gateway of a new payment. */
export type Choice = Named & {
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

const DAY_MS = 24 * 60 * 60_000
const AVOIDED_MS = 60_000
const NO_CREDENTIALS = 'It has no credentials.'

/**
 * Chooses the first choice, or the first of its stand-ins while it is in trouble or did not open a page for this customer
 * a moment ago. A stand-in that needs facts which the customer has not given is passed over.
 */
export async function chooseGateway(
  ctx: Pick<Context, 'now'>,
  sql: Sql | Tx,
  { gateways, userId, tried, ...wanted }: Asked,
): Promise<Choice> {
  const [active, ...standIns] = listChosen(gateways, wanted)
  const ready = listReady(gateways, wanted)
  const [first] = ready
  if (!active || !first) throw new Refusal('PAYMENTS_NOT_OFFERED')
  if (standIns.length === 0 && tried.length === 0) return { ...first, reason: '' }

  const troubles = await findTroubles(ctx, sql)
  const unopened = await selectUnopened(sql, userId, new Date(ctx.now().getTime() - AVOIDED_MS))
  const avoided = new Set(unopened.map(({ gateway }) => gateway))
  const left = ready.filter(({ name }) => !tried.includes(name))
  const fit = await keepFit(sql, left, { active, userId })
  const good = fit.filter(({ name }) => !troubles.get(name))
  const chosen =
    [...good, ...fit].find(({ name }) => !avoided.has(name)) ??
    fit[0] ??
    (tried.length === 0 ? first : undefined)
  if (!chosen) throw new Refusal('PAYMENT_PAGE_UNREACHABLE')
  const trouble = gateways.byName[active] ? (troubles.get(active) ?? null) : NO_CREDENTIALS
  const reason = chosen.name === active ? '' : tellReason(active, trouble)
  return { ...chosen, trouble, reason }
}

/** The first choice and its stand-ins, in this order, as far as they have credentials. */
export const listReady = (gateways: Gateways, wanted: Wanted): Named[] =>
  listChosen(gateways, wanted).flatMap((name) => {
    const gateway = gateways.byName[name]
    return gateway ? [{ name, gateway }] : []
  })

function listChosen(
  { active, standIns, dollars }: Gateways,
  { currency, method }: Wanted,
): GatewayName[] {
  const rupees = active ? [active, ...standIns] : []
  const chosen = currency === 'USD' ? dollars : rupees
  return chosen.filter((name) => isWay(name, { currency, method }))
}

/** True if a gateway is what a customer wants to pay by. */
export const isWay = (name: GatewayName, { currency, method }: Wanted): boolean =>
  method === undefined || GATEWAY_METHODS[name][currency] === method

/** Says what is wrong with each gateway that had payments lately, or reports a downtime. Null if nothing is. */
export async function findTroubles(
  { now }: Pick<Context, 'now'>,
  sql: Sql | Tx,
): Promise<Map<GatewayName, string | null>> {
  const at = now()
  const attempts = await selectAttempts(sql, {
    since: new Date(at.getTime() - DAY_MS),
    recently: new Date(at.getTime() - RECENT_MS),
  })
  const byGateway = Map.groupBy(attempts, ({ gateway }) => gateway)
  const found = new Map([...byGateway].map(([name, own]) => [name, findTrouble(own, at)]))
  for (const [name, words] of await listDowntimes(sql, at))
    if (!found.get(name)) found.set(name, words)
  return found
}

type Fit = { active: GatewayName; userId: string }

async function keepFit(sql: Sql | Tx, all: Named[], { active, userId }: Fit): Promise<Named[]> {
  const kept: Named[] = []
  for (const one of all)
    if (one.name === active || (await listMissing(sql, one.gateway, userId)).length === 0)
      kept.push(one)
  return kept
}

const tellReason = (active: GatewayName, trouble: string | null): string =>
  `${GATEWAY_TITLES[active]}: ${trouble ?? 'It didn’t open the page of this payment.'}`
