import type { ProviderName } from '#contract/catalogue/sources.ts'
import type { Sql } from '#server/platform/db/db.ts'

type CallbackRow = { source: ProviderName; lastAt: Date }

export const selectCallbacks = (sql: Sql) => sql<CallbackRow[]>`
  select source, last_at from source_callback`

/** Skips the write if a recent time is stored, so that a flood of callbacks does not queue for one row lock. */
export const upsertCallback = (sql: Sql, { source, lastAt }: CallbackRow, unlessSince: Date) => sql`
  insert into source_callback (source, last_at) values (${source}, ${lastAt})
  on conflict (source) do update set last_at = excluded.last_at
    where source_callback.last_at < ${unlessSince}`
