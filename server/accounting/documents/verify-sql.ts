import type { Sql, Tx } from '#server/platform/db/db.ts'

export async function countDocuments(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select count(*) from document`
  return row.count
}

/**
 * Numbers of a series and financial year count from 1. Hashes chain them. Hashed here is what the trigger hashes. A year
 * that begins in another month than January is named by two years.
 */
export async function selectFirstFault(
  sql: Sql | Tx,
  yearStarts: { from: string }[],
): Promise<string | null> {
  const starts = yearStarts.map(({ from }) => `${from}-01`)
  const [row] = await sql<{ fault: string }[]>`
    select 'Document ' || number || problem as fault from (
      select *, row_number() over rows as expected,
        sha256(coalesce(lag(hash) over rows, decode(repeat('00', 32), 'hex')) || convert_to(concat_ws(E'\n',
          'document', number, kind, transfer, coalesce(order_id, movement_id), user_id, coalesce(corrects, ''),
          to_char(dated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), content), 'UTF8')) as expected_hash,
        dated_at at time zone 'Asia/Kolkata' as day
      from document window rows as (partition by series, year order by position)
    ) numbered
    cross join lateral (
      select extract(month from coalesce(max(start) filter (where start <= day), min(start)))::int - 1 as months
      from unnest(${starts}::date[]) start
    ) late
    cross join lateral (select day - make_interval(months => months) as begun) shifted
    cross join lateral (values
      (1, ' is out of turn', position <> expected),
      (2, ' has another position', number <> concat_ws('/', series, year, to_char(position, 'FM0000000'))),
      (3, ' is of another year',
        year <> to_char(begun, 'YY-') || to_char(begun + make_interval(years => sign(months)::int), 'YY')),
      (4, ' has a wrong hash', hash <> expected_hash)
    ) wrong (rank, problem, is_so)
    where is_so order by series, year, position, rank limit 1`
  return row?.fault ?? null
}
