import type { ProviderName } from '#contract/catalogue/sources.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type OpenRow = { source: ProviderName; failures: number; openedAt: Date; openUntil: Date }

/** Suppliers that get no orders, or a single trial order. */
export const selectOpen = (sql: Sql | Tx) => sql<OpenRow[]>`
  select source, failures, opened_at, open_until from source_health
  where opened_at is not null order by source`

/** Counts consecutive failures. Returns null if the supplier is already marked as down. */
export async function countFailure(tx: Tx, source: ProviderName): Promise<number | null> {
  const [row] = await tx<{ failures: number }[]>`
    insert into source_health (source, failures) values (${source}, 1)
    on conflict (source) do update set failures = source_health.failures + 1
      where source_health.opened_at is null
    returning failures`
  return row?.failures ?? null
}

type Opening = { source: ProviderName; openedAt: Date; openUntil: Date }

export const updateOpened = (tx: Tx, { source, openedAt, openUntil }: Opening) => tx`
  update source_health set opened_at = ${openedAt}, open_until = ${openUntil}
  where source = ${source}`

type Extension = { source: ProviderName; now: Date; openUntil: Date }

/** False if another transaction has already claimed the trial. */
export async function extendOpen(tx: Tx, { source, now, openUntil }: Extension): Promise<boolean> {
  const rows = await tx`
    update source_health set failures = failures + 1, open_until = ${openUntil}
    where source = ${source} and open_until <= ${now} returning source`
  return rows.length > 0
}

/** False if no failures were recorded. */
export async function forgetFailures(sql: Sql | Tx, source: ProviderName): Promise<boolean> {
  const rows = await sql`
    update source_health set failures = 0, opened_at = null, open_until = null
    where source = ${source} and failures > 0 returning source`
  return rows.length > 0
}
