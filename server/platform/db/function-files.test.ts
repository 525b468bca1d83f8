import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { copyTemplate } from '#tests/support/shop/shop.ts'
import { connect, type Sql, type Tx } from './db.ts'
import { FUNCTIONS, readFunctions } from './functions.ts'
import { readMigrations } from './migrate.ts'

const FIRST_WITHOUT_FUNCTIONS = 46 // older migrations still hold the functions of their time

async function open(t: TestContext): Promise<Sql> {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const sql = connect(await copyTemplate(stack), { connectionsMax: 2 })
  stack.defer(() => sql.end())
  return sql
}

type Defined = { name: string; signature: string; definition: string }

/** The functions of the shop's schema, without those of extensions. */
const selectFunctions = (sql: Sql | Tx) => sql<Defined[]>`
  select proname::text as name, pg_get_functiondef(oid) as definition,
    format('%s(%s) returns %s', proname, pg_get_function_arguments(oid), pg_get_function_result(oid)) as signature
  from pg_proc
  where pronamespace = current_schema()::regnamespace and not exists (
    select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  order by proname::text collate "C"`

test('every function of a migrated database has one file, and every file its function', async (t) => {
  const found = await selectFunctions(await open(t))
  assert.deepEqual(
    found.map(({ name }) => name),
    readFunctions().map(({ name }) => name),
  )
})

test('the functions of a migrated database are those of the files, and PostgreSQL finds no fault in them', async (t) => {
  const sql = await open(t)
  await sql.begin(async (tx) => {
    const before = [...(await selectFunctions(tx))]
    await tx.unsafe('set local search_path = public, pg_temp; set local check_function_bodies = on')
    for (const { name, text } of readFunctions())
      await assert.doesNotReject(tx.unsafe(text), `${name} as PostgreSQL reads it`)
    await tx.unsafe('set local search_path = public')
    assert.deepEqual([...(await selectFunctions(tx))], before)
  })
})

test('a file says what its function is for, and holds no other', () => {
  for (const { name, text } of readFunctions()) {
    assert.match(text, /^-- [A-Z]/, name)
    const created = [...text.matchAll(/create\s+(?:or\s+replace\s+)?function\s+(\w+)/gi)]
    assert.deepEqual(
      created.map(([words, called]) => [words.slice(0, 'create or replace'.length), called]),
      [['create or replace', name]],
    )
  }
})

test('a function keeps its arguments and result, because old nodes call it during an upgrade', async (t) => {
  const found = await selectFunctions(await open(t))
  assert.equal(
    found.map(({ signature }) => `${signature}\n`).join(''),
    readFileSync(join(FUNCTIONS, 'signatures.txt'), 'utf8'),
    'A changed function needs a new name. signatures.txt gains and loses lines, but no line changes.',
  )
})

test('each text of a function has a line in checksums.txt, the newest last', () => {
  const lines = readFileSync(join(FUNCTIONS, 'checksums.txt'), 'utf8').trimEnd().split('\n')
  const newest = new Map(lines.map((line) => line.split('  ').toReversed() as [string, string]))
  for (const { name, checksum } of readFunctions())
    assert.equal(newest.get(`${name}.sql`), checksum, `add a line: ${checksum}  ${name}.sql`)
  const files = lines.map((line) => line.split('  ')[1]!)
  assert.deepEqual(files, files.toSorted(), 'lines are sorted by file')
})

test('a migration holds no function', () => {
  const found = readMigrations()
    .filter(({ id }) => id >= FIRST_WITHOUT_FUNCTIONS)
    .filter(({ text }) => /create\s+(or\s+replace\s+)?(function|procedure)\b/i.test(text))
  assert.deepEqual(
    found.map(({ name }) => name),
    [],
  )
})

const WRITERS = { job: 'enqueue_job', transfer: 'post_lines', posting: 'post_transfer' }

test('jobs, transfers and postings are each written in one place, and no money moves past it', () => {
  for (const [table, writer] of Object.entries(WRITERS)) {
    const insert = new RegExp(`insert\\s+into\\s+${table}\\b`, 'i')
    const writers = readFunctions().filter(({ text }) => insert.test(withoutComments(text)))
    assert.deepEqual(
      writers.map(({ name }) => name),
      [writer],
    )
  }
  const server = join(import.meta.dirname, '../..')
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  const found = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) =>
      /insert\s+into\s+(transfer|posting)\b/i.test(readFileSync(join(server, file), 'utf8')),
    )
  assert.deepEqual(found, [])
})

const withoutComments = (text: string): string => text.replaceAll(/--.*$/gm, '')
