import type { ProviderName } from '#contract/catalogue/sources.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { SealedRow as SealedLike } from '#server/platform/sealing.ts'

export type SealedRow = { source: ProviderName; sealed: Buffer; updatedAt: Date }

export const selectAccounts = (sql: Sql | Tx) => sql<Pick<SealedRow, 'source' | 'sealed'>[]>`
  select source, sealed from source_account`

/** Serializes edits of supplier accounts. Take it before reading the account to change. */
export const lockAccounts = (tx: Tx) => tx`lock table source_account in share row exclusive mode`

export async function upsertAccount(tx: Tx, row: SealedRow): Promise<void> {
  await tx`
    insert into source_account ${tx.values(row)}
    on conflict (source) do update set sealed = excluded.sealed, updated_at = excluded.updated_at`
}

export async function deleteAccount(tx: Tx, source: ProviderName): Promise<void> {
  await tx`delete from source_account where source = ${source}`
}

export const listSealed = (sql: Sql, after: string | null, count: number) => sql<SealedLike[]>`
  select source as id, source as whose, sealed from source_account
  where source > ${after ?? ''} order by source limit ${count}`

export const replaceSealed = (sql: Sql, { id, sealed }: SealedLike, anew: Buffer) => sql`
  update source_account set sealed = ${anew} where source = ${id} and sealed = ${sealed}`
