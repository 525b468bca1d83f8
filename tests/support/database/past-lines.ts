import type { Sql } from '#server/platform/db/db.ts'

const BATCH = 20_000
const MINUTES = 365 * 24 * 60

/** Fills a year of wallet lines in plain SQL with the ledger's triggers disabled. Only looking them up matters. */
export async function makeManyLines(sql: Sql, count: number, users: string[]): Promise<void> {
  const tables = ['transfer', 'posting']
  for (const table of tables) await sql.unsafe(`alter table ${table} disable trigger all`)
  for (let first = 1; first <= count; first += BATCH) {
    const last = Math.min(first + BATCH - 1, count)
    await sql`
      insert into transfer (number, key, line, kind, debit, credit, currency, amount, reference, created_at, hash)
      select nth, 'k' || nth, 1, 'gift', 1, 2, case nth % 50 when 0 then 'USD' else 'INR' end, 100, 'R' || nth, date_trunc('milliseconds',
        now() - make_interval(secs => 60.0 * ${MINUTES}::int * (${count}::int - nth) / ${count}::int)), ''
      from generate_series(${first}::int, ${last}::int) nth`
    await sql`
      insert into posting (account_id, sequence, transfer, user_id, currency, amount, balance, created_at, hash)
      select 1000 + number % ${users.length}, number, number, (${users}::uuid[])[1 + number % ${users.length}], currency,
        100 + number % 700, 100, created_at, decode(md5(number::text), 'hex')
      from transfer where number between ${first} and ${last}`
  }
}
