import { API_BASE } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/money/payments.ts'
import {
  METHOD_NAMES,
  type GatewayMethod,
  type GatewayName,
  type PaymentGateway,
} from '#contract/money/payments.ts'
import type { GatewayConnector } from '#connectors/gateways/gateway.ts'
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
import { getConnector } from '#server/money/gateways/connectors.ts'
import {
  companyOf,
  findAccounts,
  getAccount,
  putCredentials,
} from '#server/money/gateways/credentials.ts'
import { findChosen, putChosen, type Gateways } from '#server/money/gateways/gateways.ts'
import { moreMethodsOf } from '#server/money/gateways/methods.ts'
import { findCosts } from './costs.ts'
import { listTroubles } from './troubles.ts'
import { endTrouble } from './tell-trouble.ts'
import { findTestSign, tellLiveAccount } from '#server/money/gateways/test-accounts.ts'

type Deps = Pick<Context, 'keys' | 'now' | 'log' | 'config' | 'connectors'>

export const listPaymentGateways: Handler<typeof contract.listPaymentGateways> = async (ctx) =>
  listDivided(ctx, ctx.sql)

async function listDivided(ctx: Deps, sql: Sql | Tx) {
  const shop = await findChosen(ctx, sql)
  const all = await listGateways(ctx, sql, shop)
  const gateways = all.filter(({ takesRupees }) => takesRupees)
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
    const before = await findChosen(ctx, tx)
    const others = new Set(standIns ?? before.standIns)
    if (active) others.delete(active)
    const missing = new Map((await findAccounts(ctx, tx)).map((one) => [one.name, one.missing]))
    const ready = (field: string, name: GatewayName): GatewayConnector => {
      const connector = getConnector(ctx, name)
      refuseUnready(field, connector, missing.get(name) ?? [])
      return connector
    }
    if (active) ready('active', active)
    for (const name of standIns ? others : []) ready('standIns', name)
    for (const name of new Set([...(active ? [active] : []), ...others]))
      refuseOther('active', getConnector(ctx, name))
    for (const name of foreign ?? []) refuseOther('foreign', ready('foreign', name))
    for (const name of upiCodes ?? []) refuseUpiCode(ready('upiCodes', name))
    const offers = listOffers(ctx, offered ?? {})
    for (const { connector, methods } of offers) {
      if (methods.length > 0) ready('offered', connector.name)
      refuseMethods(connector, methods)
    }
    const after = {
      active,
      standIns: [...others],
      foreign: foreign ? [...new Set(foreign)] : before.foreign,
      upiCodes: upiCodes ? [...new Set(upiCodes)] : before.upiCodes,
      offered: {
        ...before.offered,
        ...Object.fromEntries(offers.map(({ connector, methods }) => [connector.name, methods])),
      },
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

function refuseUnready(field: string, { title }: GatewayConnector, missing: string[]): void {
  if (missing.length === 0) return
  const message = `${title} isn’t ready yet. ${tellMissing(missing)}`
  throw new Refusal('GATEWAY_NOT_READY', { field, message })
}

function refuseOther(field: 'active' | 'foreign', { title, methods }: GatewayConnector): void {
  if (field === 'active' ? methods.rupees : methods.foreign) return
  const money = field === 'active' ? 'rupees' : 'other currencies than rupees'
  throw new Refusal('GATEWAY_NOT_READY', { field, message: `${title} can’t take ${money}` })
}

function refuseUpiCode({ title, makesUpiCodes }: GatewayConnector): void {
  if (makesUpiCodes) return
  const message = `${title} makes no UPI codes for the shop’s own page`
  throw new Refusal('GATEWAY_NOT_READY', { field: 'upiCodes', message })
}

/** The methods of each gateway, once each and in the order of its manifest. */
const listOffers = (ctx: Pick<Context, 'connectors'>, offered: Gateways['offered']) =>
  Object.entries(offered).map(([name, methods]) => {
    const connector = getConnector(ctx, name)
    const known = moreMethodsOf(connector).filter((method) => methods.includes(method))
    return { connector, methods: [...new Set([...known, ...methods])] }
  })

function refuseMethods(connector: GatewayConnector, methods: GatewayMethod[]): void {
  const wrong = methods.find((method) => !moreMethodsOf(connector).includes(method))
  if (!wrong) return
  const message = `${connector.title} can’t be asked for “${METHOD_NAMES[wrong]}” in rupees`
  throw new Refusal('GATEWAY_NOT_READY', { field: 'offered', message })
}

export const editPaymentGateway: Handler<typeof contract.editPaymentGateway> = async (
  ctx,
  { name, credentials: change },
  caller,
  visit,
) => {
  const connector = getConnector(ctx, name)
  const company = companyOf(connector)
  refuseUnknown(company, change)
  return changeContent(ctx, { caller, visit }, async (tx) => {
    await lockCredentials(tx)
    const before = await getAccount(ctx, tx, connector)
    refuseTests(ctx, connector, before, change)
    await putCredentials(ctx, tx, connector, { before, change })
    const account = await getAccount(ctx, tx, connector)
    const gateways = await listGateways(ctx, tx, await findChosen(ctx, tx))
    return {
      action: 'edit payment gateway',
      subject: `payment gateway ${name}`,
      ...toAudit(company, before.credentials, account.credentials),
      answer: gateways.find((gateway) => gateway.name === name)!,
    }
  })
}

/** Refuses test accounts. Removing all credentials is always allowed. */
function refuseTests(
  { config }: Pick<Context, 'config'>,
  connector: GatewayConnector,
  before: Account,
  change: Credentials,
): void {
  if (Object.values(change).every((value) => value === '')) return
  const after = { ...before.credentials, ...change }
  const sign = findTestSign(config.gateways, connector, after)
  if (!sign) return
  const message = `${connector.title} needs ${tellLiveAccount(connector, sign)}`
  throw new Refusal('TEST_CREDENTIALS', { field: `credentials.${sign.field ?? ''}`, message })
}

export const checkPaymentGateway: Handler<typeof contract.checkPaymentGateway> = async (
  ctx,
  { name },
) => {
  const connector = getConnector(ctx, name)
  const { title } = connector
  const { missing } = await getAccount(ctx, ctx.sql, connector)
  const gateway = (await ctx.gateways()).byName.get(name)
  if (!gateway) return { isGood: false, message: tellMissing(missing) }
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
  const names = accounts.map(({ name }) => name)
  const heard = new Map(
    (await selectLastGatewayEvents(sql, names)).map((last) => [last.gateway, last.receivedAt]),
  )
  return accounts.map((account) => {
    const connector = getConnector(ctx, account.name)
    const { name, title, methods, makesUpiCodes, webhookAdvice } = connector
    return {
      name,
      title,
      isActive: name === active,
      standIn: standIns.indexOf(name) + 1 || null,
      takesRupees: methods.rupees !== undefined,
      takesForeign: methods.foreign !== undefined,
      foreignTurn: foreign.indexOf(name) + 1 || null,
      moreMethods: [...moreMethodsOf(connector)],
      offered: offered[name] ?? [],
      makesUpiCodes,
      showsUpiCodes: upiCodes.includes(name),
      costs: costs.filter(({ gateway }) => gateway === name),
      trouble: troubles.get(name) ?? '',
      isReady: account.missing.length === 0,
      ...toShown(companyOf(connector), account),
      webhookAdvice,
      webhookUrl: `${ctx.config.publicUrl}${API_BASE}/webhook/${name}`,
      lastWebhookAt: heard.get(name)?.toISOString() ?? null,
    }
  })
}
