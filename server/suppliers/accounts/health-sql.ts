import type { SupplierName } from '#contract/catalogue/sources.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type OpenRow = { supplier: SupplierName; failures: number; openedAt: Date; openUntil: Date }

/** Suppliers that get no orders, or a single trial order. */
export const selectOpen = (sql: Sql | Tx) => sql<OpenRow[]>`
  select supplier, failures, opened_at, open_until from supplier_health
  where opened_at is not null order by supplier`

/** Counts consecutive failures. Returns null if the supplier is already marked as down. */
export async function countFailure(tx: Tx, supplier: SupplierName): Promise<number | null> {
  const [row] = await tx<{ failures: number }[]>`
    insert into supplier_health (supplier, failures) values (${supplier}, 1)
    on conflict (supplier) do update set failures = supplier_health.failures + 1
      where supplier_health.opened_at is null
    returning failures`
  return row?.failures ?? null
}

type Opening = { supplier: SupplierName; openedAt: Date; openUntil: Date }

export const updateOpened = (tx: Tx, { supplier, openedAt, openUntil }: Opening) => tx`
  update supplier_health set opened_at = ${openedAt}, open_until = ${openUntil}
  where supplier = ${supplier}`

type Extension = { supplier: SupplierName; now: Date; openUntil: Date }

/** False if another transaction has already claimed the trial. */
export async function extendOpen(
  tx: Tx,
  { supplier, now, openUntil }: Extension,
): Promise<boolean> {
  const rows = await tx`
    update supplier_health set failures = failures + 1, open_until = ${openUntil}
    where supplier = ${supplier} and open_until <= ${now} returning supplier`
  return rows.length > 0
}

/** False if no failures were recorded. */
export async function forgetFailures(sql: Sql | Tx, supplier: SupplierName): Promise<boolean> {
  const rows = await sql`
    update supplier_health set failures = 0, opened_at = null, open_until = null
    where supplier = ${supplier} and failures > 0 returning supplier`
  return rows.length > 0
}
