import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Sql } from '#server/platform/db/db.ts'
import { breakOutside, mendOutside, retryJobsNow } from '#tests/support/shop/outside.ts'
import { newEmail } from '#tests/support/accounts/people.ts'
import { openProxy } from '#tests/support/network/proxy.ts'
import { countJobs } from '#tests/support/database/find-text.ts'
import { untilWaitedFor } from '#tests/support/shop/race.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { enqueue } from './jobs.ts'

type Options = Parameters<typeof enqueue>[3]

const promiseMail = (sql: Sql, to: string, options: Options = {}) =>
  sql.begin((tx) =>
    enqueue(tx, 'send-notice', { notice: 'welcome', to, fullName: 'Asha Rao' }, options),
  )

type JobRow = { attempts: number; lastError: string | null; runAt: Date; leasedBy: string | null }

const jobsOf = (sql: Sql, to: string) =>
  sql<JobRow[]>`
    select attempts, last_error, run_at, leased_by from job where payload ->> 'to' = ${to}`

/** Records each failure from now on, with the milliseconds until its retry. */
async function keepFailures(sql: Sql) {
  await sql.unsafe(`
    create table failure (id serial, wait int, last_error text);
    create function keep_failure() returns trigger language plpgsql as $$ begin
      insert into failure (wait, last_error)
      values (extract(epoch from new.run_at - clock_timestamp()) * 1000, new.last_error);
      return null;
    end $$;
    create trigger failed after update of last_error on job
      for each row execute function keep_failure()`)
  return () => sql<{ wait: number; lastError: string }[]>`
    select wait, last_error from failure order by id`
}

const idle = (sql: Sql) => until('every job is done', async () => (await countJobs(sql)) === 0)

test('a job exists only if its transaction committed, and then runs once', async (t) => {
  const shop = await openShop(t)
  const [undone, done] = [newEmail('undone'), newEmail('done')]
  const failing = shop.sql.begin(async (tx) => {
    await enqueue(tx, 'send-notice', { notice: 'welcome', to: undone, fullName: 'Asha' })
    throw new Error('changed my mind')
  })
  await assert.rejects(failing, /changed my mind/)
  await promiseMail(shop.sql, done)
  await idle(shop.sql)
  assert.equal((await shop.inbox.read(done)).length, 1)
  assert.equal((await shop.inbox.read(undone)).length, 0)
})

test('three nodes run thirty jobs once each', async (t) => {
  const shop = await openShop(t)
  await Promise.all([shop.openNode(), shop.openNode()])
  const to = newEmail('busy')
  await Promise.all(Array.from({ length: 30 }, () => promiseMail(shop.sql, to)))
  await idle(shop.sql)
  assert.equal((await shop.inbox.read(to)).length, 30)
})

test('a failing job is retried with growing pauses, and its error is stored', async (t) => {
  const shop = await openShop(t)
  await breakOutside(shop, { target: 'mail', kind: 'error' })
  const to = newEmail('later')
  const failures = await keepFailures(shop.sql)
  await promiseMail(shop.sql, to)
  await until('it has failed three times', async () => {
    await retryJobsNow(shop)
    return (await failures()).length >= 3
  })
  await mendOutside(shop)
  const [first, second, third] = await failures()
  for (const { lastError } of [first!, second!, third!]) assert.match(lastError, /451/)
  const waits = [first!, second!, third!].map(({ wait }) => wait)
  assert.ok(waits[0]! < waits[1]! && waits[1]! < waits[2]!, waits.join(', '))
  await retryJobsNow(shop)
  await idle(shop.sql)
  assert.equal((await shop.inbox.read(to)).length, 1)
  assert.deepEqual(await jobsOf(shop.sql, to), Object.assign([], { count: 0 }))
})

test('a job that used up its attempts is kept and not run again', async (t) => {
  const shop = await openShop(t)
  await breakOutside(shop, { target: 'mail', kind: 'error' })
  const to = newEmail('never')
  await promiseMail(shop.sql, to, { attemptsMax: 1 })
  await until('it has failed', async () => (await jobsOf(shop.sql, to))[0]!.lastError !== null)
  await mendOutside(shop)
  await retryJobsNow(shop)
  const next = newEmail('next')
  await promiseMail(shop.sql, next)
  await shop.inbox.waitFor(next, 1)
  assert.equal((await shop.inbox.read(to)).length, 0)
  assert.equal((await jobsOf(shop.sql, to))[0]!.attempts, 1)
})

test('a job waits for its time', async (t) => {
  const shop = await openShop(t)
  const [later, now] = [newEmail('later'), newEmail('now')]
  await promiseMail(shop.sql, later, { runAt: new Date(Date.now() + 60_000) })
  await promiseMail(shop.sql, now)
  await shop.inbox.waitFor(now, 1)
  assert.equal((await shop.inbox.read(later)).length, 0)
  shop.wait(60_000)
  await shop.inbox.waitFor(later, 1)
})

test('a job with the key of a waiting job is not added', async (t) => {
  const shop = await openShop(t)
  const to = newEmail('keyed')
  const runAt = new Date(Date.now() + 60_000)
  await promiseMail(shop.sql, to, { key: 'only one', runAt })
  await promiseMail(shop.sql, to, { key: 'only one' })
  assert.equal((await jobsOf(shop.sql, to)).length, 1)
  shop.wait(60_000)
  await shop.inbox.waitFor(to, 1)
  await idle(shop.sql)
  await promiseMail(shop.sql, to, { key: 'only one' })
  await shop.inbox.waitFor(to, 2)
})

test('jobs of a dead node are taken over, and those of a living one are not', async (t) => {
  const shop = await openShop(t)
  const [orphan, held] = [newEmail('orphan'), newEmail('held')]
  for (const [to, seconds] of [
    [held, 60],
    [orphan, 0.5],
  ] as const) {
    const payload = JSON.stringify({ notice: 'welcome', to, fullName: 'Asha Rao' })
    await shop.sql`
      insert into job (id, name, payload, run_at, attempts, attempts_max, leased_by, leased_until)
      values (${randomUUID()}, 'send-notice', ${payload}, now(), 1, 12, ${randomUUID()},
        now() + make_interval(secs => ${seconds}))`
  }
  await shop.inbox.waitFor(orphan, 1)
  assert.equal((await shop.inbox.read(held)).length, 0)
})

test('an unknown job is left to a node that knows it', async (t) => {
  const shop = await openShop(t)
  await shop.sql`
    insert into job (id, name, payload, run_at, attempts_max)
    values (${randomUUID()}, 'from-the-future', '{}', now() - interval '1 hour', 12)`
  const to = newEmail('known')
  await promiseMail(shop.sql, to)
  await shop.inbox.waitFor(to, 1)
  const [job] = await shop.sql`select attempts from job where name = 'from-the-future'`
  assert.equal(job!['attempts'], 0)
})

test('the queue continues after its connections were cut', async (t) => {
  const shop = await openShop(t)
  for (let round = 0; round < 2; round += 1) {
    await shop.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    const to = newEmail('after')
    await promiseMail(shop.sql, to)
    await shop.inbox.waitFor(to, 1)
  }
})

test('a job whose completion cannot be stored at once is not repeated', async (t) => {
  const proxy = openProxy(t)
  const shop = await openShop(t, { reach: proxy.through })
  const to = newEmail('once')
  await shop.sql.unsafe(`
    create function hold() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(1);
      return old;
    end $$;
    create trigger held before delete on job for each row execute function hold()`)
  await shop.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(1)`
    await promiseMail(shop.sql, to)
    await untilWaitedFor(tx) // the mail is delivered, and the end of the job about to be written
    await proxy.cut()
    await tx`
      select pg_terminate_backend(pid) from pg_locks
      where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
    await until('the end could not be written', () =>
      shop.log.some((line) => line.includes('end of a job cannot be recorded yet')),
    )
  })
  assert.equal((await shop.inbox.read(to)).length, 1)
  await proxy.mend()
  await idle(shop.sql)
  assert.equal((await shop.inbox.read(to)).length, 1)
})

test('garbage from a mail server fails the job, and its text is stored', async (t) => {
  const proxy = openProxy(t)
  const url = await proxy.through('smtp://anyone:secret@localhost')
  proxy.babble('\0\u0007what?\r\n')
  const shop = await openShop(t, { env: { SMTP_URL: url } })
  const to = newEmail('babbled')
  await promiseMail(shop.sql, to)
  await until('it has failed', async () => (await jobsOf(shop.sql, to))[0]!.lastError !== null)
  const [job] = await jobsOf(shop.sql, to)
  assert.ok(job!.lastError!.includes('\ufffd\u0007what?'), job!.lastError!)
  assert.equal(job!.leasedBy, null)
  assert.ok(job!.runAt.getTime() > Date.now())
})

test('a job whose completion can never be stored expires without endless retries', async (t) => {
  const shop = await openShop(t)
  await shop.sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'never'; end $$;
    create trigger never_done before delete on job for each row execute function refuse()`)
  const to = newEmail('refused')
  await promiseMail(shop.sql, to)
  const said = () => shop.log.filter((line) => line.includes('end of a job cannot be recorded'))
  await until('it has been tried', async () => said().length > 0)
  await promiseMail(shop.sql, newEmail('next'))
  await until('the next had its turn', async () => said().length > 1)
  const [job] = await jobsOf(shop.sql, to)
  assert.equal(said().length, 2)
  assert.equal(job!.attempts, 1)
  assert.notEqual(job!.leasedBy, null)
})

test('a job whose completion a full disk refuses is completed once there is room', async (t) => {
  const shop = await openShop(t)
  await shop.sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin
      raise 'no space left on device' using errcode = '53100';
    end $$;
    create trigger full_disk before delete on job for each row execute function refuse()`)
  const to = newEmail('full')
  await promiseMail(shop.sql, to)
  await until('the end could not be written', () =>
    shop.log.some((line) => line.includes('end of a job cannot be recorded yet')),
  )
  await shop.sql`drop trigger full_disk on job`
  await idle(shop.sql)
  assert.equal((await shop.inbox.read(to)).length, 1)
})
