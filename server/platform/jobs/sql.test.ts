import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { inspect } from 'node:util'
import { connect, type Sql } from '#server/platform/db/db.ts'
import { analyzeFully } from '#tests/support/database/plans/analyze.ts'
import { copyTemplate } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import * as rows from './sql.ts'

const MINUTE = 60_000

/** Creates a queue of this many jobs, in a database that no shop uses. */
async function openQueue(t: TestContext, jobs: number) {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const sql = connect(await copyTemplate(stack))
  stack.defer(() => sql.end())
  for (let index = 0; index < jobs; index += 1)
    await rows.insertJob(sql, {
      id: randomUUID(),
      name: 'clean-up',
      payload: { index },
      key: null,
      runAt: new Date(Date.now() - MINUTE + index),
      attemptsMax: 3,
    })
  return sql
}

const take = (sql: Sql, node: string, { count = 1, leaseSeconds = 30 } = {}) =>
  rows.takeJobs(sql, { node, names: ['clean-up'], count, leaseSeconds, now: new Date() })

const nodes = () => [randomUUID(), randomUUID()] as const

test('nodes that take jobs at the same time get different ones, and no more than they asked for', async (t) => {
  const sql = await openQueue(t, 20)
  const taken = await Promise.all(
    Array.from({ length: 10 }, () => take(sql, randomUUID(), { count: 3 })),
  )
  const ids = taken.flat().map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(taken.every(({ length }) => length <= 3))
})

test('the job that has waited longest is taken first', async (t) => {
  const sql = await openQueue(t, 3)
  const [job] = await take(sql, randomUUID())
  assert.deepEqual([job!.payload, job!.attempts], [{ index: 0 }, 1])
})

test('a job is taken over when its lease has expired, and not while it is renewed', async (t) => {
  const sql = await openQueue(t, 2)
  const [first, second] = nodes()
  const [one] = await take(sql, first)
  const [other] = await take(sql, second)
  await rows.renewLeases(sql, first, { ids: [one!.id], leaseSeconds: 0 })
  await rows.renewLeases(sql, second, { ids: [other!.id], leaseSeconds: 30 })
  const [job, ...rest] = await take(sql, randomUUID(), { count: 5 })
  assert.deepEqual([job!.attempts, rest.length], [2, 0])
})

test('a job that a node took without noticing is not renewed with its others', async (t) => {
  const sql = await openQueue(t, 2)
  const [node] = nodes()
  const [known] = await take(sql, node, { leaseSeconds: 0.2 })
  const [unheard] = await take(sql, node, { leaseSeconds: 0.2 })
  await rows.renewLeases(sql, node, { ids: [known!.id], leaseSeconds: 30 })
  await until('its lease is over', async () => {
    const [job] = await take(sql, randomUUID())
    return job?.id === unheard!.id
  })
})

test('a node that lost a job can neither end nor postpone it', async (t) => {
  const sql = await openQueue(t, 1)
  const [first, second] = nodes()
  const [job] = await take(sql, first, { leaseSeconds: 0 })
  await take(sql, second)
  const { id } = job!
  await rows.deleteJob(sql, { id, node: first })
  await rows.postponeJob(sql, { id, node: first, error: 'late', runAt: new Date() })
  const [kept] = await sql`select leased_by, last_error from job`
  assert.deepEqual(kept, { leasedBy: second, lastError: null })
  await rows.deleteJob(sql, { id, node: second })
  assert.equal((await sql`select from job`).length, 0)
})

test('a stopping node releases its own jobs, and a lone node takes over all', async (t) => {
  const sql = await openQueue(t, 3)
  const [first, second] = nodes()
  await take(sql, first)
  await take(sql, second)
  await rows.releaseLeases(sql, first)
  const held = () =>
    sql<{ leasedBy: string }[]>`select leased_by from job where leased_by is not null`
  assert.deepEqual(
    (await held()).map(({ leasedBy }) => leasedBy),
    [second],
  )
  await rows.releaseAllLeases(sql)
  assert.equal((await held()).length, 0)
  assert.equal((await take(sql, first, { count: 5 })).length, 3)
})

test('a scheduled job runs once each time it is due, whichever node takes it', async (t) => {
  const sql = await openQueue(t, 0)
  const schedules = [
    { name: 'clean-up', everySeconds: 3_600 },
    { name: 'other', everySeconds: 600 },
  ]
  const start = Date.now()
  const look = (minutes: number) =>
    rows.insertDueJobs(sql, schedules, 3, new Date(start + minutes * MINUTE))
  const names = async () => {
    const jobs = await sql<{ name: string }[]>`delete from job returning name`
    return jobs.map(({ name }) => name)
  }
  await look(0)
  assert.deepEqual(await names(), [])
  await Promise.all([look(11), look(11), look(11)])
  assert.deepEqual(await names(), ['other'])
  await look(20)
  assert.deepEqual(await names(), [])
  await look(200)
  assert.deepEqual((await names()).toSorted(), ['clean-up', 'other'])
})

test('a scheduled job runs again, even after it failed for good', async (t) => {
  const sql = await openQueue(t, 0)
  const schedules = [{ name: 'clean-up', everySeconds: 60 }]
  const start = Date.now()
  for (const minute of [0, 2])
    await rows.insertDueJobs(sql, schedules, 3, new Date(start + minute * MINUTE))
  await sql`update job set attempts = attempts_max, last_error = 'no luck'`
  await rows.insertDueJobs(sql, schedules, 3, new Date(start + 4 * MINUTE))
  const jobs = await sql`select attempts from job`
  assert.deepEqual(
    jobs.map(({ attempts }) => attempts),
    [0],
  )
})

test('the job that has waited longest is taken first, without reading the thousands behind it', async (t) => {
  const sql = await openQueue(t, 0)
  await sql`
    insert into job (id, name, payload, run_at, attempts_max)
    select gen_random_uuid(), case when number <= 20000 then 'send-order-mail' when number % 2 = 0 then 'reseal' else 'clean-up' end,
      jsonb_build_object('number', number), now() - interval '1 day' + number * interval '1 second', 3
    from generate_series(1, 20010) number`
  await analyzeFully(sql, 'job')
  const countRead = async () => {
    await sql`select pg_stat_force_next_flush()`
    const [row] = await sql<[{ count: number }]>`
      select sum(idx_tup_read)::bigint + (select seq_tup_read from pg_stat_user_tables where relname = 'job') as count
      from pg_stat_user_indexes where relname = 'job'`
    return row.count
  }
  const before = await countRead()
  const names = ['clean-up', 'reseal']
  const input = { node: randomUUID(), names, count: 3, leaseSeconds: 30, now: new Date() }
  const taken = await rows.takeJobs(sql, input)
  assert.deepEqual(
    taken.map(({ payload }) => payload).toSorted((a, b) => (inspect(a) < inspect(b) ? -1 : 1)),
    [20_001, 20_002, 20_003].map((number) => ({ number })),
  )
  const mails = { ...input, names: ['send-order-mail', 'send-notice'] }
  assert.equal((await rows.takeJobs(sql, mails)).length, 3)
  const read = (await countRead()) - before
  assert.ok(read < 100, `${read} rows`)
})
