import type { Sql } from '#server/platform/db/db.ts'
import { namesOf, type Part, type Shown } from './shown.ts'

// Reads tables of every area, because a person's data is everywhere.

type Fragment = ReturnType<Sql>

export type ShownRow = { json: string; keys: string[] }

/**
 * Reads a page of a person's rows as JSON. Keys are text, because JavaScript's dates are less exact than those of
 * PostgreSQL.
 */
export function selectShown(
  sql: Sql,
  { whose, by, ...shown }: Shown,
  { userId, after, limit }: { userId: string; after: string[] | null; limit: number },
) {
  const table = sql(shown.table)
  const keys = namesOf(by).map((name) => sql`${table}.${sql(name)}`)
  const texts = keys.map((key) => sql`${key}::text`)
  const passed =
    after &&
    list(
      sql,
      after.map((key) => sql`${key}`),
    )
  return sql<ShownRow[]>`
    select (select row_to_json(line)::text from (select ${lineOf(sql, shown)}) line) as json,
      array[${list(sql, texts)}] as keys
    from ${table}
    where ${table}.${sql(whose)} = ${userId}
      ${passed ? sql`and (${list(sql, keys)}) > (${passed})` : sql``}
    order by ${list(sql, keys)} limit ${limit}`
}

/** Columns to show of a row, and the rows of other tables that belong to it. */
const lineOf = (
  sql: Sql,
  { table, shows, parts = [] }: Pick<Part, 'table' | 'shows' | 'parts'>,
): Fragment =>
  list(sql, [
    ...namesOf(shows).map((name) => sql`${sql(table)}.${sql(name)} as ${sql(toCamel(name))}`),
    ...parts.map(({ as, on, equals, by, ...part }) => {
      const inner = sql(part.table)
      return sql`
        (select coalesce(json_agg(part), '[]') from (
          select ${lineOf(sql, part)} from ${inner}
          where ${inner}.${sql(on)} = ${sql(table)}.${sql(equals)} order by ${inner}.${sql(by)}
        ) part) as ${sql(as)}`
    }),
  ])

const list = (sql: Sql, parts: Fragment[]): Fragment =>
  parts.reduce((all, one) => sql`${all}, ${one}`)

const toCamel = (name: string) =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
