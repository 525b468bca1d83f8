import type { Sql } from './db.ts'

const literally = (words: string): string => words.replace(/[\\%_]/g, '\\$&')

/** For like: at its beginning, each character as itself. */
export const beginning = (words: string): string => `${literally(words)}%`

/** For ilike: anywhere in the text, each character as itself. */
export const containing = (words: string): string => `%${literally(words)}%`

export type ListPage = { sort: string; page: number; limit: number }

/** For a list that is ordered by date: the newest first unless its sort says otherwise. */
export const isOldestFirst = (sort: string | undefined): boolean => sort === 'createdAt'

/** The direction of a list that is ordered by date. */
export const byDate = (sql: Sql, sort: string | undefined) =>
  isOldestFirst(sort) ? sql`asc` : sql`desc`

/** The rows of one page. `columns` says which column each sort of the contract means; the id decides between equals. */
export function onPage(
  sql: Sql,
  table: string,
  { sort, page, limit }: ListPage,
  columns: Record<string, string>,
) {
  const column = columns[sort.replace('-', '')]!
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  return sql`
    order by ${sql(table)}.${sql(column)} ${direction}, ${sql(table)}.id ${direction}
    limit ${limit} offset ${(page - 1) * limit}`
}
