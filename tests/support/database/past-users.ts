import type { Sql } from '#server/platform/db/db.ts'

const BATCH = 20_000

/** Makes many users in plain SQL, spread over a year. Emails and phones are unique, names repeat. */
export async function makeManyUsers(sql: Sql, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let first = 1; first <= count; first += BATCH) {
    const rows = await sql<{ id: string }[]>`
      insert into users (id, full_name, email, phone, is_email_verified, created_at, updated_at)
      select gen_random_uuid(), initcap(substr(md5((nth % 977)::text), 1, 6)) || ' ' || initcap(substr(md5((nth % 83)::text), 9, 7)),
        substr(md5(nth::text), 1, 8) || nth || '@many.example', (6000000000 + nth * 37)::text, true, at, at
      from generate_series(${first}::int, ${Math.min(first + BATCH - 1, count)}::int) nth
      cross join lateral (
        select date_trunc('milliseconds', now() - make_interval(secs => 365 * 86400.0 * nth / ${count}::int)) as at
      ) made
      returning id`
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}
