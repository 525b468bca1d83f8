import assert from 'node:assert/strict'
import { deleteUser, login, undoChange, verifyEmail } from '#contract/accounts/auth.ts'
import {
  approveRecovery,
  askRecovery,
  declineRecovery,
  listRecoveries,
} from '#contract/accounts/recovery.ts'
import { editUser, getUser } from '#contract/accounts/users.ts'
import { getApiBalance } from '#contract/resellers/reseller.ts'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import { askByEmail, proveEmail, provePhone } from '#tests/support/accounts/codes.ts'
import { setUpApp } from '#tests/support/accounts/factors.ts'
import {
  createPerson,
  newEmail,
  signUp,
  signUpAdmin,
  tally,
  type Member,
} from '#tests/support/accounts/people.ts'
import { makeStaff, promote } from '#tests/support/accounts/staff.ts'
import { makeReseller, openApiClient } from '#tests/support/resellers/api-clients.ts'
import { shareAmongTests } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'

let shop: TestShop
let admin: Member
let support: Member

const test = shareAmongTests(async (stack) => {
  shop = await openShop({ after: (close) => stack.defer(close) })
  admin = await signUpAdmin(shop)
  support = await makeStaff(shop, admin, { name: 'Hari Help', rights: ['customers'] })
})

const PAGE = { page: 1, limit: 10 }
const REASON = { canUndo: true, note: 'Knew the last three orders' }

const ask = (by: Member, { id }: Member, more: { email?: string; canUndo?: boolean } = {}) =>
  by.call(askRecovery, { id, ...REASON, ...more })

async function isWaiting(): Promise<boolean> {
  const { data } = await admin.call(listAlerts, {})
  return data.some(({ path }) => path === '/admin/recovery?state=waiting')
}

async function isEmailVerified({ id }: Member): Promise<boolean> {
  const [row] = await shop.sql<
    { isEmailVerified: boolean }[]
  >`select is_email_verified from users where id = ${id}`
  return row!.isEmailVerified
}

async function signInByCode(email: string): Promise<Member> {
  const { data } = await shop.visitor.call(verifyEmail, await askByEmail(shop, email))
  const person = createPerson(shop.url, data)
  const { data: user } = await person.call(getUser, {})
  return Object.assign(person, { tokens: data, id: user._id, email, phone: '', password: '' })
}

test('a customer without email, phone and factor gets the account back when a second person approves', async () => {
  const ravi = await makeReseller(shop, admin, {})
  await provePhone(shop, ravi)
  const apiClient = await openApiClient(ravi)
  await setUpApp(ravi)
  const email = newEmail('Ravi again')
  const asked = await ask(support, ravi, { email })
  assert.deepEqual([asked.status, asked.data.state, asked.data.newEmail], [200, 'waiting', email])
  await shop.inbox.find(ravi.email, 'Someone asked us to recover your account')
  assert.equal(await isWaiting(), true)
  assert.equal((await ravi.call(getUser, {})).data.email, ravi.email) // nothing has changed yet
  const recovery = { id: asked.data._id }
  assert.equal((await support.call(approveRecovery, recovery)).code, 'ACCESS_DENIED')

  const approved = await admin.call(approveRecovery, recovery)
  assert.deepEqual([approved.status, approved.data.state], [200, 'done'])
  assert.equal(await isWaiting(), false)
  assert.equal((await ravi.call(getUser, {})).code, 'NOT_SIGNED_IN')
  assert.equal((await apiClient.call(getApiBalance, {})).code, 'API_KEY_UNKNOWN')
  assert.equal(await isEmailVerified(ravi), false)
  assert.equal((await shop.visitor.call(login, { email, password: ravi.password })).status, 401)
  await shop.inbox.find(email, 'Your account was recovered')
  const owner = await signInByCode(email)
  const { data } = await owner.call(getUser, {})
  assert.deepEqual(
    [owner.id, data.email, data.isEmailVerified, data.isPhoneVerified],
    [ravi.id, email, true, false],
  )
  assert.equal((await owner.call(editUser, { spendingLock: 100_00 })).status, 200) // asks for no factor
  const { text } = await shop.inbox.find(ravi.email, 'Your email address was changed')
  const token = /undo-change\?token=([\w-]+)/.exec(text)![1]!
  assert.equal((await shop.visitor.call(undoChange, { token })).status, 200)
  assert.equal((await owner.call(getUser, {})).code, 'NOT_SIGNED_IN')
})

test('an email that a thief reads gets no link, and earlier links stop working', async () => {
  const asha = await signUp(shop, 'Asha Rao')
  const stolen = newEmail('thief')
  assert.equal((await asha.call(editUser, { email: stolen })).status, 200)
  const { text } = await shop.inbox.find(asha.email, 'Your email address was changed')
  const token = /undo-change\?token=([\w-]+)/.exec(text)![1]!
  const email = newEmail('Asha again')
  const { data } = await ask(support, asha, { email, canUndo: false })
  assert.equal((await admin.call(approveRecovery, { id: data._id })).status, 200)
  await shop.inbox.find(email, 'Your account was recovered')
  assert.equal((await shop.visitor.call(undoChange, { token })).status, 404)
  const undos = await shop.sql`select from address_undo where user_id = ${asha.id}`
  assert.equal(undos.length, 0)
})

test('a recovery without a new email removes the factor and the phone, and keeps the email', async () => {
  const asha = await signUp(shop, 'Asha Rao')
  await proveEmail(shop, asha)
  await provePhone(shop, asha)
  await setUpApp(asha)
  await shop.sql`update users set google_subject = ${`google ${asha.id}`} where id = ${asha.id}`
  const { data } = await ask(support, asha, { email: asha.email, canUndo: false })
  assert.deepEqual([data.newEmail, data.canUndo], [null, true])
  assert.equal((await admin.call(approveRecovery, { id: data._id })).status, 200)
  const owner = await signInByCode(asha.email)
  const { data: user } = await owner.call(editUser, { spendingLock: 100_00 })
  assert.deepEqual([user.isEmailVerified, user.isPhoneVerified], [true, false])
  const linked =
    await shop.sql`select from users where id = ${asha.id} and google_subject is not null`
  assert.equal(linked.length, 0)
})

test('nobody approves their own recovery, and only administrators decline those of others', async () => {
  const boss = await signUpAdmin(shop)
  const [asha, bala] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Bala Iyer')]
  const own = { id: (await ask(boss, asha)).data._id }
  const refused = await boss.call(approveRecovery, own)
  assert.deepEqual([refused.status, refused.code], [409, 'OWN_RECOVERY'])
  const answer = 'He could not name an order'
  assert.equal((await support.call(declineRecovery, { ...own, answer })).code, 'RECOVERY_OF_OTHERS')
  assert.equal((await asha.call(getUser, {})).status, 200)
  const withdrawn = await boss.call(declineRecovery, { ...own, answer })
  assert.deepEqual([withdrawn.data.state, withdrawn.data.answer], ['declined', answer])
  assert.equal((await admin.call(approveRecovery, own)).code, 'RECOVERY_DECIDED')
  const mine = { id: (await ask(support, bala)).data._id }
  assert.equal((await support.call(declineRecovery, { ...mine, answer })).status, 200)
  assert.equal((await asha.call(getUser, {})).status, 200)
  const { data } = await support.call(listRecoveries, { ...PAGE, userId: asha.id })
  assert.deepEqual(
    data.recoveries.map(({ state, isMine }) => [state, isMine]),
    [['declined', false]],
  )
})

test('simultaneous requests make one recovery, and simultaneous decisions one decision', async () => {
  const asha = await signUp(shop, 'Asha Rao')
  const requests = await Promise.all(Array.from({ length: 4 }, () => ask(support, asha)))
  assert.deepEqual(tally(requests), { 200: 1, 409: 3 })
  const id = requests.find(({ status }) => status === 200)!.data._id
  const decisions = await Promise.all([
    ...Array.from({ length: 3 }, () => admin.call(approveRecovery, { id })),
    ...Array.from({ length: 3 }, () => admin.call(declineRecovery, { id, answer: 'No' })),
  ])
  assert.deepEqual(tally(decisions), { 200: 1, 409: 5 })
  const [row] = await shop.sql<{ state: string; ended: boolean }[]>`
    select state, signed_out_before > created_at as ended
    from account_recovery join users on users.id = user_id where account_recovery.id = ${id}`
  assert.equal(row!.ended, row!.state === 'done')
})

test('a recovery of a colleague, a stranger or to a taken email is refused and changes nothing', async () => {
  const [asha, bala] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Bala Iyer')]
  for (const by of [support, admin]) {
    assert.equal((await ask(by, support)).code, 'RECOVERY_OF_STAFF')
    assert.equal((await ask(by, admin)).code, 'RECOVERY_OF_STAFF')
  }
  assert.equal((await ask(support, { ...asha, id: crypto.randomUUID() })).code, 'NO_SUCH_USER')
  assert.equal((await ask(support, asha, { email: bala.email })).code, 'EMAIL_TAKEN')

  const email = newEmail('Asha again')
  const { data } = await ask(support, asha, { email })
  await bala.call(editUser, { email }) // takes the email in the meantime
  const taken = await admin.call(approveRecovery, { id: data._id })
  assert.deepEqual([taken.status, taken.code], [409, 'EMAIL_TAKEN'])
  assert.equal((await asha.call(getUser, {})).status, 200)
  await promote(shop, admin, { member: asha, role: 'staff', rights: [] })
  assert.equal((await admin.call(approveRecovery, { id: data._id })).code, 'RECOVERY_OF_STAFF')
  for (const [by, addresses] of [
    [support, [null, null]],
    [admin, [asha.email, email]],
  ] as const) {
    const { recoveries } = (await by.call(listRecoveries, { ...PAGE, userId: asha.id })).data
    assert.deepEqual(
      recoveries.map(({ email, newEmail }) => [email, newEmail]),
      [addresses],
    )
  }
  await promote(shop, admin, { member: asha, role: 'user' })
  assert.equal((await asha.call(deleteUser, {})).status, 200)
  await admin
    .call(approveRecovery, { id: data._id })
    .then(({ code }) => assert.equal(code, 'NO_SUCH_RECOVERY'))
})
