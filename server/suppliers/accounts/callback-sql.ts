import type { SupplierName } from '#contract/catalogue/sources.ts'
import type { Sql } from '#server/platform/db/db.ts'

type CallbackRow = { supplier: SupplierName; lastAt: Date }

export const selectCallbacks = (sql: Sql) => sql<CallbackRow[]>`
  select supplier, last_at from supplier_callback`

/** Skips the write if a recent time is stored, so that a flood of callbacks does not queue for one row lock. */
export const upsertCallback = (
  sql: Sql,
  { supplier, lastAt }: CallbackRow,
  unlessSince: Date,
) => sql`
  insert into supplier_callback (supplier, last_at) values (${supplier}, ${lastAt})
  on conflict (supplier) do update set last_at = excluded.last_at
    where supplier_callback.last_at < ${unlessSince}`
