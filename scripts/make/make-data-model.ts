// Draws the diagrams of docs/data-model.md from a migrated database: node_modules/.bin/node scripts/make/make-data-model.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type Sql } from '#server/platform/db/db.ts'
import { openTestDatabase } from '#scripts/testing/test-database.ts'

/** A column that names a row of another table. */
type Reference = {
  child: string
  parent: string
  columns: string[]
  isRequired: boolean
  isUnique: boolean
  isForeignKey: boolean
}

const PAGE = join(import.meta.dirname, '../../docs/data-model.md')
const DIAGRAM = /\n```mermaid\n.*?\n```\n/gs
const SECTION = /^## .*?(?=^## )/gms

/** Reads foreign keys, and columns such as order_id that have none but the name of a table. */
export const readReferences = (sql: Sql) => sql<Reference[]>`
  with keys as (
    select conrelid as child, confrelid as parent, conkey as columns, true as is_foreign_key
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
  ),
  named as (
    select child.oid, parent.oid, array[pg_attribute.attnum], false
    from pg_class child join pg_attribute on pg_attribute.attrelid = child.oid and pg_attribute.attnum > 0 and pg_attribute.attname like '%\\_id'
    join pg_class parent on parent.relkind = 'r' and parent.relnamespace = 'public'::regnamespace
      and parent.relname in (
        replace(pg_attribute.attname || '.', '_id.', ''), replace(pg_attribute.attname || '.', '_id.', 's'))
    join pg_attribute id on id.attrelid = parent.oid and id.attname = 'id' and id.atttypid = pg_attribute.atttypid
    where child.relkind = 'r' and child.relnamespace = 'public'::regnamespace
      and not exists (select from keys where keys.child = child.oid and pg_attribute.attnum = any(keys.columns))
      and child.relname <> 'test_line' -- its order_id names a test_order
  ),
  every as (select * from keys union all select * from named)
  select child::regclass::text as child, parent::regclass::text as parent, is_foreign_key,
    array(select attname::text from unnest(columns) number
      join pg_attribute on attrelid = child and attnum = number) as columns,
    (select bool_and(attnotnull) from unnest(columns) number
      join pg_attribute on attrelid = child and attnum = number) as is_required,
    exists (select from pg_index where indrelid = child and indisunique and indpred is null
      and indkey::int2[] <@ columns) as is_unique
  from every order by 1, 2, columns`

/** Puts a diagram below the tables of each area. It shows the tables of the area, and those that they name. */
export function drawDiagrams(page: string, references: Reference[]): string {
  return page.replaceAll(DIAGRAM, '').replaceAll(SECTION, (section) => {
    const tables = [...section.matchAll(/`(\w+)`/g)].map(([, name]) => name!)
    if (tables.length === 0) return section
    const own = references.filter(({ child }) => tables.includes(child))
    const drawn = new Set(own.flatMap(({ child, parent }) => [child, parent]))
    const alone = tables.filter((table) => !drawn.has(table)).toSorted()
    const lines = [...own.map(toLine), ...alone].map((line) => `  ${line}`)
    return `${section}\`\`\`mermaid\nerDiagram\n${lines.join('\n')}\n\`\`\`\n\n`
  })
}

function toLine({ child, parent, columns, isRequired, isUnique, isForeignKey }: Reference): string {
  const line = `${isRequired ? '||' : '|o'}${isForeignKey ? '--' : '..'}${isUnique ? 'o|' : 'o{'}`
  return `${parent} ${line} ${child} : ${columns.join('_and_')}`
}

if (import.meta.main) {
  const { server, close } = await openTestDatabase(undefined)
  const template = new URL(server)
  template.pathname = 'shop_template'
  const sql = connect(template.href, { connectionsMax: 1 })
  writeFileSync(PAGE, drawDiagrams(readFileSync(PAGE, 'utf8'), await readReferences(sql)))
  await sql.end()
  await close()
}
