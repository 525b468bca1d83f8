import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endAlert, listAlerts } from '#contract/backoffice/alerts.ts'
import { listFailedJobs, retryJob } from '#contract/core/tasks.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { newEmail, signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

test('a failed job is reported once, can be retried, and is forgotten once it is done', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  await breakOutside(shop, { target: 'mail', kind: 'error' })
  const to = newEmail('never')
  await shop.sql.begin((tx) =>
    enqueue(tx, 'send-notice', { notice: 'welcome', to, fullName: 'Asha Rao' }, { attemptsMax: 1 }),
  )
  const jobOf = async () =>
    (
      await shop.sql<{ id: string; leasedBy: string | null; attempts: number }[]>`
        select id, leased_by, attempts from job where payload ->> 'to' = ${to}`
    )[0]
  const gaveUp = async () => (await jobOf())!.attempts === 1 && (await jobOf())!.leasedBy === null
  const look = async () => {
    await addJob(shop, 'look-at-jobs', {})
    await until('somebody has looked', async () => {
      const [job] = await shop.sql`select from job where name = 'look-at-jobs'`
      return job === undefined
    })
  }
  const alerts = async () => (await admin.call(listAlerts, {})).data
  await until('it gave up', gaveUp)
  await Promise.all([look(), look()])
  const [alert] = await alerts()
  assert.match(alert!.words, /^The job “send notice” failed too often\. .*451/)
  assert.equal(alert!.path, '/admin/task#failed')
  const { id } = (await jobOf())!
  const failed = async () => (await admin.call(listFailedJobs, {})).data
  assert.deepEqual(
    (await failed()).map((job) => [job._id, job.name, job.isTriedAgain]),
    [[id, 'send notice', false]],
  )

  assert.equal((await admin.call(retryJob, { id })).status, 200)
  await until('it gave up again', gaveUp)
  await look()
  assert.deepEqual(
    (await alerts()).map(({ _id }) => _id),
    [alert!._id],
  )
  await mendOutside(shop)
  assert.equal((await admin.call(retryJob, { id })).status, 200)
  await shop.inbox.waitFor(to, 1)
  await until('it is done', async () => (await jobOf()) === undefined)
  await look()
  assert.deepEqual([await alerts(), await failed()], [[], []])
  assert.equal((await admin.call(retryJob, { id })).code, 'NO_SUCH_JOB')
  const told = (await shop.inbox.read(admin.email)).filter(({ subject }) =>
    subject.startsWith('The job “'),
  )
  assert.ok(told.length <= 1)

  await shop.sql`
    insert into job (id, name, payload, run_at, attempts, attempts_max)
    values (gen_random_uuid(), 'sweep-images', '{}', now(), 12, 12)`
  await look()
  const [other] = await alerts()
  await admin.call(endAlert, { id: other!._id })
  await look()
  assert.deepEqual(await alerts(), [])
})
