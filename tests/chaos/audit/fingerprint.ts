import type { Sql } from '#server/platform/db/db.ts'
import { until } from '#tests/support/shop/wait.ts'

/** Tables that the shop writes on its own: jobs, health checks, documents, counters, rate limits and refused orders. */
const BY_ITSELF = `
  job schedule rate_limit supplier_health supplier_balance rate seal
  document document_buyer document_cursor risk_refusal
  order_count payment_count posting_count user_count item_sale takings game_speed item_speed`
  .trim()
  .split(/\s+/)
/** Columns that change by themselves: last use, deferred counts, and times at which a gateway is asked. */
const OF_THE_MOMENT = [
  'last_used_at',
  'refreshed_at',
  'purchase_count',
  'ask_at',
  'asks',
  'read_at',
]

export type Fingerprint = Map<string, string>

/** A hash for the content of each table. */
export async function fingerprint(sql: Sql): Promise<Fingerprint> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${BY_ITSELF})`
  const hashes = tables.map(async ({ name }) => {
    const [row] = await sql<[{ hash: string | null }]>`
      select md5(string_agg(line::text, '' order by line::text)) as hash
      from (select to_jsonb(one) - ${OF_THE_MOMENT}::text[] as line from ${sql(name)} one) lines`
    return [name, row.hash ?? ''] as const
  })
  return new Map(await Promise.all(hashes))
}

export const findChanged = (before: Fingerprint, after: Fingerprint): string[] =>
  [...after.keys()].filter((table) => before.get(table) !== after.get(table))

/** Waits until the shop has finished its background jobs. */
export const untilIdle = (sql: Sql): Promise<void> =>
  until('no job is due', async () => {
    const [row] = await sql<[{ count: number }]>`
      select count(*) from job where leased_until > now() or (run_at <= now() and attempts < attempts_max)`
    return row.count === 0
  })
