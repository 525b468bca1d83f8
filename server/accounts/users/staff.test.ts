import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { endAlert, listAlerts } from '#contract/backoffice/alerts.ts'
import { deleteUser } from '#contract/accounts/auth.ts'
import { claimOrder, listWaiting } from '#contract/orders/deliveries.ts'
import type { Right } from '#contract/core/endpoint.ts'
import { editOrder, findOrderAsAdmin, followOrder, listAllOrders } from '#contract/orders/orders.ts'
import { editWebsite } from '#contract/catalogue/settings.ts'
import { editUser, editUserAsAdmin, findUser, getUser } from '#contract/accounts/users.ts'
import { addMoney } from '#contract/money/wallet.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { setUpApp } from '#tests/support/accounts/factors.ts'
import { openPackShop, order } from '#tests/support/orders/orders.ts'
import { logIn, newEmail, signUp, type Member } from '#tests/support/accounts/people.ts'
import { makeStaff, proveEmail } from '#tests/support/accounts/staff.ts'
import { follow } from '#tests/support/calls/streams.ts'

async function openOffice(t: TestContext) {
  const packShop = await openPackShop(t)
  const { shop, admin } = packShop
  const employOne = (name: string, ...rights: Right[]) => makeStaff(shop, admin, { name, rights })
  return { ...packShop, employ: employOne }
}

async function permissionsOf(who: Member) {
  const { role, rights } = (await who.call(getUser, {})).data
  return [role, ...rights]
}

const seen = async (who: Member) =>
  (await who.call(listAlerts, {})).data.map(({ path }) => path).toSorted()

const orders = {
  page: 1,
  limit: 10,
  search: '',
  searchIndex: 'invoiceId',
  sort: '-createdAt',
} as const

test('only administrators grant rights, only staff have them, and revoking applies at the next call', async (t) => {
  const { shop, admin, asha, employ } = await openOffice(t)
  const ravi = await employ('Ravi Kumar', 'support', 'orders', 'orders')
  const edit = async (id: string, change: object, who: Member = admin) =>
    (await who.call(editUserAsAdmin, { id, ...change })).code
  assert.deepEqual(await permissionsOf(ravi), ['staff', 'orders', 'support'])
  assert.equal((await ravi.call(listAllOrders, orders)).status, 200)
  await edit(ravi.id, { rights: ['customers'] })
  assert.equal((await ravi.call(listAllOrders, orders)).code, 'ACCESS_DENIED')

  const omar = await employ('Omar Other')
  for (const change of [{ role: 'admin' }, { role: 'staff' }, { rights: ['orders'] }])
    assert.equal(await edit(asha.id, change, ravi), 'ACCESS_DENIED')
  for (const colleague of [omar, admin])
    assert.equal(await edit(colleague.id, { isBlocked: true }, ravi), 'COLLEAGUE')
  assert.equal(await edit(ravi.id, { isBlocked: false }, ravi), 'OWN_ACCOUNT')
  assert.equal(await edit(asha.id, { isBlocked: true }, ravi), undefined)
  assert.equal((await admin.call(findUser, { id: asha.id })).data.isBlocked, true)
  assert.equal((await ravi.call(deleteUser, {})).code, 'ADMIN_STAYS')

  await edit(ravi.id, { role: 'user' })
  await edit(ravi.id, { role: 'staff' })
  assert.deepEqual(await permissionsOf(ravi), ['staff'])
  await edit(asha.id, { rights: ['orders'] })
  assert.deepEqual((await admin.call(findUser, { id: asha.id })).data.rights, [])
  const done = await listActions(shop)
  const byRavi = done.filter(({ userId }) => userId === ravi.id)
  assert.deepEqual(
    byRavi.map(({ action, subject, after }) => [action, subject, after]),
    [['edit user', `user ${asha.id}`, { role: 'user', isBlocked: true }]],
  )
})

test('staff with the orders right handle orders until the right is revoked', async (t) => {
  const { shop, admin, asha, item, employ } = await openOffice(t)
  const ravi = await employ('Ravi Kumar', 'orders')
  const sita = await employ('Sita Devi', 'support')
  const { _id: id } = (await order(asha, { item })).data
  assert.equal((await ravi.call(claimOrder, { id, isClaimed: true })).status, 200)
  const followed = await follow(ravi, followOrder, { id })
  assert.equal((await followed.waitFor(1)).status, 'processing')
  assert.equal((await follow(sita, followOrder, { id })).status, 404)
  const claimOf = async () => (await admin.call(listWaiting, {})).data.waiting[0]!.claim
  assert.equal((await claimOf())!._id, ravi.id)

  const end = { id, status: 'refunded', note: '', reference: '' } as const
  const toSource = await ravi.call(editOrder, { ...end, refundTo: 'source' })
  assert.equal(toSource.code, 'ACCESS_DENIED') // a payout needs the right to payments
  await setUpApp(ravi)
  shop.wait(10 * 60_000)
  assert.equal((await ravi.call(editOrder, end)).code, 'SECOND_FACTOR_NEEDED')
  const stolen = await logIn(ravi)
  assert.equal((await follow(stolen, followOrder, { id })).status, 404)
  assert.equal((await stolen.call(findOrderAsAdmin, { id })).code, 'SECOND_FACTOR_NEEDED')

  await admin.call(editUserAsAdmin, { id: ravi.id, rights: ['payments'] })
  assert.equal(await claimOf(), null)
  assert.equal((await ravi.call(claimOrder, { id, isClaimed: true })).code, 'ACCESS_DENIED')
  await admin.call(editOrder, end)
  await followed.waitForEnd()
  assert.equal(followed.events.length, 1, 'nothing after the right was gone')
})

test('staff can work while the shop is closed, on the screens of their rights', async (t) => {
  const { shop, admin, asha, employ } = await openOffice(t)
  const ravi = await employ('Ravi Kumar', 'orders')
  await admin.call(editWebsite, { isClosed: true, message: '' })
  const codes = await Promise.all(
    [asha, ravi].map(async (one) => (await one.call(addMoney, { amount: 500_00 })).code),
  )
  assert.deepEqual(codes, ['WEBSITE_CLOSED', 'PAYMENTS_NOT_OFFERED'])
  await shop.sql`
    insert into alert (id, key, words, path, since, ends_by_hand)
    select gen_random_uuid(), path, path, path, now(), true
    from unnest(array['/admin/waiting', '/admin/sources?tab=prices', '/admin/settings']) path`
  assert.equal((await seen(admin)).length, 3)
  assert.deepEqual(await seen(ravi), ['/admin/waiting'])
  assert.deepEqual(await seen(await employ('Sita Devi')), [])
  for (const { _id: id, path } of (await admin.call(listAlerts, {})).data) {
    const { code } = await ravi.call(endAlert, { id })
    assert.equal(code, path === '/admin/waiting' ? undefined : 'NO_SUCH_ALERT')
  }
})

test('roles are given only to verified emails, and staff cannot change theirs', async (t) => {
  const { shop, admin, asha } = await openOffice(t)
  const give = (change: object) => admin.call(editUserAsAdmin, { id: asha.id, ...change })
  for (const role of ['admin', 'staff', 'reseller'] as const) {
    const { status, code, errors } = await give({ role })
    assert.deepEqual([status, code, errors[0]!.field], [409, 'EMAIL_UNPROVEN', 'role'])
  }
  assert.deepEqual(await permissionsOf(asha), ['user'])
  assert.equal((await give({ role: 'user', isBlocked: false })).status, 200)
  await proveEmail(shop, asha)
  for (const role of ['reseller', 'staff', 'admin'] as const) {
    assert.equal((await give({ role })).status, 200)
    if (role === 'reseller') continue
    const kept = await asha.call(editUser, { email: newEmail('Another'), fullName: 'Asha R' })
    assert.deepEqual([kept.status, kept.code, kept.errors[0]!.field], [409, 'STAFF_EMAIL', 'email'])
    assert.equal((await asha.call(editUser, { email: asha.email, fullName: 'Asha R' })).status, 200)
  }
  assert.equal((await give({ role: 'user' })).status, 200)
  assert.equal((await asha.call(editUser, { email: newEmail('Another') })).status, 200)
  assert.equal((await give({ role: 'staff' })).code, 'EMAIL_UNPROVEN')
  await proveEmail(shop, asha)
  assert.equal((await give({ role: 'staff' })).code, 'EMAIL_JUST_CHANGED')
  assert.deepEqual(await permissionsOf(asha), ['user'])
  await shop.sql`update address_undo set expires_at = now() where user_id = ${asha.id}`
  assert.equal((await give({ role: 'staff' })).status, 200)

  const omar = await signUp(shop, 'Omar Other')
  await proveEmail(shop, omar)
  const email = newEmail('Another')
  await Promise.all([
    admin.call(editUserAsAdmin, { id: omar.id, role: 'staff' }),
    omar.call(editUser, { email }),
  ])
  const { data } = await omar.call(getUser, {})
  assert.ok(data.role === 'user' || data.isEmailVerified, `${data.role} with an unproven email`)
})
