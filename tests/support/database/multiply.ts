import type { Sql } from '#server/platform/db/db.ts'

type Column = {
  name: string
  type: string
  isUnique: boolean // part of a unique index
  isAlone: boolean // the only column of a unique index
  refersTo: string | null
}

/** The table that a column refers to if no constraint says so. */
const MEANT: Record<string, string> = {
  user_id: 'users',
  order_id: 'orders',
  session_id: 'session',
}

/**
 * Multiplies the rows of a table. Each copy gets its own ids, references and times, and refers to existing people and
 * things. Triggers and foreign keys are switched off. Returns how many rows there are afterwards.
 */
export async function multiply(sql: Sql, table: string, count: number): Promise<number> {
  const columns = await readColumns(sql, table)
  const values = columns.map((column) => toValue(column)).join(', ')
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const spread = [...new Set(columns.flatMap((column) => meantBy(column) ?? []))]
  const lists = spread.map(
    (one) => `cross join (select array_agg(id) as ids from ${one}) as many_${one}`,
  )
  await sql.begin(async (tx) => {
    await tx.unsafe('set local session_replication_role = replica')
    await tx.unsafe(`
      insert into "${table}" (${names}) overriding system value
      select ${values}
      from (
        select row_number() over () as seed_place, count(*) over () as seed_count, seed.*
        from (select * from "${table}" limit 50) seed
      ) seed
      join generate_series(1, ${count}) nth on seed_place = 1 + nth % seed_count
      ${lists.join(' ')}
      on conflict do nothing`)
  })
  const [row] = await sql<[{ count: number }]>`select count(*) from ${sql(table)}`
  return row.count
}

const readColumns = async (sql: Sql, table: string): Promise<Column[]> => [
  ...(await sql<Column[]>`
    select attname as name, format_type(atttypid, atttypmod) as type,
      exists (select from pg_index where indrelid = attrelid and indisunique and attnum = any(indkey)) as is_unique,
      exists (select from pg_index where indrelid = attrelid and indisunique and indkey::text = attnum::text) as is_alone,
      (select confrelid::regclass::text from pg_constraint
        where conrelid = attrelid and contype = 'f' and conkey = array[attnum] limit 1) as refers_to
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`),
]

/** Returns the table that a column's ids come from. */
function meantBy({ name, type, refersTo }: Column): string | null {
  if (type !== 'uuid') return null
  return refersTo ?? MEANT[name] ?? null
}

function toValue(column: Column): string {
  const { name, type, isUnique, isAlone } = column
  const own = `seed."${name}"`
  const meant = meantBy(column)
  if (meant)
    return `case when ${own} is not null then many_${meant}.ids[1 + nth % cardinality(many_${meant}.ids)] end`
  if (type === 'uuid' && isUnique) return 'gen_random_uuid()'
  if (type === 'timestamp with time zone')
    return `case when isfinite(${own}) then ${own} - nth * interval '7 minutes' else ${own} end`
  if (!isUnique) return own
  if (type === 'bytea') return `sha256((nth::text || '${name}')::bytea)`
  if (type === 'integer' || type === 'bigint') return isAlone ? `${own} + nth` : `1000 + nth`
  if (type !== 'text') return own
  // Keeps the length, because the format of some texts is checked.
  return `case when length(${own}) > 7 then left(${own}, -6) || lpad(nth::text, 6, '0') else ${own} || nth end`
}
