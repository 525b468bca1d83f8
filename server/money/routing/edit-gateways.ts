import { API_BASE } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/money/payments.ts'
import {
  FOREIGN_GATEWAYS,
  GATEWAY_TITLES,
  GATEWAYS,
  MAKES_UPI_CODES,
  METHOD_NAMES,
  moreMethodsOf,
  UPI_GATEWAYS,
  type GatewayMethod,
  type GatewayName,
  type PaymentGateway,
} from '#contract/money/payments.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import type { Context } from '#server/context.ts'
import {
  refuseUnknown,
  tellMissing,
  toAudit,
  toShown,
  type Account,
} from '#server/platform/company-accounts.ts'
import type { Credentials } from '#server/platform/config/credentials.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockSettings } from '#server/catalogue/settings/settings.ts'
import { lockCredentials, selectLastGatewayEvents } from '#server/money/gateways/credential-sql.ts'
import { companyOf, findAccounts, putCredentials } from '#server/money/gateways/credentials.ts'
import { findChosen, putChosen, type Gateways } from '#server/money/gateways/gateways.ts'
import { findCosts } from './costs.ts'
import { listTroubles } from './troubles.ts'
import { endTrouble } from './tell-trouble.ts'
import { findTestSign, tellLiveAccount } from '#server/money/gateways/test-accounts.ts'

type Deps = Pick<Context, 'keys' | 'now' | 'log' | 'config'>

export const listPaymentGateways: Handler<typeof contract.listPaymentGateways> = async (ctx) =>
  listDivided(ctx, ctx.sql)

async function listDivided(ctx: Deps, sql: Sql | Tx) {
  const shop = await findChosen(sql)
  const all = await listGateways(ctx, sql, shop)
  const gateways = all.filter(({ name }) => UPI_GATEWAYS.includes(name))
  const others = all.filter((gateway) => !gateways.includes(gateway))
  return { gateways, others, cheapestFirst: shop.cheapestFirst }
}

export const choosePaymentGateway: Handler<typeof contract.choosePaymentGateway> = (
  ctx,
  { active, standIns, foreign, upiCodes, offered, cheapestFirst },
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    await lockSettings(tx)
    await lockCredentials(tx)
    const before = await findChosen(tx)
    const others = new Set(standIns ?? before.standIns)
    if (active) others.delete(active)
    const accounts = await findAccounts(ctx, tx)
    if (active) refuseUnready('active', active, accounts[active])
    for (const name of standIns ? others : []) refuseUnready('standIns', name, accounts[name])
    const names = new Set([...(active ? [active] : []), ...others])
    for (const name of names) refuseOther('active', name, UPI_GATEWAYS)
    for (const name of foreign ?? []) {
      refuseUnready('foreign', name, accounts[name])
      refuseOther('foreign', name, FOREIGN_GATEWAYS)
    }
    for (const name of upiCodes ?? []) {
      refuseUnready('upiCodes', name, accounts[name])
      refuseUpiCode(name)
    }
    for (const [name, methods] of listOffers(offered ?? {})) {
      if (methods.length > 0) refuseUnready('offered', name, accounts[name])
      refuseMethods(name, methods)
    }
    const after = {
      active,
      standIns: [...others],
      foreign: foreign ? [...new Set(foreign)] : before.foreign,
      upiCodes: upiCodes ? [...new Set(upiCodes)] : before.upiCodes,
      offered: { ...before.offered, ...Object.fromEntries(listOffers(offered ?? {})) },
      cheapestFirst: cheapestFirst ?? before.cheapestFirst,
    }
    await putChosen(tx, after, now)
    await endTrouble(ctx, tx)
    return {
      action: 'choose payment gateway',
      subject: 'payment gateway',
      before,
      after,
      answer: await listDivided(ctx, tx),
    }
  })

function refuseUnready(field: string, gateway: GatewayName, { missing }: Account): void {
  if (missing.length === 0) return
  const message = `${GATEWAY_TITLES[gateway]} isn’t ready yet. ${tellMissing(missing)}`
  throw new Refusal('GATEWAY_NOT_READY', { field, message })
}

function refuseOther(
  field: 'active' | 'foreign',
  gateway: GatewayName,
  able: readonly GatewayName[],
): void {
  if (able.includes(gateway)) return
  const money = field === 'active' ? 'rupees' : 'other currencies than rupees'
  const message = `${GATEWAY_TITLES[gateway]} can’t take ${money}`
  throw new Refusal('GATEWAY_NOT_READY', { field, message })
}

function refuseUpiCode(gateway: GatewayName): void {
  if (MAKES_UPI_CODES[gateway]) return
  const message = `${GATEWAY_TITLES[gateway]} makes no UPI codes for the shop’s own page`
  throw new Refusal('GATEWAY_NOT_READY', { field: 'upiCodes', message })
}

/** The methods of each gateway, once each and in the order of the contract. */
const listOffers = (offered: Gateways['offered']) =>
  GATEWAYS.flatMap((name) => (offered[name] ? [[name, inOrder(name, offered[name])] as const] : []))

const inOrder = (name: GatewayName, methods: GatewayMethod[]): GatewayMethod[] => [
  ...new Set([...moreMethodsOf(name).filter((method) => methods.includes(method)), ...methods]),
]

function refuseMethods(gateway: GatewayName, methods: GatewayMethod[]): void {
  const wrong = methods.find((method) => !moreMethodsOf(gateway).includes(method))
  if (!wrong) return
  const message = `${GATEWAY_TITLES[gateway]} can’t be asked for “${METHOD_NAMES[wrong]}” in rupees`
  throw new Refusal('GATEWAY_NOT_READY', { field: 'offered', message })
}

export const editPaymentGateway: Handler<typeof contract.editPaymentGateway> = (
  ctx,
  { name, credentials: change },
  caller,
  visit,
) => {
  refuseUnknown(companyOf(name), change)
  return changeContent(ctx, { caller, visit }, async (tx) => {
    await lockCredentials(tx)
    const { [name]: before } = await findAccounts(ctx, tx)
    refuseTests(ctx, name, before, change)
    await putCredentials(ctx, tx, name, { before, change })
    const { [name]: account } = await findAccounts(ctx, tx)
    const gateways = await listGateways(ctx, tx, await findChosen(tx))
    return {
      action: 'edit payment gateway',
      subject: `payment gateway ${name}`,
      ...toAudit(companyOf(name), before.credentials, account.credentials),
      answer: gateways.find((gateway) => gateway.name === name)!,
    }
  })
}

/** Refuses test accounts. Removing all credentials is always allowed. */
function refuseTests(
  { config }: Pick<Context, 'config'>,
  name: GatewayName,
  before: Account,
  change: Credentials,
): void {
  if (Object.values(change).every((value) => value === '')) return
  const after = { ...before.credentials, ...change }
  const sign = findTestSign(config.gateways, name, after)
  if (!sign) return
  const message = `${GATEWAY_TITLES[name]} needs ${tellLiveAccount(name, sign)}`
  throw new Refusal('TEST_CREDENTIALS', { field: `credentials.${sign.field ?? ''}`, message })
}

export const checkPaymentGateway: Handler<typeof contract.checkPaymentGateway> = async (
  ctx,
  { name },
) => {
  const { [name]: account } = await findAccounts(ctx, ctx.sql)
  const gateway = (await ctx.gateways()).byName[name]
  if (!gateway) return { isGood: false, message: tellMissing(account.missing) }
  const title = GATEWAY_TITLES[name]
  try {
    const problem = await gateway.check()
    return { isGood: problem === null, message: problem ?? `${title} accepts these credentials` }
  } catch (error) {
    ctx.log.warn({ err: error, gateway: name }, 'gateway credentials cannot be checked')
    const message = `We couldn’t reach ${title}, so the credentials weren’t checked. Please try again`
    return { isGood: false, message }
  }
}

async function listGateways(
  ctx: Deps,
  sql: Sql | Tx,
  shop: Omit<Gateways, 'byName'>,
): Promise<PaymentGateway[]> {
  const accounts = await findAccounts(ctx, sql)
  const { active, standIns, foreign, upiCodes, offered } = shop
  const troubles = await listTroubles(ctx, sql, shop)
  const costs = await findCosts(sql)
  const heard = new Map(
    (await selectLastGatewayEvents(sql, GATEWAYS)).map((last) => [last.gateway, last.receivedAt]),
  )
  return GATEWAYS.map((name) => ({
    name,
    title: GATEWAY_TITLES[name],
    isActive: name === active,
    standIn: standIns.indexOf(name) + 1 || null,
    takesRupees: UPI_GATEWAYS.includes(name),
    takesForeign: FOREIGN_GATEWAYS.includes(name),
    foreignTurn: foreign.indexOf(name) + 1 || null,
    moreMethods: [...moreMethodsOf(name)],
    offered: offered[name] ?? [],
    makesUpiCodes: MAKES_UPI_CODES[name],
    showsUpiCodes: upiCodes.includes(name),
    costs: costs.filter(({ gateway }) => gateway === name),
    trouble: troubles.get(name) ?? '',
    isReady: accounts[name].missing.length === 0,
    ...toShown(companyOf(name), accounts[name]),
    webhookUrl: `${ctx.config.publicUrl}${API_BASE}/webhook/${name}`,
    lastWebhookAt: heard.get(name)?.toISOString() ?? null,
  }))
}
