import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { pino } from 'pino'
import { inWords } from '#connectors/in-words.ts'
import { createDatabase } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { connect } from './db.ts'
import type { SqlFunction } from './functions.ts'
import { migrate, readMigrations } from './migrate.ts'

/** A database with no tables but those that functions need. */
async function open(t: TestContext) {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const url = await createDatabase(stack)
  const sql = connect(url, { connectionsMax: 3 })
  stack.defer(() => sql.end())
  const replaced: string[][] = []
  const log = pino(
    new Writable({
      write(line: Buffer, _encoding, done) {
        const { msg, functions } = JSON.parse(line.toString())
        if (msg === 'functions replaced') replaced.push(functions)
        done()
      },
    }),
  )
  const found = readMigrations().find(({ name }) => name === '046-functions.sql')!
  const migrations = [{ ...found, id: 1 }]
  const run = (...functions: SqlFunction[]) => migrate(url, log, { migrations, functions })
  const ask = async (name = 'answer') => {
    const [row] = await sql<[{ value: number }]>`select ${sql(name)}() as value`
    return row.value
  }
  return { sql, run, replaced, ask }
}

const write = (name: string, revision: number, text: string): SqlFunction => ({
  name,
  revision,
  text,
  checksum: createHash('sha256').update(text).digest('hex'),
})

const answer = (value: number | string, revision: number, name = 'answer'): SqlFunction =>
  write(
    name,
    revision,
    `create or replace function ${name}() returns int language plpgsql as $$ begin return ${value}; end $$;`,
  )

/** The message that an operator would read. */
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => assert.fail('It was not refused'),
    (error: unknown) => inWords(error),
  )

test('a function is replaced only if its text has changed', async (t) => {
  const { run, replaced, ask } = await open(t)
  await run(answer(1, 1), answer(7, 1, 'other'))
  await run(answer(1, 1), answer(7, 1, 'other'))
  assert.equal(await ask(), 1)
  await run(answer(2, 2), answer(7, 1, 'other'))
  await run(answer(2, 2), answer(7, 1, 'other'))
  assert.equal(await ask(), 2)
  assert.deepEqual(replaced, [['answer', 'other'], ['answer']])
})

test('nodes that start at once replace each function once', async (t) => {
  const { run, replaced, ask } = await open(t)
  await run(answer(1, 1))
  await Promise.all(Array.from({ length: 6 }, () => run(answer(2, 2))))
  assert.equal(await ask(), 2)
  assert.deepEqual(replaced, [['answer'], ['answer']])
})

test('an older node keeps newer functions and adds only missing ones', async (t) => {
  const { run, replaced, ask } = await open(t)
  await run(answer(2, 2))
  await run(answer(1, 1), answer(5, 1, 'old'))
  assert.deepEqual([await ask(), await ask('old')], [2, 5])
  await run(answer(2, 2))
  assert.deepEqual(replaced, [['answer'], ['old']])
})

test('a text changed back to a former one is applied correctly', async (t) => {
  const { run, ask } = await open(t)
  await run(answer(1, 1))
  await run(answer(1, 3))
  await run(answer(2, 2)) // a node that is restarted during the upgrade
  assert.equal(await ask(), 1)
})

test('a text edited without a line in checksums.txt is applied as well', async (t) => {
  const { run, ask } = await open(t)
  await run(answer(1, 1))
  await run(answer(2, 1))
  assert.equal(await ask(), 2)
})

test('if one function fails, it is named with the reason and none is replaced', async (t) => {
  const { run, ask } = await open(t)
  await run(answer(1, 1))
  const broken = write('broken', 1, 'create or replace function broken() returns nothing')
  assert.match(
    await refusal(run(answer(2, 2), broken)),
    /^The function broken could not be replaced, and none was\.\n\(/,
  )
  assert.equal(await ask(), 1)
  await run(answer(2, 2))
  assert.equal(await ask(), 2)
})

test('a node that dies while replacing functions changes none', async (t) => {
  const { sql, run, ask } = await open(t)
  await run(answer(1, 1))
  const slow = write('slow', 1, `${answer(3, 1, 'slow').text} select pg_sleep(60);`)
  const cut = refusal(run(answer(2, 2), slow))
  await until('it replaces functions', async () => {
    const rows = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`
    return rows.length > 0
  })
  assert.match(await cut, /^The function slow could not be replaced/)
  assert.equal(await ask(), 1)
  await run(answer(2, 2), answer(3, 1, 'slow'))
  assert.deepEqual([await ask(), await ask('slow')], [2, 3])
})

test('a function dropped by a migration is created again', async (t) => {
  const { sql, run, ask } = await open(t)
  await run(answer(1, 1))
  await sql`drop function answer()`
  await run(answer(1, 1))
  assert.equal(await ask(), 1)
})

test('a function may call one whose file comes later', async (t) => {
  const { run, ask } = await open(t)
  const first =
    'create or replace function first() returns int language sql as $$ select second() $$;'
  await run(write('first', 1, first), answer(4, 1, 'second'))
  assert.equal(await ask('first'), 4)
})

test('a function can fix its schema, whatever its caller’s search path', async (t) => {
  const { sql, run } = await open(t)
  const text =
    'create or replace function kept() returns text language sql set search_path from current'
  await run(write('kept', 1, `${text} as $$ select current_setting('search_path') $$;`))
  const path = await sql.begin(async (tx) => {
    await tx.unsafe('create schema other; set local search_path = other, public')
    const [row] = await tx<[{ path: string }]>`select kept() as path`
    return row.path
  })
  assert.equal(path, 'public, pg_temp')
})

test('a trigger can follow its function, and waits for its table without blocking others', async (t) => {
  const { sql, run } = await open(t)
  await sql.unsafe('create table stone (name text); create table told (name text)')
  const tell = write(
    'tell_stone',
    1,
    `create or replace function tell_stone() returns trigger language plpgsql as $$
    begin
      insert into told values (new.name);
      return null;
    end $$;
    create or replace trigger tell_stone after insert on stone for each row execute function tell_stone();`,
  )
  let running: Promise<void> | undefined
  await sql.begin(async (tx) => {
    await tx`insert into stone values ('opal')`
    running = run(tell)
    await until('it waits', async () => {
      const waiting = await tx`select from pg_locks where not granted`
      return waiting.length > 0
    })
    await sql`insert into stone values ('jade')`
  })
  await running
  await sql`insert into stone values ('ruby')`
  const told = await sql<{ name: string }[]>`select name from told`
  assert.deepEqual(
    told.map(({ name }) => name),
    ['ruby'],
  )
})
