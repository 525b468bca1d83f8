import assert from 'node:assert/strict'
import { test } from 'node:test'
import { login } from '#contract/accounts/auth.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { reservePort } from '#tests/support/shop/ports.ts'
import { signUp, signUpByCall, tally } from '#tests/support/accounts/people.ts'
import { countJobs } from '#tests/support/database/find-text.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { untilWaitedFor } from '#tests/support/shop/race.ts'
import { inTime, until } from '#tests/support/shop/wait.ts'

const isOpen = ({ url }: TestShop) =>
  fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
    () => true,
    () => false,
  )

const ready = async ({ url }: TestShop) => (await fetch(`${url}/readyz`)).status

test('a stopping shop reports it, takes no new calls, and answers those under way', async (t) => {
  const calls = 20
  const shop = await openShop(t, {
    env: { DRAIN_SECONDS: '5', DATABASE_CONNECTIONS_MAX: String(calls + 10) },
  })
  const people = await Promise.all(Array.from({ length: calls }, () => signUp(shop, 'Asha Rao')))
  const { answers, stopping } = await shop.sql.begin(async (tx) => {
    await tx`lock table session in share mode` // sign-ins wait until this transaction ends
    const signingIn = people.map(({ email, password }) =>
      shop.visitor.call(login, { email, password }),
    )
    await untilWaitedFor(tx, calls)
    const whole = shop.stop()
    await until('it says that it is not ready', async () => (await ready(shop)) === 503)
    await until('it takes nothing new', async () => !(await isOpen(shop)))
    return { answers: Promise.all(signingIn), stopping: whole }
  })
  assert.deepEqual(tally(await answers), { 200: calls })
  await inTime('the shop stops without waiting for idle connections', stopping)
  assert.equal(await isOpen(shop), false)
})

test('a stopping shop finishes its running jobs and leaves the others to another node', async (t) => {
  const shop = await openShop(t, { env: { WORKER_CONCURRENCY: '2' } })
  const names = ['Anu Sen', 'Mani Das', 'Tara Jain', 'Leela Nair', 'Dev Pal']
  const people = await Promise.all(names.map((name) => signUpByCall(shop, name)))
  for (const { email } of people) await shop.inbox.waitFor(email, 1)
  await until('every job is done', async () => (await countJobs(shop.sql)) === 0)

  const challenges = await shop.sql<{ id: string }[]>`select id from challenge`
  assert.equal(challenges.length, people.length)
  const inHand = async () => {
    const [row] = await shop.sql<[{ held: number; waiting: number }]>`
      select count(leased_by) as held, count(*) - count(leased_by) as waiting from job`
    return row
  }
  const { stopping } = await shop.sql.begin(async (tx) => {
    await tx`lock table users in access exclusive mode` // the jobs wait before they mail
    await shop.sql.begin(async (adding) => {
      for (const { id } of challenges) await enqueue(adding, 'send-welcome', { challengeId: id })
    })
    await untilWaitedFor(tx, 2)
    assert.equal((await inHand()).held, 2)
    const whole = shop.stop()
    await until('it takes no calls, and stops its jobs next', async () => !(await isOpen(shop)))
    return { stopping: whole }
  })
  await stopping
  const { held, waiting } = await inHand()
  assert.equal(held, 0)
  const countMails = async () =>
    (await Promise.all(people.map(({ email }) => shop.inbox.read(email)))).flat().length
  const sent = (await countMails()) - people.length
  assert.equal(sent, people.length - waiting)
  assert.ok(sent >= 2 && waiting > 0, `${sent} sent, ${waiting} left`)

  await shop.openNode()
  for (const { email } of people) await shop.inbox.waitFor(email, 2)
  await until('every job is done', async () => (await countJobs(shop.sql)) === 0)
  assert.equal(await countMails(), 2 * people.length)
})

test('an idle shop stops at once, however often it is asked', async (t) => {
  const shop = await openShop(t)
  await inTime('the shop stops', Promise.all([shop.stop(), shop.stop()]))
})

test('a second node on the same port says what to do', async (t) => {
  const shop = await openShop(t)
  const { port } = new URL(shop.url)
  await assert.rejects(shop.openNode({ PORT: port }), {
    message: `The shop cannot listen on port ${port}. Stop what uses it, or set PORT.`,
  })
})

test('metrics have a port of their own', async (t) => {
  const port = await reservePort()
  const shop = await openShop(t, { env: { METRICS_PORT: String(port) } })
  await signUpByCall(shop, 'Asha Rao')
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const readPages = async () =>
    Number(/gemstall_pages_total\{status="200"\} (\d+)/.exec(await read())?.[1] ?? 0)
  const before = await readPages()
  for (let page = 0; page < 3; page++) await (await fetch(`${shop.url}/login`)).text()
  assert.equal(await readPages(), before + 3)
  const metrics = await read()
  assert.match(
    metrics,
    /gemstall_request_seconds_count\{method="POST",route="\/api\/v1\/auth\/signup",status="200"\} \d/,
  )
  assert.match(metrics, /process_resident_memory_bytes/)
  assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 404)
  assert.equal((await fetch(`${shop.url}/metrics`)).status, 404)
})
