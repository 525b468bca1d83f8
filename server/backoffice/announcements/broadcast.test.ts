import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import {
  countAudience,
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  type Audience,
} from '#contract/backoffice/announcements.ts'
import { editNewsByMail } from '#contract/accounts/newsletter.ts'
import { findTask, listTaskLines, retryTask, stopTask } from '#contract/core/tasks.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { makeGame } from '#tests/support/catalogue/catalog.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { makeBuyer, openPackShop, order } from '#tests/support/orders/orders.ts'
import { untilNewsFails, untilNoneIsSent } from '#tests/support/backoffice/refused-mails.ts'
import { breakOutside, mendOutside, retryJobsNow } from '#tests/support/shop/outside.ts'
import { signUp, type Member } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'

/** Asha has bought and has money. Bala bought long ago. Chitra is a reseller. Devi has never bought. */
async function open(t: TestContext) {
  const packShop = await openPackShop(t)
  const { shop, admin, item, asha, game } = packShop
  await shop.sql`update users set created_at = now() - interval '200 days'`
  const bala = await makeBuyer(shop, game, { INR: 100_00 })
  const [chitra, devi] = [await signUp(shop, 'Chitra Nair'), await signUp(shop, 'Devi Pillai')]
  await order(asha, { item })
  await order(bala, { item })
  await shop.sql`
    update orders set created_at = now() - interval '100 days', paid_at = now() - interval '100 days'
    where user_id = ${bala.id}`
  await shop.sql`update users set role = 'reseller' where id = ${chitra.id}`
  await shop.sql`update users set is_email_verified = true, created_at = now() - interval '200 days'`
  await shop.sql`update users set created_at = now() where id = ${devi.id}`
  const people = { asha, bala, chitra, devi } satisfies Record<string, Member>
  const announce = async (title: string, audience: Audience) => {
    const { data } = await admin.call(createAnnouncement, {
      title,
      message: 'Only until Sunday.',
      link: '/leaderboard',
      endsAt: null,
      isShown: false,
      audience,
    })
    return { id: data._id, taskId: data.mailing!.taskId }
  }
  const state = async (taskId: string) => (await admin.call(findTask, { id: taskId })).data
  const finish = (taskId: string) =>
    until('it is over', async () => {
      await shop.sql`
        update job set run_at = now() where name = 'work-task' and leased_by is null`
      return (await state(taskId)).state === 'done'
    })
  const has = async (who: Member, title: string) =>
    (await shop.inbox.read(who.email)).filter(({ subject }) => subject === title).length
  const whoHas = async (title: string) => {
    const got: string[] = []
    for (const [name, who] of Object.entries(people)) {
      const count = await has(who, title)
      assert.ok(count <= 1, `${name} has it ${count} times`)
      if (count === 1) got.push(name)
    }
    return got
  }
  return { ...packShop, people, announce, state, finish, whoHas, has }
}

test('a broadcast reaches each member of its group once, and nobody who opted out', async (t) => {
  const { shop, admin, people, game, announce, finish, whoHas, state } = await open(t)
  const other = await makeGame(admin)
  const groups: [Audience, string[]][] = [
    [{ group: 'everybody' }, ['asha', 'bala', 'chitra', 'devi']],
    [{ group: 'role', role: 'reseller' }, ['chitra']],
    [{ group: 'bought', days: 30 }, ['asha']],
    [{ group: 'bought', days: 150 }, ['asha', 'bala']],
    // Devi signed up too recently for "not bought".
    [{ group: 'not bought', days: 30 }, ['bala', 'chitra']],
    [{ group: 'game', gameId: game._id }, ['asha', 'bala']],
    [{ group: 'game', gameId: other._id }, []],
    [{ group: 'money' }, ['asha']],
    [{ group: 'people', userIds: [people.bala.id, people.devi.id] }, ['bala', 'devi']],
  ]
  await shop.sql`update users set is_email_verified = false where id = ${admin.id}`
  const begun = []
  for (const [audience, expected] of groups) {
    const { data } = await admin.call(countAudience, { audience })
    const title = JSON.stringify(audience).slice(0, 80)
    assert.deepEqual(data, { reachedCount: expected.length, unsubscribedCount: 0 }, title)
    begun.push({ title, expected, ...(await announce(title, audience)) })
  }
  for (const { title, expected, taskId } of begun) {
    await finish(taskId)
    assert.deepEqual(await whoHas(title), expected, title)
    const { done, total, counts } = await state(taskId)
    const sent = { label: 'Sent', count: expected.length }
    assert.deepEqual([done, total, counts[0]], [expected.length, expected.length, sent])
  }

  await people.asha.call(editNewsByMail, { isOn: false })
  await admin.call(editUserAsAdmin, { id: people.bala.id, isBlocked: true })
  await shop.sql`update users set is_email_verified = false where id = ${people.devi.id}`
  const child = await signUp(shop, 'Esha Sen')
  await shop.sql`update users set is_email_verified = true, age = 'minor' where id = ${child.id}`
  const everybody: Audience = { group: 'everybody' }
  const { data } = await admin.call(countAudience, { audience: everybody })
  assert.deepEqual(data, { reachedCount: 1, unsubscribedCount: 1 })
  const { taskId, id } = await announce('To who is left', everybody)
  await finish(taskId)
  assert.deepEqual(await whoHas('To who is left'), ['chitra'])
  assert.equal((await state(taskId)).total, 1)

  // Repeating a finished job sends nothing twice.
  await addJob(shop, 'mail-news', { announcementId: id, userId: people.chitra.id })
  await until('that is done', async () => {
    const [row] = await shop.sql`select from job where name = 'mail-news'`
    return row === undefined
  })
  assert.deepEqual(await whoHas('To who is left'), ['chitra'])

  const { data: list } = await admin.call(listAnnouncements, { page: 1, limit: 1, search: 'left' })
  assert.deepEqual(list.notifications[0]!.mailing, {
    audience: everybody,
    taskId,
    state: 'done',
    sentCount: 1,
    failedCount: 0,
    skippedCount: 0,
  })
  const nobody = await admin.call(createAnnouncement, {
    title: 'To nobody',
    message: '',
    link: '',
    endsAt: null,
    isShown: false,
  })
  assert.deepEqual([nobody.status, nobody.code], [400, 'ANNOUNCED_TO_NOBODY'])
})

test('a failed mail delays no others, and one of unknown outcome is not sent again', async (t) => {
  const { shop, admin, people, announce, finish, state, whoHas, has } = await open(t)
  const { asha, bala, chitra, devi } = people
  const audience: Audience = {
    group: 'people',
    userIds: [asha.id, bala.id, chitra.id, devi.id],
  }
  await shop.sql`update users set email = 'nobody@nowhere' where id = ${bala.id}`
  // The connection breaks after the server took the mail, so the shop can't know whether it was sent.
  await breakOutside(shop, { target: 'mail', kind: 'drop-reply' })
  const { taskId } = await announce('The line breaks', audience)
  await finish(taskId)
  await mendOutside(shop)
  assert.deepEqual(await whoHas('The line breaks'), ['asha', 'chitra', 'devi'])
  const { counts } = await state(taskId)
  assert.deepEqual(counts, [
    { label: 'Sent', count: 0 },
    { label: 'Failed', count: 4 },
    { label: 'Skipped', count: 0 },
  ])
  const { data } = await admin.call(listTaskLines, { id: taskId, page: 1, limit: 10, search: '' })
  const refused = data.lines.find(({ subject }) => subject === 'nobody@nowhere')
  assert.match(refused!.words, /refused it.*553/)

  // A mail server that temporarily refuses is retried.
  await breakOutside(shop, { target: 'mail', kind: 'error' })
  const later = await announce('Not just now', { group: 'people', userIds: [asha.id] })
  await until('it was tried', async () => {
    const [mail] = await shop.sql<{ attempts: number }[]>`select attempts from announcement_mail`
    return (mail?.attempts ?? 0) > 0
  })
  await mendOutside(shop)
  await retryJobsNow(shop)
  await finish(later.taskId)
  assert.equal(await has(asha, 'Not just now'), 1)

  // A node died while sending, so the next one does not send this mail.
  await breakOutside(shop, { target: 'mail', kind: 'error' })
  const killed = await announce('Cut off', { group: 'people', userIds: [asha.id] })
  await until('it was tried', async () => {
    const [mail] = await shop.sql`
      update announcement_mail set sending_since = now() - interval '1 hour'
      where attempts > 0 and sending_since is null returning user_id`
    return mail !== undefined
  })
  await mendOutside(shop)
  await retryJobsNow(shop)
  await finish(killed.taskId)
  assert.equal(await has(asha, 'Cut off'), 0)
  const ended = await state(killed.taskId)
  assert.deepEqual(ended.counts[1], { label: 'Failed', count: 1 })
})

test('a mail that fails while failures are being counted is counted', async (t) => {
  const { shop, people, announce, finish, state } = await open(t)
  await breakOutside(shop, { target: 'mail', kind: 'error' })
  await shop.sql.unsafe(`
    create function fail_now() returns trigger language plpgsql as $$ begin
      update announcement_mail set failure = 'Refused just now' where failure is null;
      return null;
    end $$;
    create trigger counting after delete on announcement_mail
      for each statement execute function fail_now()`)
  const { taskId } = await announce('Just now', { group: 'people', userIds: [people.asha.id] })
  await finish(taskId)
  const { counts } = await state(taskId)
  assert.deepEqual(counts[1], { label: 'Failed', count: 1 })
})

test('a stopped broadcast sends nothing, a resumed one sends the rest, and a deleted one ends', async (t) => {
  const { shop, admin, people, announce, finish, state, whoHas } = await open(t)
  await breakOutside(shop, { target: 'mail', kind: 'error' })
  const everybody: Audience = { group: 'everybody' }
  const { taskId } = await announce('In two halves', everybody)
  await untilNewsFails(shop, 4)
  await admin.call(stopTask, { id: taskId })
  await untilNoneIsSent(shop)
  await mendOutside(shop)
  await retryJobsNow(shop)
  await until('nobody is written to', async () => {
    const [job] = await shop.sql`select from job where name = 'mail-news'`
    return job === undefined
  })
  assert.deepEqual(await whoHas('In two halves'), [])
  await admin.call(retryTask, { id: taskId })
  await finish(taskId)
  assert.deepEqual(await whoHas('In two halves'), Object.keys(people))

  await breakOutside(shop, { target: 'mail', kind: 'error' })
  const gone = await announce('Deleted', everybody)
  await untilNewsFails(shop, 4)
  await admin.call(deleteAnnouncement, { id: gone.id })
  await untilNoneIsSent(shop)
  await mendOutside(shop)
  await retryJobsNow(shop)
  await finish(gone.taskId)
  assert.deepEqual(await whoHas('Deleted'), [])
  assert.match((await state(gone.taskId)).words, /deleted/)
})
