import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { pino } from 'pino'
import { reservePort } from '#tests/support/shop/ports.ts'
import { inWords } from '#connectors/in-words.ts'
import { createDatabase } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { connect } from './db.ts'
import { migrate, readMigrations, type Migration } from './migrate.ts'

/** Numbers migrations by their position. */
const chain = (...texts: string[]): Migration[] =>
  texts.map((text, index) => ({
    id: index + 1,
    name: `00${index + 1}-test.sql`,
    text,
    checksum: createHash('sha256').update(text).digest('hex'),
  }))

const STONES = chain(
  'create table stone (id serial primary key, name text)',
  `alter table stone rename to gem; insert into gem (name) values ('ruby')`,
  `update gem set name = name || '!'; create table facet (id int)`,
)

async function open(t: TestContext, options?: string) {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const url = await createDatabase(stack, options)
  const sql = connect(url, { connectionsMax: 2 })
  stack.defer(() => sql.end())
  const migrated: string[] = []
  const log = pino(
    new Writable({
      write(line: Buffer, _encoding, done) {
        migrated.push(JSON.parse(line.toString()).migration)
        done()
      },
    }),
  )
  const run = (migrations?: Migration[]) =>
    migrate(url, log, migrations ? { migrations, functions: [] } : {})
  const tables = async () => {
    const rows = await sql<{ name: string }[]>`
      select tablename::text as name from pg_tables where schemaname = 'public' order by 1`
    return rows.map(({ name }) => name)
  }
  return { url, sql, run, migrated, tables }
}

/** The message that an operator would read. */
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => assert.fail('It was not refused'),
    (error: unknown) => inWords(error),
  )

test('migrations are applied once and in order, however often the shop starts', async (t) => {
  const { sql, run, migrated, tables } = await open(t)
  await run(STONES.slice(0, 1))
  await run(STONES)
  await run(STONES)
  assert.deepEqual(
    migrated,
    STONES.map(({ name }) => name),
  )
  assert.deepEqual(await tables(), ['facet', 'gem', 'migration'])
  assert.deepEqual(
    await sql`select name from gem`,
    Object.assign([{ name: 'ruby!' }], { count: 1 }),
  )
})

test('nodes that start at once on an empty database apply each migration once', async (t) => {
  const { sql, run, migrated } = await open(t)
  await Promise.all(Array.from({ length: 8 }, () => run(STONES)))
  assert.deepEqual(
    migrated,
    STONES.map(({ name }) => name),
  )
  assert.equal((await sql`select from gem`).length, 1)
})

test('the migrations make the same database whether one node starts or five', async (t) => {
  const [alone, together] = await Promise.all([open(t), open(t)])
  await alone.run()
  await Promise.all(Array.from({ length: 5 }, () => together.run()))
  assert.ok(alone.migrated.length > 0)
  assert.deepEqual(together.migrated, alone.migrated)
  const columns = ({ sql }: typeof alone) => sql`
    select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public' order by 1, 2`
  assert.deepEqual(await columns(together), await columns(alone))
})

test('a database of a newer version is refused and left unchanged', async (t) => {
  const { run, tables } = await open(t)
  await run(STONES)
  const before = await tables()
  assert.equal(
    await refusal(run(STONES.slice(0, 2))),
    'The database was upgraded by a newer Gemstall (003-test.sql); ' +
      'this one knows migrations up to 2. Start the newer version instead.',
  )
  assert.deepEqual(await tables(), before)
})

test('an edited migration is refused before any other runs', async (t) => {
  const { run, tables } = await open(t)
  await run(STONES.slice(0, 2))
  const edited = chain(STONES[0]!.text, `${STONES[1]!.text};`, STONES[2]!.text)
  assert.match(await refusal(run(edited)), /^Migration 002-test\.sql was changed after it was/)
  assert.deepEqual(await tables(), ['gem', 'migration'])
})

test('a failing migration is named with its reason and changes nothing', async (t) => {
  const { run, migrated, tables } = await open(t)
  const broken = chain(
    STONES[0]!.text,
    'create table half (id int); insert into nowhere values (1)',
  )
  assert.equal(
    await refusal(run(broken)),
    'Migration 002-test.sql failed and was rolled back.\n(relation "nowhere" does not exist)',
  )
  assert.deepEqual(await tables(), ['migration', 'stone'])
  await run(STONES)
  assert.deepEqual(
    migrated,
    STONES.map(({ name }) => name),
  )
})

test('a node cut off during a migration changes nothing, and the next one continues', async (t) => {
  const { sql, run, migrated, tables } = await open(t)
  const isThere = async (condition: 'it sleeps' | 'it asks') => {
    const rows = await sql`
      select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and case ${condition} when 'it sleeps' then wait_event = 'PgSleep' else query like '%pg_try_advisory_lock%' end`
    return rows.length > 0
  }
  const cut = refusal(run(chain('create table half (id int); select pg_sleep(60)')))
  await until('one migrates', () => isThere('it sleeps'))
  const waiting = run(STONES)
  await until('another waits for its turn', () => isThere('it asks'))
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`
  assert.match(await cut, /^Migration 001-test\.sql failed/)
  await waiting
  assert.equal(migrated.length, STONES.length)
  assert.deepEqual(await tables(), ['facet', 'gem', 'migration'])
})

test('an index is built beside the running shop, by one node at a time, and restarted if cut off', async (t) => {
  const { url, sql, run, migrated } = await open(t)
  const first = STONES[0]!
  await run([first])
  const beside = (...statements: string[]) =>
    chain(first.text, ['-- no transaction', ...statements].join('\n'))
  const index =
    'drop index concurrently if exists named;\ncreate index concurrently named on stone (name);'
  assert.match(
    await refusal(run(beside(index, 'select nothing;'))),
    /^Migration 002-test\.sql was interrupted/,
  )

  const writer = connect(url, { connectionsMax: 1 })
  t.after(() => writer.end())
  const done = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const whole = writer.begin(async (tx) => {
    await tx`insert into stone (name) values ('opal')`
    began.resolve()
    await done.promise
  })
  await began.promise
  const nodes = Promise.all([1, 2, 3].map(() => run(beside(index))))
  await until('the index waits for who writes', async () => {
    const rows = await sql`
      select from pg_stat_activity where datname = current_database() and state = 'active' and query like '%concurrently%'
        and pid <> pg_backend_pid() and wait_event_type = 'Lock'`
    return rows.length > 0
  })
  await sql`insert into stone (name) values ('ruby')` // other transactions don't wait
  done.resolve()
  await Promise.all([whole, nodes])
  const [{ isValid }] = await sql<[{ isValid: boolean }]>`
    select indisvalid as is_valid from pg_index where indexrelid = 'named'::regclass`
  assert.deepEqual([isValid, migrated.length], [true, 2])
})

test('a missing, refusing or wrongly encoded database is reported with a clear message', async (t) => {
  const { url } = await open(t)
  const log = pino({ level: 'silent' })
  const at = (change: (url: URL) => void) => {
    const other = new URL(url)
    change(other)
    return refusal(migrate(other.href, log))
  }
  const port = String(await reservePort())
  const away = await at((other) => void (other.port = port))
  assert.match(away, new RegExp(`^The database [^ ]+:${port}/test_\\w+ cannot be used\\.`))
  assert.match(away, /\(.*ECONNREFUSED.*\)$/)
  const missing = await at((other) => void (other.pathname = 'nowhere'))
  assert.match(missing, /\/nowhere cannot be used\. .*\n\(database "nowhere" does not exist\)$/)

  const narrow = await open(t, `template template0 encoding 'LATIN1' locale 'C'`)
  assert.match(await refusal(narrow.run(STONES)), / uses the encoding LATIN1; create it with /)
  assert.deepEqual(await narrow.tables(), [])
})

test('a migration that waits for a long query blocks nobody else', async (t) => {
  const { sql, run, migrated } = await open(t)
  await run(STONES.slice(0, 1))
  let migrating: Promise<void> | undefined
  await sql.begin(async (tx) => {
    await tx`select from stone` // like a backup, for as long as it takes
    migrating = run(chain(STONES[0]!.text, 'alter table stone add column cut text'))
    await until('it waits', async () => {
      const waiting = await tx`select from pg_locks where not granted`
      return waiting.length > 0
    })
    await sql`insert into stone (name) values ('ruby')`
  })
  await migrating
  assert.equal((await sql`select cut from stone`).length, 1)
  assert.deepEqual(migrated.filter(Boolean), ['001-test.sql', '002-test.sql'])
})

test('no recorded migration may change, because shops that ran it would not start', () => {
  const known = join(import.meta.dirname, 'migrations/checksums.txt')
  assert.equal(
    readMigrations()
      .map(({ checksum, name }) => `${checksum}  ${name}\n`)
      .join(''),
    readFileSync(known, 'utf8'),
  )
})
