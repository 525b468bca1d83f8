import type { Sql } from '#server/platform/db/db.ts'

/** Lists every column that contains a text in some row, such as 'users.email'. */
export async function searchTables(sql: Sql, text: string | RegExp): Promise<string[]> {
  // Escapes every special character. Letters stay as they are, because a backslash would give them another meaning.
  const pattern = typeof text === 'string' ? text.replace(/[^\w]/g, '\\$&') : text.source
  const columns = await sql<{ schema: string; table: string; column: string; type: string }[]>`
    select table_schema as schema, table_name as table, column_name as column, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
  const hits = await Promise.all(
    columns.map(async ({ schema, table, column, type }) => {
      // Shows bytes as text, because hex would hide every match.
      const text =
        type === 'bytea' ? sql`encode(${sql(column)}, 'escape')` : sql`${sql(column)}::text`
      const [row] = await sql`
        select from ${sql(schema)}.${sql(table)} where ${text} ~* ${pattern} limit 1`
      return row ? [`${table}.${column}`] : []
    }),
  )
  return hits.flat()
}

/** Counts the jobs that are waiting or running. */
export async function countJobs(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from job where attempts < attempts_max or leased_by is not null`
  return row.count
}
