import assert from 'node:assert/strict'
import { verifyEmail } from '#contract/accounts/auth.ts'
import type { Input } from '#contract/core/endpoint.ts'
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  findInvitation,
  listInvitations,
} from '#contract/accounts/invitations.ts'
import { editUser, editUserAsAdmin, findUser, getUser } from '#contract/accounts/users.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { askByEmail } from '#tests/support/accounts/codes.ts'
import {
  createPerson,
  logIn,
  newEmail,
  signUp,
  signUpAdmin,
  tally,
  type Member,
} from '#tests/support/accounts/people.ts'
import { whileHeld } from '#tests/support/shop/race.ts'
import { shareAmongTests } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { makeStaff, proveEmail } from '#tests/support/accounts/staff.ts'
import { until } from '#tests/support/shop/wait.ts'

const DAY = 24 * 60 * 60_000

let shop: TestShop
let admin: Member

const test = shareAmongTests(async (stack) => {
  shop = await openShop({ after: (close) => stack.defer(close) })
  admin = await signUpAdmin(shop)
})

const invite = (email: string, rest: Partial<Input<typeof createInvitation>> = {}) =>
  admin.call(createInvitation, { email, rights: ['support'], ...rest })

async function tokensOf(email: string, count: number): Promise<string[]> {
  const read = async () =>
    (await shop.inbox.read(email)).filter(({ subject }) => /invited/.test(subject))
  await until('the invitations have come', async () => (await read()).length === count)
  return (await read()).map(({ text }) => /invitation\?token=([\w-]+)/.exec(text)![1]!)
}

async function invited(email: string): Promise<string> {
  assert.equal((await invite(email)).status, 200)
  return (await tokensOf(email, 1))[0]!
}

const accept = (person: Pick<Member, 'call'>, token: string) =>
  person.call(acceptInvitation, { token })

const permissionsOf = async ({ id }: Member) => {
  const { role, rights } = (await admin.call(findUser, { id })).data
  return { role, rights }
}
const NOTHING = { role: 'user', rights: [] }

test('an invitation gives its rights once, to the verified owner of its email, and is audited', async () => {
  const hari = await signUp(shop, 'Hari Help')
  const token = await invited(hari.email)
  const { data } = await shop.visitor.call(findInvitation, { token })
  assert.deepEqual([data.email, data.rights], [hari.email, ['support']])
  assert.ok(!('_id' in data))
  await proveEmail(shop, hari)
  const twice = await Promise.all([accept(hari, token), accept(hari, token)])
  assert.deepEqual(tally(twice), { 200: 1, 404: 1 })
  assert.deepEqual(await permissionsOf(hari), { role: 'staff', rights: ['support'] })
  assert.equal((await hari.call(getUser, {})).data.role, 'staff')
  await admin.call(editUserAsAdmin, { id: hari.id, role: 'user' })
  assert.equal((await accept(hari, token)).code, 'INVITATION_WRONG')
  assert.equal((await shop.visitor.call(findInvitation, { token })).code, 'INVITATION_WRONG')
  const done = (await listActions(shop)).filter(({ action }) => /invit/.test(action))
  assert.deepEqual(
    done.map(({ action, userId, after }) => [action, userId, after]),
    [
      ['invite staff', admin.id, { email: hari.email, rights: ['support'] }],
      ['accept invitation', hari.id, { role: 'staff', rights: ['support'] }],
    ],
  )
})

test('an invitation waits until its recipient’s email is verified', async () => {
  const hari = await signUp(shop, 'Hari Help')
  const token = await invited(hari.email)
  const refused = await accept(hari, token)
  assert.deepEqual([refused.status, refused.code], [403, 'INVITATION_UNPROVEN'])
  assert.deepEqual(await permissionsOf(hari), NOTHING)
  const { data } = await shop.visitor.call(verifyEmail, await askByEmail(shop, hari.email))
  assert.equal((await accept(createPerson(shop.url, data), token)).status, 200)
  assert.deepEqual(await permissionsOf(hari), { role: 'staff', rights: ['support'] })
})

test('an invitation works for no other account, no visitor and no forged link', async () => {
  const email = newEmail('hari')
  const token = await invited(email)
  const mallory = await signUp(shop, 'Mallory')
  await proveEmail(shop, mallory)
  assert.equal((await accept(mallory, token)).code, 'INVITATION_OF_OTHERS')
  await mallory.call(editUser, { email }) // now it is hers, but unverified
  assert.equal((await accept(mallory, token)).code, 'INVITATION_UNPROVEN')
  assert.deepEqual(await permissionsOf(mallory), NOTHING)
  assert.equal((await accept(shop.visitor, token)).status, 401)
  for (const wrong of [
    '',
    'x',
    `${token}A`,
    token.slice(1),
    token.replace(/.$/, token.endsWith('A') ? 'B' : 'A'),
  ])
    assert.equal((await accept(mallory, wrong)).code, 'INVITATION_WRONG', wrong)
  // The owner of the email takes over the account, but its former email can still take it back.
  const { data } = await shop.visitor.call(verifyEmail, await askByEmail(shop, email))
  assert.equal((await accept(createPerson(shop.url, data), token)).code, 'INVITATION_TOO_SOON')
  assert.deepEqual(await permissionsOf(mallory), NOTHING)
})

test('somebody blocked while accepting an invitation gets no role', async () => {
  const hari = await signUp(shop, 'Hari Help')
  await proveEmail(shop, hari)
  const token = await invited(hari.email)
  const { code } = await whileHeld(shop.sql, {
    userId: hari.id,
    call: () => accept(hari, token),
    change: (tx) => tx`update users set is_blocked = true where id = ${hari.id}`,
  })
  assert.equal(code, 'NOT_SIGNED_IN')
  assert.deepEqual(await permissionsOf(hari), NOTHING)
})

async function expectRefused(person: Member, token: string): Promise<void> {
  assert.equal((await accept(person, token)).code, 'INVITATION_WRONG')
  assert.deepEqual(await permissionsOf(person), NOTHING)
}

test('an invitation expires after seven days, on withdrawal, when sent again, and when its sender is demoted', async () => {
  const people = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const person = await signUp(shop, 'Hari Help')
      await proveEmail(shop, person)
      return person
    }),
  )
  const [late, withdrawn, replaced, orphaned] = people as [Member, Member, Member, Member]
  const { data: first } = await invite(withdrawn.email)
  const [token] = await tokensOf(withdrawn.email, 1)
  assert.equal((await admin.call(deleteInvitation, { id: first._id })).status, 200)
  assert.equal((await admin.call(deleteInvitation, { id: first._id })).status, 404)
  await expectRefused(withdrawn, token!)

  const before = await invited(replaced.email)
  await invite(replaced.email)
  await until('the next has come', async () => (await shop.inbox.read(replaced.email)).length >= 2)
  await expectRefused(replaced, before)

  const boss = await signUpAdmin(shop, 'Bela Boss')
  await boss.call(createInvitation, { email: orphaned.email, rights: ['support'] })
  const [theirs] = await tokensOf(orphaned.email, 1)
  await admin.call(editUserAsAdmin, { id: boss.id, isBlocked: true })
  await expectRefused(orphaned, theirs!)
  await admin.call(editUserAsAdmin, { id: boss.id, isBlocked: false })
  await admin.call(editUserAsAdmin, { id: boss.id, role: 'user' })
  await expectRefused(orphaned, theirs!)

  const old = await invited(late.email)
  shop.wait(7 * DAY)
  for (const person of [late, admin]) person.tokens = (await logIn(person)).tokens
  await expectRefused(late, old)
  assert.deepEqual((await admin.call(listInvitations, {})).data, [])
})

test('only administrators can invite, and never somebody who is staff already', async () => {
  const helper = await makeStaff(shop, admin, {
    name: 'Pia Pack',
    rights: ['orders', 'customers', 'support'],
  })
  const email = newEmail('friend')
  for (const person of [helper, await signUp(shop, 'Asha Rao')]) {
    const { status } = await person.call(createInvitation, { email, rights: ['payments'] })
    assert.equal(status, 403)
    assert.equal((await person.call(listInvitations, {})).status, 403)
  }
  for (const one of [helper, admin])
    assert.equal((await invite(one.email, { rights: ['payments'] })).code, 'WORKS_HERE')
  const none = await admin.send('POST', '/api/v1/invitation', { email, rights: [] })
  assert.equal(none.status, 400)

  const hari = await signUp(shop, 'Hari Help')
  await proveEmail(shop, hari)
  const token = await invited(hari.email)
  await admin.call(editUserAsAdmin, { id: hari.id, role: 'staff', rights: ['orders'] })
  assert.equal((await accept(hari, token)).code, 'WORKS_HERE')
  assert.deepEqual(await permissionsOf(hari), { role: 'staff', rights: ['orders'] })
})
