import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import {
  createAnnouncement,
  deleteAnnouncement,
  getAnnouncement,
  listAnnouncements,
} from '#contract/backoffice/announcements.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const HOUR = 60 * 60 * 1000

async function open(t: TestContext) {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const current = async ({ visitor }: TestShop = shop) =>
    (await visitor.call(getAnnouncement, {})).data?.title ?? null
  const announce = async (title: string, endsAt: string | null = null) => {
    const { data } = await admin.call(createAnnouncement, { title, message: '', link: '', endsAt })
    return data
  }
  return { shop, admin, current, announce }
}

const inAnHour = () => new Date(Date.now() + HOUR).toISOString()

test('the shop shows the newest announcement, and the one before it once that is deleted', async (t) => {
  const { shop, admin, current, announce } = await open(t)
  assert.equal(await current(), null)
  await announce('First')
  const second = await announce('Second', inAnHour())
  const { isShown: _isShown, mailing: _mailing, ...shown } = second
  assert.deepEqual((await shop.visitor.call(getAnnouncement, {})).data, shown)

  const { message } = await admin.call(deleteAnnouncement, { id: second._id })
  assert.equal(message, 'Announcement deleted')
  assert.equal(await current(), 'First')
  const again = await admin.call(deleteAnnouncement, { id: second._id })
  assert.deepEqual([again.status, again.message], [404, 'Announcement not found'])

  const { endsAt } = second
  assert.deepEqual(
    (await listActions(shop)).map(({ action, before, after }) => [action, before, after]),
    [
      ['create announcement', null, { title: 'First', message: '', link: '', endsAt: null }],
      ['create announcement', null, { title: 'Second', message: '', link: '', endsAt }],
      ['delete announcement', { title: 'Second', message: '', link: '', endsAt }, null],
    ],
  )
})

test('an announcement ends on time on every node, even if a node’s clock is behind', async (t) => {
  const { shop, current, announce } = await open(t)
  const other = await shop.openNode()
  await announce('Until further notice')
  await announce('For an hour', inAnHour())
  await until('the other node knows', async () => (await current(other)) === 'For an hour')
  assert.equal(await current(), 'For an hour')

  shop.wait(HOUR + 1)
  for (const node of [shop, other])
    await until('it has ended', async () => (await current(node)) === 'Until further notice')
})

test('an announcement that ends before it begins is refused', async (t) => {
  const { admin, current } = await open(t)
  const endsAt = new Date(Date.now() - 1).toISOString()
  const input = { title: 'Too late', message: '', link: '', endsAt }
  const { status, code, errors } = await admin.call(createAnnouncement, input)
  assert.deepEqual([status, code, errors[0]?.field], [400, 'ENDS_IN_THE_PAST', 'endsAt'])
  for (const change of [
    { title: '' },
    { title: 'x'.repeat(81) },
    { title: 'Sale', link: 'javascript:alert(1)' },
    { title: 'Sale', link: '//evil.example' },
    { title: 'Sale', endsAt: 'tomorrow' },
  ])
    assert.equal((await admin.send('POST', '/api/v1/notification', change)).status, 400)
  assert.equal(await current(), null)
})

test('administrators list, page and search all announcements, newest first', async (t) => {
  const { admin, announce } = await open(t)
  for (const title of ['Ruby sale', 'Sapphire sale', 'New games', '100% off']) await announce(title)
  const list = async (page: number, limit: number, search = '') => {
    const { data } = await admin.call(listAnnouncements, { page, limit, search })
    return [data.total, ...data.notifications.map(({ title }) => title)]
  }
  assert.deepEqual(await list(1, 3), [4, '100% off', 'New games', 'Sapphire sale'])
  assert.deepEqual(await list(2, 3), [4, 'Ruby sale'])
  assert.deepEqual(await list(1, 10, 'SALE'), [2, 'Sapphire sale', 'Ruby sale'])
  assert.deepEqual(await list(1, 10, '%'), [1, '100% off'])
})
