import type { SupplierName } from '#contract/catalogue/sources.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { SealedRow as SealedLike } from '#server/platform/sealing.ts'

export type SealedRow = { supplier: SupplierName; sealed: Buffer; updatedAt: Date }

export const selectAccounts = (sql: Sql | Tx) => sql<Pick<SealedRow, 'supplier' | 'sealed'>[]>`
  select supplier, sealed from supplier_account`

/** Serializes edits of supplier accounts. Take it before reading the account to change. */
export const lockAccounts = (tx: Tx) => tx`lock table supplier_account in share row exclusive mode`

export async function upsertAccount(tx: Tx, row: SealedRow): Promise<void> {
  await tx`
    insert into supplier_account ${tx.values(row)}
    on conflict (supplier) do update set sealed = excluded.sealed, updated_at = excluded.updated_at`
}

export async function deleteAccount(tx: Tx, supplier: SupplierName): Promise<void> {
  await tx`delete from supplier_account where supplier = ${supplier}`
}

export const listSealed = (sql: Sql, after: string | null, count: number) => sql<SealedLike[]>`
  select supplier as id, supplier as whose, sealed from supplier_account
  where supplier > ${after ?? ''} order by supplier limit ${count}`

export const replaceSealed = (sql: Sql, { id, sealed }: SealedLike, anew: Buffer) => sql`
  update supplier_account set sealed = ${anew} where supplier = ${id} and sealed = ${sealed}`
