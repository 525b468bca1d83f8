import type { Sql, Tx } from '#server/platform/db/db.ts'

export type Usage = { used: number; resetsAt: Date }
type Take = { key: string; max: number; windowSeconds: number; now: Date }

/**
 * Counts one use, in a new window if the old one is over. The count stops at one above the limit. After that nothing is
 * written, so a flood of refused attempts costs no commits.
 */
export async function upsertRateLimit(
  sql: Sql | Tx,
  { key, max, windowSeconds, now }: Take,
): Promise<Usage> {
  const [row] = await sql<[Usage]>`
    with spent as (
      select used, resets_at from rate_limit
      where key = ${key} and used > ${max} and resets_at > ${now}
    ), taken as (
    insert into rate_limit as a (key, used, resets_at)
    select ${key}, 1, ${now}::timestamptz + make_interval(secs => ${windowSeconds})
    where not exists (select from spent)
    on conflict (key) do update set
      used = case when a.resets_at <= ${now} then 1 else least(a.used, ${max}) + 1 end,
      resets_at = case when a.resets_at <= ${now} then excluded.resets_at else a.resets_at end
    returning used, resets_at)
    select used, resets_at from spent union all select used, resets_at from taken`
  return row
}

export const decrementRateLimit = (sql: Sql | Tx, key: string) => sql`
  update rate_limit set used = used - 1 where key = ${key} and used > 0`

export const deleteOldRateLimits = (sql: Sql, now: Date) => sql`
  delete from rate_limit where resets_at < ${now}`
