import { requestJson } from '#connectors/request-json.ts'
import { withTimeLimit } from '#connectors/time-limit.ts'
import type { Supplier, SupplierConnector } from '#connectors/suppliers/supplier.ts'
import type { Context } from '#server/context.ts'
import {
  changeCredentials,
  toAccount,
  type Account,
  type Company,
} from '#server/platform/company-accounts.ts'
import type { Credentials } from '#server/platform/config/credentials.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { toBlockList } from '#server/platform/public-network/addresses.ts'
import { createFetchPublic } from '#server/platform/public-network/fetch-public.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { seal, type SealedColumn } from '#server/platform/sealing.ts'
import { findLackOfLive } from './account-rules.ts'
import * as rows from './account-sql.ts'

const CALL_MS_MAX = 90_000

/** Accounts by the supplier's name. */
export type Accounts = ReadonlyMap<string, Account>

/** Suppliers by name. Those without an account are missing. */
export type Suppliers = ReadonlyMap<string, Supplier>

type Deps = Pick<Context, 'sql' | 'keys' | 'config' | 'log' | 'connectors'>

export function getConnector(
  { connectors }: Pick<Deps, 'connectors'>,
  name: string,
): SupplierConnector {
  const connector = connectors.suppliers.get(name)
  if (!connector) throw new Refusal('NO_SUCH_PROVIDER')
  return connector
}

export const companyOf = ({ name, title, credentials }: SupplierConnector): Company => ({
  name,
  title,
  fields: credentials,
})

export async function findAccounts(deps: Omit<Deps, 'sql'>, sql: Sql | Tx): Promise<Accounts> {
  const sealed = new Map(
    (await rows.selectAccounts(sql)).map(({ supplier, sealed: blob }) => [supplier, blob]),
  )
  const accounts = deps.connectors.suppliers.values().map((connector) => {
    const { name } = connector
    const fromOutside = deps.config.suppliers.credentials[name] ?? {}
    const found = { sealed: sealed.get(name), fromOutside }
    const account = toAccount(deps, companyOf(connector), found)
    const lack = findLackOfLive(deps, connector, account.credentials)
    return [name, lack ? { ...account, missing: [...account.missing, lack] } : account] as const
  })
  return new Map(accounts)
}

export const getAccount = async (
  deps: Omit<Deps, 'sql'>,
  sql: Sql | Tx,
  { name }: SupplierConnector,
): Promise<Account> => (await findAccounts(deps, sql)).get(name)!

/** Deletes the row when no credentials are left. The caller holds the lock of `lockAccounts`. */
export async function putCredentials(
  { keys, now }: Pick<Context, 'keys' | 'now'>,
  tx: Tx,
  connector: SupplierConnector,
  { before, change }: { before: Account; change: Credentials },
): Promise<void> {
  const { name: supplier } = connector
  const after = changeCredentials(companyOf(connector), before, change)
  if (!after) return
  if (Object.keys(after).length === 0) return rows.deleteAccount(tx, supplier)
  await rows.upsertAccount(tx, { supplier, sealed: seal(keys, supplier, after), updatedAt: now() })
}

export const sealedAccounts: SealedColumn = {
  what: 'supplier credentials',
  list: rows.listSealed,
  replace: rows.replaceSealed,
}

/**
 * Builds the suppliers and rebuilds one only when its credentials change. Some adapters keep state: cached fields, a
 * refused key.
 */
export function loadSuppliers({ sql, ...deps }: Deps): () => Promise<Suppliers> {
  const { config, log, connectors } = deps
  const built = new Map<string, { from: string; supplier: Supplier }>()
  const fetchPublic = createFetchPublic({ allowed: toBlockList(config.webhookPrivateAllowed) })
  let strangers = ''

  function rebuild({ name, create }: SupplierConnector, credentials: Credentials): Supplier {
    const from = JSON.stringify(credentials)
    const known = built.get(name)
    if (known?.from === from) return known.supplier
    const addresses = config.suppliers.addresses[name] ?? {}
    // Suppliers compare the time of a request with their own clocks, so it follows the machine's.
    const tools = { request: requestJson, log: log.child({ connector: name }), now: Date.now }
    const supplier = withTimeLimit(
      create({ addresses, credentials, ...tools, fetchPublic }),
      CALL_MS_MAX,
    )
    built.set(name, { from, supplier })
    return supplier
  }

  function tellStrangers(names: string[]): void {
    if (strangers === names.join()) return
    strangers = names.join()
    if (names.length > 0)
      log.warn({ suppliers: names }, 'no credentials for these suppliers, so they cannot be asked')
  }

  return async () => {
    const accounts = await findAccounts(deps, sql)
    const isReady = (name: string) => accounts.get(name)!.missing.length === 0
    tellStrangers([...connectors.suppliers.keys()].filter((name) => !isReady(name)))
    const ready = connectors.suppliers.values().filter(({ name }) => isReady(name))
    return new Map(
      ready.map((one) => [one.name, rebuild(one, accounts.get(one.name)!.credentials)]),
    )
  }
}
