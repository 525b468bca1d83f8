import type { GatewayConnector } from '#connectors/gateways/gateway.ts'
import type { Context } from '#server/context.ts'
import {
  changeCredentials,
  toAccount,
  type Account,
  type Company,
} from '#server/platform/company-accounts.ts'
import type { Credentials } from '#server/platform/config/credentials.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { seal, type SealedColumn } from '#server/platform/sealing.ts'
import { findTestSign, tellLiveAccount } from './test-accounts.ts'
import * as rows from './credential-sql.ts'

/** A gateway's account, under the gateway's name. */
type GatewayAccount = Account & { name: string }

type Deps = Pick<Context, 'keys' | 'config' | 'log' | 'connectors'>

export const companyOf = ({ name, title, credentials }: GatewayConnector): Company => ({
  name,
  title,
  fields: credentials,
})

/**
 * An extra field, beside those of the manifest. Events sent before a change of the secret may still arrive, signed with
 * the old one.
 */
const PREVIOUS = 'previousWebhookSecret'

/** Webhook secrets that are accepted, the newest first. */
export const webhookSecretsOf = (credentials: Credentials): string[] =>
  [credentials['webhookSecret'], credentials[PREVIOUS]].filter((one) => one !== undefined)

/** The account of each gateway that the shop has. */
export async function findAccounts(deps: Deps, sql: Sql | Tx): Promise<GatewayAccount[]> {
  const sealed = new Map(
    (await rows.selectCredentials(sql)).map(({ gateway, sealed: blob }) => [gateway, blob]),
  )
  return [...deps.connectors.gateways.values()].map((connector) => {
    const { name } = connector
    const fromOutside = deps.config.gateways.credentials[name] ?? {}
    const found = { sealed: sealed.get(name), fromOutside }
    const account = toAccount(deps, companyOf(connector), found)
    return { name, ...refuseTests(deps, connector, account) }
  })
}

/** The account of one gateway that the shop has. */
export async function getAccount(
  deps: Deps,
  sql: Sql | Tx,
  { name }: GatewayConnector,
): Promise<GatewayAccount> {
  return (await findAccounts(deps, sql)).find((account) => account.name === name)!
}

/** Treats a forbidden test account as incomplete, and adds the reason to what is missing. */
function refuseTests(
  { config }: Pick<Context, 'config'>,
  connector: GatewayConnector,
  account: Account,
): Account {
  const sign = account.source && findTestSign(config.gateways, connector, account.credentials)
  return sign
    ? { ...account, missing: [...account.missing, tellLiveAccount(connector, sign)] }
    : account
}

/** Stores changed credentials, or deletes the row if none are left. The caller has locked the table. */
export async function putCredentials(
  { keys, now }: Pick<Context, 'keys' | 'now'>,
  tx: Tx,
  connector: GatewayConnector,
  { before, change }: { before: Account; change: Credentials },
): Promise<void> {
  const after = changeCredentials(companyOf(connector), before, change)
  if (!after) return
  const { name: gateway } = connector
  if (Object.keys(after).length === 0) return rows.deleteCredentials(tx, gateway)
  const { webhookSecret: last, [PREVIOUS]: previous } = before.credentials
  const old = last && last !== after['webhookSecret'] ? last : previous
  const kept = old ? { ...after, [PREVIOUS]: old } : after
  await rows.upsertCredentials(tx, {
    gateway,
    sealed: seal(keys, gateway, kept),
    updatedAt: now(),
  })
}

export const sealedGateways: SealedColumn = {
  what: 'gateway credentials',
  list: rows.listSealed,
  replace: rows.replaceSealed,
}
