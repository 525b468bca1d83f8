import type { Tx } from '#server/platform/db/db.ts'

/** Everything that slows down a load and is recreated afterwards, with the SQL that makes it. */
export type Catalogue = {
  constraints: { table: string; name: string; kind: string; words: string; isValid: boolean }[]
  indexes: { table: string; name: string; words: string; isValid: boolean }[]
  triggers: { table: string; name: string; words: string; when: string }[]
}

const inSchema = (tx: Tx) => tx`
  pg_class.relnamespace = current_schema()::regnamespace and pg_class.relkind = 'r'`

export async function selectCatalogue(tx: Tx): Promise<Catalogue> {
  const constraints = await tx<Catalogue['constraints']>`
    select relname::text as table, conname::text as name, contype::text as kind, pg_get_constraintdef(pg_constraint.oid) as words,
      convalidated as is_valid
    from pg_constraint join pg_class on pg_class.oid = conrelid where ${inSchema(tx)} order by 1, 2`
  const indexes = await tx<Catalogue['indexes']>`
    select pg_class.relname::text as table, index.relname::text as name, pg_get_indexdef(indexrelid) as words,
      indisvalid and indisready as is_valid
    from pg_index join pg_class on pg_class.oid = indrelid join pg_class index on index.oid = indexrelid
    where ${inSchema(tx)} order by 1, 2`
  const triggers = await tx<Catalogue['triggers']>`
    select relname::text as table, tgname::text as name, pg_get_triggerdef(pg_trigger.oid) as words, tgenabled::text as when
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where ${inSchema(tx)} and not tgisinternal order by 1, 2`
  return { constraints, indexes, triggers }
}

const FOREIGN = 'f'
const WITH_INDEX = ['p', 'u', 'x']

/** Keeps check constraints, so that each row is checked as it is loaded. */
export async function takeApart(tx: Tx, { constraints, indexes, triggers }: Catalogue) {
  for (const table of new Set(triggers.map(({ table }) => table)))
    await tx`alter table ${tx(table)} disable trigger user`
  for (const kinds of [[FOREIGN], WITH_INDEX])
    for (const { table, name } of ofKinds(constraints, kinds))
      await tx`alter table ${tx(table)} drop constraint ${tx(name)}`
  for (const { name } of alone(indexes, constraints)) await tx`drop index ${tx(name)}`
}

/** Adds foreign keys last, because they need the indexes of the tables they reference. */
export async function putTogether(tx: Tx, { constraints, indexes, triggers }: Catalogue) {
  for (const { table, name, words } of ofKinds(constraints, WITH_INDEX))
    await tx.unsafe(`alter table ${quote(table)} add constraint ${quote(name)} ${words}`)
  for (const { words } of alone(indexes, constraints)) await tx.unsafe(words)
  for (const { table, name, words } of ofKinds(constraints, [FOREIGN]))
    await tx.unsafe(`alter table ${quote(table)} add constraint ${quote(name)} ${words}`)
  for (const { table, name, when } of triggers)
    await tx.unsafe(`alter table ${quote(table)} ${FIRES[when]} trigger ${quote(name)}`)
}

const FIRES: Record<string, string> = {
  O: 'enable',
  A: 'enable always',
  R: 'enable replica',
  D: 'disable',
}

const ofKinds = (constraints: Catalogue['constraints'], kinds: string[]) =>
  constraints.filter(({ kind }) => kinds.includes(kind))

/** Indexes that do not belong to a constraint. */
function alone(indexes: Catalogue['indexes'], constraints: Catalogue['constraints']) {
  const brought = new Set(ofKinds(constraints, WITH_INDEX).map(({ name }) => name))
  return indexes.filter(({ name }) => !brought.has(name))
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
