import {
  CREDENTIAL_FIELDS,
  GATEWAY_TITLES,
  GATEWAYS,
  type GatewayName,
} from '#contract/money/payments.ts'
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

type Accounts = Record<GatewayName, Account>

type Deps = Pick<Context, 'keys' | 'config' | 'log'>

export const companyOf = (name: GatewayName): Company => ({
  name,
  title: GATEWAY_TITLES[name],
  fields: CREDENTIAL_FIELDS[name],
})

/**
 * An extra field, beside those of the contract. Events sent before a change of the secret may still arrive, signed with
 * the old one.
 */
const PREVIOUS = 'previousWebhookSecret'

/** Webhook secrets that are accepted, the newest first. */
export const webhookSecretsOf = (credentials: Credentials): string[] =>
  [credentials['webhookSecret'], credentials[PREVIOUS]].filter((one) => one !== undefined)

export async function findAccounts(deps: Deps, sql: Sql | Tx): Promise<Accounts> {
  const sealed = new Map(
    (await rows.selectCredentials(sql)).map(({ gateway, sealed: blob }) => [gateway, blob]),
  )
  const accounts = GATEWAYS.map((gateway) => {
    const fromOutside = deps.config.gateways.credentials[gateway]
    const found = { sealed: sealed.get(gateway), fromOutside }
    const account = toAccount(deps, companyOf(gateway), found)
    return [gateway, refuseTests(deps, gateway, account)]
  })
  return Object.fromEntries(accounts) as Accounts
}

/** Treats a forbidden test account as incomplete, and adds the reason to what is missing. */
function refuseTests({ config }: Deps, gateway: GatewayName, account: Account): Account {
  const sign = account.source && findTestSign(config.gateways, gateway, account.credentials)
  return sign
    ? { ...account, missing: [...account.missing, tellLiveAccount(gateway, sign)] }
    : account
}

/** Stores changed credentials, or deletes the row if none are left. The caller has locked the table. */
export async function putCredentials(
  { keys, now }: Pick<Context, 'keys' | 'now'>,
  tx: Tx,
  gateway: GatewayName,
  { before, change }: { before: Account; change: Credentials },
): Promise<void> {
  const after = changeCredentials(companyOf(gateway), before, change)
  if (!after) return
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
