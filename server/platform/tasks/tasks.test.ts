import assert from 'node:assert/strict'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import { exportOrders, exportTransactions } from '#contract/backoffice/exports.ts'
import {
  findTask,
  followTask,
  getTaskFile,
  hasTaskEnded,
  listTasks,
  retryTask,
  stopTask,
  type Task,
} from '#contract/core/tasks.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { download } from '#tests/support/calls/files.ts'
import { makeManyOrders, makePack } from '#tests/support/database/past-orders.ts'
import { signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import { shareAmongTests } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'
import { follow } from '#tests/support/calls/streams.ts'
import { begin, untilEnded } from '#tests/support/backoffice/tasks.ts'
import { until } from '#tests/support/shop/wait.ts'

const ALL = { search: '', searchIndex: 'invoiceId' } as const
const COUNT = 4_500 // five pieces

let shop: TestShop
let admin: Member
let invoices: string[]

const test = shareAmongTests(async (stack) => {
  shop = await openShop({ after: (close) => stack.defer(close) })
  admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  const pack = await makePack(admin)
  await makeManyOrders(shop.sql, { count: COUNT, days: 30, users: [asha.id], pack })
  invoices = (
    await shop.sql<{ invoice: string }[]>`
      select invoice from orders order by created_at desc, id desc`
  ).map(({ invoice }) => invoice)
  await shop.sql.unsafe(`
    create table hurdle (number int);
    create function meet_hurdle() returns trigger language plpgsql as $$
      begin
        if exists (select from hurdle where number = new.number) then raise 'The disk is full'; end if;
        return new;
      end $$;
    create trigger hurdle before insert on task_piece for each row execute function meet_hurdle()`)
})

const find = async ({ _id: id }: Pick<Task, '_id'>) => (await admin.call(findTask, { id })).data

const read = async ({ _id: id }: Pick<Task, '_id'>) => {
  const { rows } = await download(admin, getTaskFile, { id })
  return rows.map(([invoice]) => invoice)
}

/** Leaves out other alerts, such as the one about waiting orders a minute after the shop starts. */
const listTaskAlerts = async () =>
  (await admin.call(listAlerts, {})).data.filter(({ path }) => path.startsWith('/admin/task'))

/** Skips the wait before a retry. */
const hurry = async () => {
  await shop.sql`update job set run_at = now() where name = 'work-task'`
  return true
}

test('a failed task says why, can be stopped, and resumes without repeating anything', async () => {
  await shop.sql`insert into hurdle values (3)`
  const task = await begin(admin, exportOrders, ALL)
  await until('it is tried again', async () => (await find(task)).note !== '')
  const halfway = await find(task)
  assert.deepEqual([halfway.state, halfway.done, halfway.total], ['running', 2_000, COUNT])
  assert.match(halfway.note, /^Trying again\. .*The disk is full/)

  const id = task._id
  const { data: stopped } = await admin.call(stopTask, { id })
  assert.deepEqual([stopped.state, stopped.done, stopped.fileName], ['stopped', 2_000, null])
  assert.equal((await admin.call(stopTask, { id })).code, 'TASK_HAS_ENDED')
  assert.equal((await download(admin, getTaskFile, { id })).status, 404)

  assert.equal((await admin.call(retryTask, { id })).data.state, 'waiting')
  await until('it has failed', async () => (await hurry()) && hasTaskEnded(await find(task)))
  const failed = await find(task)
  assert.deepEqual([failed.state, failed.done], ['failed', 2_000])
  const words = 'Something went wrong: The disk is full'
  assert.equal(failed.words, words)
  assert.deepEqual(
    (await listTaskAlerts()).map((alert) => [alert.words, alert.path]),
    [[`“Orders” has failed. ${words}`, `/admin/task/${id}`]],
  )

  await shop.sql`delete from hurdle`
  await admin.call(retryTask, { id })
  const done = await untilEnded(admin, task)
  assert.deepEqual([done.state, done.done, done.total, done.words], ['done', COUNT, COUNT, ''])
  assert.deepEqual(await read(task), invoices)
  assert.deepEqual(await listTaskAlerts(), [])
  assert.equal((await admin.call(retryTask, { id })).code, 'TASK_GOES_ON')
  const actions = (await listActions(shop)).filter(({ subject }) => subject === `task ${id}`)
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['begin export-orders', 'stop task', 'retry task', 'retry task', 'download file'],
  )
})

test('two nodes with the same task do each piece once', async () => {
  const node = await shop.openNode()
  const task = await begin(admin, exportOrders, ALL)
  await until('it has ended', async () => {
    await shop.sql`
      insert into job (id, name, payload, run_at, attempts_max)
      select gen_random_uuid(), 'work-task', jsonb_build_object('taskId', id, 'turn', turn), now(), 12
      from task where id = ${task._id} and ended_at is null`
    return hasTaskEnded(await find(task))
  })
  assert.deepEqual(await read(task), invoices)
  await node.stop()
})

test('a task that keeps crashing without progress is given up', async () => {
  const task = await begin(admin, exportOrders, { ...ALL, status: 'refunded' })
  await untilEnded(admin, task)
  await shop.sql`
    update task set state = 'running', ended_at = null, failures = 5, turn = 90 where id = ${task._id}`
  await addJob(shop, 'work-task', { taskId: task._id, turn: 90 })
  const failed = await untilEnded(admin, task)
  assert.equal(failed.words, 'The process that ran it stopped in the middle, again and again')
})

test('a task is followed until it has ended, at any node', async () => {
  const node = await shop.openNode()
  await shop.sql`insert into hurdle values (2)`
  const { _id: id } = await begin(admin, exportOrders, ALL)
  const follower = await follow({ ...admin, url: node.url }, followTask, { id })
  await until('it is tried again', () => follower.events.some(({ note }) => note !== ''))
  await shop.sql`delete from hurdle`
  await hurry()
  await follower.waitForEnd()
  const last = follower.events.at(-1)!
  assert.deepEqual([last.state, last.done], ['done', COUNT])
  const dones = follower.events.map(({ done }) => done)
  assert.deepEqual(
    dones,
    dones.toSorted((one, other) => one - other),
  )
  await node.stop()
})

test('a double click begins one task, and staff see only the tasks of their rights', async () => {
  admin.headers['idempotency-key'] = 'pressed-twice'
  const [first, second] = await Promise.all([
    admin.call(exportTransactions, { search: '', searchIndex: 'UTR' }),
    admin.call(exportTransactions, { search: '', searchIndex: 'UTR' }),
  ])
  delete admin.headers['idempotency-key']
  assert.equal(first.data._id, second.data._id)
  const { _id: id } = await untilEnded(admin, first.data)

  const [ravi, rohan] = [await signUp(shop, 'Ravi Kumar'), await signUp(shop, 'Rohan Mehta')]
  await proveEmail(shop, ravi)
  await admin.call(editUserAsAdmin, { id: ravi.id, role: 'staff', rights: ['orders'] })
  const page = { page: 1, limit: 100, search: '' }
  const { data: all } = await admin.call(listTasks, page)
  assert.deepEqual(new Set(all.tasks.map(({ kind }) => kind)).size, 2)
  const { data: seen } = await ravi.call(listTasks, page)
  assert.deepEqual(new Set(seen.tasks.map(({ kind }) => kind)), new Set(['export-orders']))
  assert.equal(seen.totalTasks, all.totalTasks - 1)
  assert.equal((await ravi.call(listTasks, { ...page, by: 'me' })).data.totalTasks, 0)
  const failed = { ...page, kind: 'export-orders', state: 'failed' } as const
  assert.equal((await ravi.call(listTasks, failed)).data.totalTasks, 1)
  for (const call of [findTask, stopTask, retryTask] as const)
    assert.equal((await ravi.call(call, { id })).code, 'NO_SUCH_TASK')
  for (const call of [getTaskFile, followTask] as const) {
    assert.equal((await download(ravi, call, { id })).status, 404)
    assert.equal((await download(rohan, call, { id })).status, 403)
  }
  assert.equal((await rohan.call(listTasks, page)).code, 'ACCESS_DENIED')
})

test('a task’s file is kept for 30 days, and its record for good', async () => {
  const task = await untilEnded(admin, await begin(admin, exportOrders, ALL))
  const pieces = async () =>
    (await shop.sql`select from task_piece where task_id = ${task._id}`).length
  assert.equal(await pieces(), 5)
  await shop.sql`update task set ended_at = ended_at - interval '31 days' where id = ${task._id}`
  await addJob(shop, 'forget-files', {})
  await until('the file is gone', async () => (await pieces()) === 0)
  const kept = await find(task)
  assert.deepEqual([kept.state, kept.done, kept.fileName], ['done', COUNT, null])
  assert.equal((await download(admin, getTaskFile, { id: task._id })).status, 404)
})
