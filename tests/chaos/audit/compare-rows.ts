import type { Tx } from '#server/platform/db/db.ts'

type Part = ReturnType<Tx>

/**
 * Lists the lines that only one of the two queries returns. Repeated lines count. Both queries have a column `line`.
 */
export async function compareRows(
  tx: Tx,
  what: string,
  { expected, found }: { expected: Part; found: Part },
): Promise<string[]> {
  const rows = await tx<{ line: string }[]>`
    with expected as materialized (${expected}), found as materialized (${found})
    select line || ' is missing' as line from (
      select line from expected except all select line from found) missing
    union all
    select line || ' is too much' from (
      select line from found except all select line from expected) more
    order by 1`
  return rows.map(({ line }) => `${what}: ${line}`)
}

/** Reports every row that the query returns as a fault. */
export async function expectNone(what: string, query: Promise<object[]>): Promise<string[]> {
  const rows = (await query) as { line: string }[]
  return rows.map(({ line }) => `${what}: ${line}`)
}
