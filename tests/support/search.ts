import type { Sql } from '#server/platform/db/db.ts'

/** Every column, of every table, in which some row has this text: 'users.email'. */
export async function searchTables(sql: Sql, text: string | RegExp): Promise<string[]> {
  // Every character as itself: `\$&` would give letters a meaning of their own.
  const pattern = typeof text === 'string' ? text.replace(/[^\w]/g, '\\$&') : text.source
  const columns = await sql<{ schema: string; table: string; column: string; type: string }[]>`
    select table_schema as schema, table_name as table, column_name as column, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
  const hits = await Promise.all(
    columns.map(async ({ schema, table, column, type }) => {
      // Bytes as the letters that they spell: in hex they would hide every text.
      const text =
        type === 'bytea' ? sql`encode(${sql(column)}, 'escape')` : sql`${sql(column)}::text`
      const [row] = await sql`
        select from ${sql(schema)}.${sql(table)} where ${text} ~* ${pattern} limit 1`
      return row ? [`${table}.${column}`] : []
    }),
  )
  return hits.flat()
}

/** How many jobs are still to be done, or under way. */
export async function countJobs(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from job where attempts < attempts_max or leased_by is not null`
  return row.count
}
