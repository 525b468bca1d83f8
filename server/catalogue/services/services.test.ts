import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editServices, listServices } from '#contract/catalogue/services.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'

test('every service is offered until an administrator switches it off, and others stay as they are', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const list = async () => (await shop.visitor.call(listServices, {})).data
  assert.deepEqual(await list(), [
    { name: 'api', title: 'API Services', group: 'upcoming', isOffered: true },
    { name: 'currency', title: 'Add One more Currency', group: 'new', isOffered: true },
    { name: 'game', title: 'Add One more Game', group: 'new', isOffered: true },
    { name: 'region', title: 'Check Region', group: 'new', isOffered: true },
  ])

  const offered = async () => (await list()).filter(({ isOffered }) => isOffered)
  await admin.call(editServices, { services: [{ name: 'game', isOffered: false }] })
  await admin.call(editServices, {
    services: [
      { name: 'api', isOffered: false },
      { name: 'region', isOffered: true },
    ],
  })
  assert.deepEqual(
    (await offered()).map(({ name }) => name),
    ['currency', 'region'],
  )
  await admin.call(editServices, { services: [{ name: 'game', isOffered: true }] })
  assert.equal((await offered()).length, 3)

  const [first] = await listActions(shop)
  assert.deepEqual(first, {
    action: 'edit services',
    subject: 'services',
    userId: admin.id,
    before: { api: true, currency: true, game: true, region: true },
    after: { api: true, currency: true, game: false, region: true },
  })
})

test('an unknown service is refused', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  for (const services of [[], [{ name: 'casino', isOffered: true }], 'api']) {
    const { status } = await admin.send('PUT', '/api/v1/service', { services })
    assert.equal(status, 400)
  }
})
