import type { Sql } from './db.ts'

const literally = (words: string): string => words.replace(/[\\%_]/g, '\\$&')

/** Pattern for like: text that begins with these words. Wildcards in them are escaped. */
export const beginning = (words: string): string => `${literally(words)}%`

/** Pattern for ilike: text that contains these words. Wildcards in them are escaped. */
export const containing = (words: string): string => `%${literally(words)}%`

export type ListPage = { sort: string; page: number; limit: number }

/** Lists by date show the newest first by default. */
export const isOldestFirst = (sort: string | undefined): boolean => sort === 'createdAt'

/** The direction of a list that is ordered by date. */
export const byDate = (sql: Sql, sort: string | undefined) =>
  isOldestFirst(sort) ? sql`asc` : sql`desc`

/**
 * Orders and limits one page of rows. `columns` maps each sort of the contract to its column, and the id breaks ties.
 */
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
