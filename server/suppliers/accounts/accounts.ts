import { SUPPLIER_CREDENTIAL_FIELDS } from '#contract/catalogue/suppliers/suppliers.ts'
import { SUPPLIERS, SOURCES, type SupplierName } from '#contract/catalogue/sources.ts'
import type { Context } from '#server/context.ts'
import {
  changeCredentials,
  toAccount,
  type Account,
  type Company,
} from '#server/platform/company-accounts.ts'
import type { Credentials } from '#server/platform/config/credentials.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import {
  createSupplier,
  type Supplier,
  type Suppliers,
} from '#server/suppliers/adapters/create-supplier.ts'
import { seal, type SealedColumn } from '#server/platform/sealing.ts'
import * as rows from './account-sql.ts'

export type Accounts = Record<SupplierName, Account>

type Deps = Pick<Context, 'sql' | 'keys' | 'config' | 'log'>

export const companyOf = (name: SupplierName): Company => ({
  name,
  title: SOURCES[name].label,
  fields: SUPPLIER_CREDENTIAL_FIELDS[name],
})

export async function findAccounts(
  deps: Pick<Deps, 'keys' | 'config' | 'log'>,
  sql: Sql | Tx,
): Promise<Accounts> {
  const sealed = new Map(
    (await rows.selectAccounts(sql)).map(({ supplier, sealed: blob }) => [supplier, blob]),
  )
  const accounts = SUPPLIERS.map((name) => {
    const fromOutside = deps.config.suppliers.credentials[name]
    return [name, toAccount(deps, companyOf(name), { sealed: sealed.get(name), fromOutside })]
  })
  return Object.fromEntries(accounts) as Accounts
}

/** Deletes the row when no credentials are left. The caller holds the lock of `lockAccounts`. */
export async function putCredentials(
  { keys, now }: Pick<Context, 'keys' | 'now'>,
  tx: Tx,
  source: SupplierName,
  { before, change }: { before: Account; change: Credentials },
): Promise<void> {
  const after = changeCredentials(companyOf(source), before, change)
  if (!after) return
  if (Object.keys(after).length === 0) return rows.deleteAccount(tx, source)
  await rows.upsertAccount(tx, {
    supplier: source,
    sealed: seal(keys, source, after),
    updatedAt: now(),
  })
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
  const { config, log } = deps
  const { addresses } = config.suppliers
  const built = new Map<SupplierName, { from: string; supplier: Supplier }>()
  let strangers = ''

  function rebuild(name: SupplierName, credentials: Credentials): Supplier {
    const from = JSON.stringify(credentials)
    const known = built.get(name)
    if (known?.from === from) return known.supplier
    const supplier = createSupplier({ addresses, log }, name, credentials)
    built.set(name, { from, supplier })
    return supplier
  }

  function tellStrangers(names: SupplierName[]): void {
    if (strangers === names.join()) return
    strangers = names.join()
    if (names.length > 0)
      log.warn({ suppliers: names }, 'no credentials for these suppliers, so they cannot be asked')
  }

  return async () => {
    const accounts = await findAccounts(deps, sql)
    tellStrangers(SUPPLIERS.filter((name) => accounts[name].missing.length > 0))
    const all = SUPPLIERS.map((name) => {
      const { credentials, missing } = accounts[name]
      return [name, missing.length === 0 ? rebuild(name, credentials) : null]
    })
    return { ...(Object.fromEntries(all) as Omit<Suppliers, 'manual'>), manual: null }
  }
}
