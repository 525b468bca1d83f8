import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reauthenticate } from '#contract/accounts/auth.ts'
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  confirmByPasskey,
} from '#contract/accounts/second-factor.ts'
import { editUser, getUser } from '#contract/accounts/users.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { createPasskey } from '#tests/support/accounts/passkey.ts'
import { logIn, PASSWORD, tally } from '#tests/support/accounts/people.ts'
import { openPackShop, order, orderByUpi } from '#tests/support/orders/orders.ts'

const MINUTE_MS = 60_000

/** A customer whose session is older than ten minutes, with a lock of 250 rupees. The pack costs 100. */
async function openLockedShop(t: Parameters<typeof openPackShop>[0]) {
  const packShop = await openPackShop(t)
  const { shop, asha } = packShop
  const { data, status, message } = await asha.call(editUser, { spendingLock: 250_00 })
  assert.deepEqual([status, data?.spendingLock], [200, 250_00], message)
  shop.wait(11 * MINUTE_MS)
  return packShop
}

const balanceOf = async ({ asha }: Awaited<ReturnType<typeof openPackShop>>) =>
  (await asha.call(getUser, {})).data.balance

test('a wallet spends no more than its lock in 24 hours, until the password is given', async (t) => {
  const packShop = await openLockedShop(t)
  const { shop, admin, asha, item } = packShop
  assert.equal((await order(asha, { item })).status, 200)
  assert.equal((await order(asha, { item, currency: 'USD' })).status, 200) // counts in rupees
  const refused = await order(asha, { item })
  assert.deepEqual([refused.status, refused.code], [403, 'PASSWORD_NEEDED'])
  await admin.call(choosePaymentGateway, { active: 'razorpay' })
  assert.equal((await orderByUpi(asha, { item })).status, 200) // the bank asks for its own PIN
  assert.equal(await balanceOf(packShop), 900_00)
  await asha.call(reauthenticate, { password: PASSWORD })
  assert.equal((await order(asha, { item })).status, 200)
  shop.wait(25 * 60 * MINUTE_MS)
  const later = { ...(await logIn(asha)), gameDetailId: asha.gameDetailId }
  shop.wait(11 * MINUTE_MS)
  assert.equal((await order(later, { item })).status, 200)
})

test('a customer with a passkey shows it to spend beyond the lock, and the password is not enough', async (t) => {
  const { shop, asha, item } = await openLockedShop(t)
  const passkey = createPasskey(shop.url)
  const begun = await asha.call(beginPasskey, { password: PASSWORD })
  const added = await asha.call(addPasskey, {
    name: 'My phone',
    answer: passkey.register(begun.data),
  })
  assert.equal(added.status, 200, added.message)
  const later = { ...(await logIn(asha)), gameDetailId: asha.gameDetailId }
  const places = async () => (await order(later, { item })).code
  assert.deepEqual([await places(), await places()], [undefined, undefined])
  assert.equal(await places(), 'SECOND_FACTOR_NEEDED')
  await later.call(reauthenticate, { password: PASSWORD })
  assert.equal(await places(), 'SECOND_FACTOR_NEEDED')
  const change = { email: 'thief@example.test' }
  assert.equal((await later.call(editUser, change)).code, 'SECOND_FACTOR_NEEDED')
  const { data } = await later.call(askPasskey, {})
  await later.call(confirmByPasskey, { answer: passkey.answer(data) })
  assert.equal(await places(), undefined)
  assert.equal((await later.call(editUser, change)).status, 200)
})

test('many orders at once never go beyond the lock', async (t) => {
  const packShop = await openLockedShop(t)
  const { asha, item } = packShop
  const answers = await Promise.all(Array.from({ length: 8 }, () => order(asha, { item })))
  assert.deepEqual(tally(answers), { 200: 2, 403: 6 })
  assert.equal(await balanceOf(packShop), 800_00)
})

test('a refunded order gives its amount back to the lock', async (t) => {
  const packShop = await openLockedShop(t)
  const { admin, asha, item } = packShop
  const { _id: id } = (await order(asha, { item })).data
  assert.equal((await order(asha, { item })).status, 200)
  assert.equal((await order(asha, { item })).code, 'PASSWORD_NEEDED')
  await (await logIn(admin)).call(editOrder, { id, status: 'refunded', note: '', reference: '' })
  assert.equal((await order(asha, { item })).status, 200)
})

test('a lock is changed only by its owner, and a mail tells of it', async (t) => {
  const packShop = await openLockedShop(t)
  const { shop, asha, item } = packShop
  for (const spendingLock of [null, 500_00]) {
    const refused = await asha.call(editUser, { spendingLock })
    assert.equal(refused.code, 'PASSWORD_NEEDED')
  }
  assert.equal(
    (await asha.call(editUser, { spendingLock: 250_00, fullName: 'Asha R' })).status,
    200,
  )
  assert.equal((await asha.call(getUser, {})).data.spendingLock, 250_00)
  await asha.call(reauthenticate, { password: PASSWORD })
  assert.equal((await asha.call(editUser, { spendingLock: null })).data.spendingLock, null)
  await shop.inbox.find(asha.email, /spending lock was changed/)
  shop.wait(11 * MINUTE_MS)
  const later = { ...(await logIn(asha)), gameDetailId: asha.gameDetailId }
  shop.wait(11 * MINUTE_MS)
  for (let count = 0; count < 4; count++) assert.equal((await order(later, { item })).status, 200)
})
