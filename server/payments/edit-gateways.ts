import { API_BASE } from '#contract/endpoint.ts'
import type * as contract from '#contract/payments.ts'
import {
  CREDENTIAL_FIELDS,
  GATEWAY_TITLES,
  GATEWAYS,
  type GatewayName,
  type PaymentGateway,
} from '#contract/payments.ts'
import { changeContent } from '#server/audit/change-content.ts'
import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/db/db.ts'
import type { Handlers } from '#server/http/implement.ts'
import { Refusal } from '#server/http/refusal.ts'
import { lockSettings, putSetting } from '#server/settings/settings.ts'
import { lockCredentials, selectLastWebhooks } from './credential-sql.ts'
import { findAccounts, putCredentials, type Account, type Credentials } from './credentials.ts'
import { ACTIVE, findActive } from './gateways.ts'

type Handle = Handlers<typeof contract>

export const listPaymentGateways: Handle['listPaymentGateways'] = async (ctx) => ({
  gateways: await listGateways(ctx, ctx.sql),
})

export const choosePaymentGateway: Handle['choosePaymentGateway'] = (
  ctx,
  { active },
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    await lockSettings(tx)
    await lockCredentials(tx)
    if (active) refuseUnready(active, (await findAccounts(tx, ctx))[active])
    const before = await findActive(tx)
    await putSetting(tx, ACTIVE, active, now)
    return {
      action: 'choose payment gateway',
      subject: 'payment gateway',
      before: { active: before },
      after: { active },
      answer: { gateways: await listGateways(ctx, tx) },
    }
  })

function refuseUnready(gateway: GatewayName, { missing }: Account): void {
  if (missing.length === 0) return
  const message = `${GATEWAY_TITLES[gateway]} cannot be chosen yet. ${tellMissing(missing)}`
  throw new Refusal('GATEWAY_NOT_READY', { field: 'active', message })
}

const tellMissing = (missing: string[]): string => `It lacks: ${missing.join(', ')}`

export const editPaymentGateway: Handle['editPaymentGateway'] = (
  ctx,
  { name, credentials: change },
  caller,
  visit,
) => {
  refuseUnknown(name, change)
  return changeContent(ctx, { caller, visit }, async (tx) => {
    await lockCredentials(tx)
    const { credentials: before } = (await findAccounts(tx, ctx))[name]
    await putCredentials(tx, ctx, name, { before, change })
    const { [name]: account } = await findAccounts(tx, ctx)
    const changed = CREDENTIAL_FIELDS[name]
      .map((field) => field.name)
      .filter((field) => (account.credentials[field] ?? '') !== (before[field] ?? ''))
    const gateways = await listGateways(ctx, tx)
    return {
      action: 'edit payment gateway',
      subject: `payment gateway ${name}`,
      before: { credentials: namesOf(name, before) },
      after: { credentials: namesOf(name, account.credentials), changed },
      answer: gateways.find((gateway) => gateway.name === name)!,
    }
  })
}

function refuseUnknown(gateway: GatewayName, change: Credentials): void {
  const known = new Set(CREDENTIAL_FIELDS[gateway].map(({ name }) => name))
  const unknown = Object.keys(change).find((name) => !known.has(name))
  if (unknown === undefined) return
  const message = `${GATEWAY_TITLES[gateway]} has no credential of this name`
  throw new Refusal('UNKNOWN_CREDENTIAL', { field: `credentials.${unknown}`, message })
}

/** What is set. The values are nobody's to read, the audit's readers included. */
const namesOf = (gateway: GatewayName, credentials: Credentials): string[] =>
  CREDENTIAL_FIELDS[gateway].flatMap(({ name }) => (credentials[name] ? name : []))

export const checkPaymentGateway: Handle['checkPaymentGateway'] = async (ctx, { name }) => {
  const { [name]: account } = await findAccounts(ctx.sql, ctx)
  const gateway = (await ctx.gateways()).byName[name]
  if (!gateway) return { isGood: false, message: tellMissing(account.missing) }
  const title = GATEWAY_TITLES[name]
  try {
    const problem = await gateway.check()
    return { isGood: problem === null, message: problem ?? `${title} knows these credentials` }
  } catch (error) {
    ctx.log.warn({ err: error, gateway: name }, 'the credentials of a gateway cannot be checked')
    const message = `${title} cannot be asked just now. That says nothing about the credentials`
    return { isGood: false, message }
  }
}

async function listGateways(ctx: Context, sql: Sql | Tx): Promise<PaymentGateway[]> {
  const accounts = await findAccounts(sql, ctx)
  const active = await findActive(sql)
  const heard = new Map(
    (await selectLastWebhooks(sql, GATEWAYS)).map((last) => [last.gateway, last.receivedAt]),
  )
  return GATEWAYS.map((name) => ({
    name,
    title: GATEWAY_TITLES[name],
    isActive: name === active,
    isReady: accounts[name].missing.length === 0,
    ...toShown(name, accounts[name]),
    webhookUrl: `${ctx.config.publicUrl}${API_BASE}/webhook/${name}`,
    lastWebhookAt: heard.get(name)?.toISOString() ?? null,
  }))
}

const toShown = (name: GatewayName, { credentials, source, missing }: Account) => ({
  source,
  missing,
  credentials: CREDENTIAL_FIELDS[name].map(({ hint = '', ...field }) => {
    const value = credentials[field.name] ?? ''
    return { ...field, hint, isSet: value !== '', value: field.isSecret ? '' : value }
  }),
})
