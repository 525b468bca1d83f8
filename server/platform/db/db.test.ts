import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openProxy } from '#tests/support/network/proxy.ts'
import { copyTemplate } from '#tests/support/shop/shop.ts'
import { inTime } from '#tests/support/shop/wait.ts'
import { connect, isDatabaseAway, violates } from './db.ts'

async function open(t: TestContext) {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const sql = connect(await copyTemplate(stack), { connectionsMax: 3 })
  stack.defer(() => sql.end())
  await sql.unsafe(`
    create table stone (id int primary key, cut_name text, weight bigint, seen_at timestamptz,
      facets jsonb, constraint stone_weight check (weight > 0))`)
  return sql
}

test('an interpolated value stays a value, whatever it contains', async (t) => {
  const sql = await open(t)
  const nasty = `'); drop table stone; -- " $1 \\ %`
  await sql`insert into stone ${sql.values({ id: 1, cutName: nasty, weight: 5 })}`
  const [row] = await sql<
    { cutName: string }[]
  >`select cut_name from stone where cut_name = ${nasty}`
  assert.equal(row?.cutName, nasty)
})

test('a piece of a query keeps its values in order inside another', async (t) => {
  const sql = await open(t)
  for (const id of [1, 2, 3, 4])
    await sql`insert into stone (id, weight) values (${id}, ${id * 10})`
  const heavy = sql`weight >= ${20} and weight < ${40}`
  const rows = await sql<{ id: number }[]>`
    select id from stone where id <> ${2} and ${heavy} order by ${sql('id')} limit ${5}`
  assert.deepEqual(
    rows.map(({ id }) => id),
    [3],
  )
})

test('columns come back in camel case, big numbers as numbers, moments as dates, JSON as it went in', async (t) => {
  const sql = await open(t)
  const seenAt = new Date('2026-01-01T12:34:56.789Z')
  const facets = { table: [1, 'two', null] }
  const weight = Number.MAX_SAFE_INTEGER
  await sql`insert into stone ${sql.values({ id: 1, weight, seenAt, facets: sql.json(facets) })}`
  const [row] = await sql`select weight, seen_at, facets from stone`
  assert.deepEqual(row, { weight, seenAt, facets })
})

test('characters that PostgreSQL cannot hold are replaced, in lists and in JSON too', async (t) => {
  const sql = await open(t)
  const facets = { 'a\0': ['\0', '\\u0000', '\ud800', '\\\0', 'Köln 💎\n'] }
  const [row] = await sql`
    select ${'a\0b'} as text, ${['\0', 'c']}::text[] as list, ${sql.json(facets)}::jsonb as json`
  assert.deepEqual(row, {
    text: 'a\ufffdb',
    list: ['\ufffd', 'c'],
    json: { 'a\ufffd': ['\ufffd', '\\u0000', '\ufffd', '\\\ufffd', 'Köln 💎\n'] },
  })
  const kept = await sql`select where 'ab' = ${'a\0b'}`
  assert.equal(kept.length, 0)
})

test('a number too big to be exact is an error, not a rounding', async (t) => {
  const sql = await open(t)
  await assert.rejects(sql`select 9007199254740993::bigint as big`, /does not fit a number/)
})

test('an undefined value is an error where it stands, and left out of a row', async (t) => {
  const sql = await open(t)
  await assert.rejects(async () => await sql`select ${undefined}`, /undefined value/)
  await sql`insert into stone ${sql.values({ id: 1, weight: 1, cutName: undefined })}`
  const { count } = await sql`update stone set ${sql.set({ weight: 2, cutName: undefined })}`
  assert.equal(count, 1)
})

test('a query runs once however often it is awaited, and not at all when it is only a part', async (t) => {
  const sql = await open(t)
  const insert = sql`insert into stone (id, weight) values (${1}, ${1})`
  await insert
  await insert
  const part = sql`weight = ${9}`
  const rows = await sql`select id from stone where ${part}`
  assert.equal(rows.length, 0)
})

test('a transaction that throws leaves nothing, and one that ends leaves everything', async (t) => {
  const sql = await open(t)
  const failing = sql.begin(async (tx) => {
    await tx`insert into stone (id, weight) values (1, 1)`
    throw new Error('changed my mind')
  })
  await assert.rejects(failing, /changed my mind/)
  const kept = await sql.begin(async (tx) => {
    await tx`insert into stone (id, weight) values (2, 1)`
    return 'kept'
  })
  assert.equal(kept, 'kept')
  const rows = await sql<{ id: number }[]>`select id from stone`
  assert.deepEqual(
    rows.map(({ id }) => id),
    [2],
  )
})

test('a broken constraint is known by its name', async (t) => {
  const sql = await open(t)
  const error = await sql`insert into stone (id, weight) values (1, -1)`.catch(
    (thrown: unknown) => thrown,
  )
  assert.ok(violates(error, 'stone_weight'))
  assert.ok(!violates(error, 'stone_pkey'))
})

test('a connection that is cut in the middle of a transaction is not used again', async (t) => {
  const sql = await open(t)
  const cut = sql.begin(async (tx) => {
    await tx`insert into stone (id, weight) values (1, 1)`
    await tx`select pg_terminate_backend(pg_backend_pid())`
  })
  await assert.rejects(cut)
  for (let round = 0; round < 6; round++) await sql`select 1`
  const rows = await sql`select id from stone`
  assert.equal(rows.length, 0)
})

test('a transaction whose server falls silent is given up once, and not a second time to undo it', async (t) => {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const proxy = openProxy(t)
  const url = await proxy.through(await copyTemplate(stack))
  const sql = connect(url, { connectionsMax: 1, statementTimeoutMs: 500 })
  stack.defer(() => sql.end())
  const twice = Promise.withResolvers()
  const held = sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0` // which would end the silence
    proxy.freeze()
    // A query times out after 1.5 s. Both timers begin here, so they end in this order on any machine.
    void sleep(2_250, 'asked twice', { ref: false }).then(twice.resolve)
    await tx`select 1`
  })
  await assert.rejects(Promise.race([held, twice.promise]), isDatabaseAway)
  await proxy.mend()
  assert.equal((await sql`select 3`).count, 1)
})

const PROGRAM = `
  const { connect } = await import(process.argv[1])
  await connect(process.argv[2])\`select 1\`
  console.log('done')`

test('a program ends although it holds an unused connection', async (t) => {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const args = [join(import.meta.dirname, 'db.ts'), await copyTemplate(stack)]
  const program = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, ...args])
  stack.defer(() => void program.kill('SIGKILL'))
  const ended = once(program, 'exit')
  await once(program.stdout, 'data')
  const [status] = await inTime('the end of the program', ended, 15_000) // half of an idle connection's life
  assert.equal(status, 0)
})
