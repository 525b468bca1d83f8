import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changePassword, logout, refreshToken } from '#contract/accounts/auth.ts'
import {
  endOtherSessions,
  endOwnSession,
  endUserSession,
  endUserSessions,
  listOwnSessions,
  listUserSessions,
} from '#contract/accounts/sessions.ts'
import { editUserAsAdmin, getUser } from '#contract/accounts/users.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import {
  logIn,
  signUp,
  signUpAdmin,
  type Member,
  type Person,
} from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'

const testInShop = shareShop(openShop)

const isIn = async (person: Person) => (await person.call(getUser, {})).status === 200
const ownOf = async (person: Person) => (await person.call(listOwnSessions, {})).data.sessions
const idOf = async (person: Person) => (await ownOf(person)).find(({ isCurrent }) => isCurrent)!._id

testInShop('people see and sign out their own devices, and nobody else’s', async (shop) => {
  const [asha, ravi] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Ravi Kumar')]
  const [phone, laptop] = [await logIn(asha), await logIn(asha)]
  const sessions = await ownOf(asha)
  assert.deepEqual([sessions.length, sessions.filter(({ isCurrent }) => isCurrent).length], [3, 1])
  assert.ok(sessions.every(({ userAgent, address }) => userAgent && address))

  const id = await idOf(phone)
  assert.equal((await ravi.call(endOwnSession, { id })).code, 'NO_SUCH_SESSION')
  assert.equal((await asha.call(endOwnSession, { id })).status, 200)
  assert.equal((await asha.call(endOwnSession, { id })).status, 200)
  assert.deepEqual([await isIn(phone), await isIn(laptop)], [false, true])
  const again = await phone.call(refreshToken, { refreshToken: phone.tokens.refreshToken })
  assert.equal(again.code, 'BAD_REFRESH_TOKEN')

  await asha.call(endOtherSessions, {})
  assert.deepEqual([await isIn(laptop), await isIn(asha), await isIn(ravi)], [false, true, true])
  assert.equal((await ownOf(asha)).length, 1)
})

testInShop(
  'staff see how sessions of a person ended, and ending one or all of them is audited',
  async (shop) => {
    const admin = await signUpAdmin(shop)
    const asha = await signUp(shop, 'Asha Rao')
    const others: Member[] = []
    for (let count = 0; count < 4; count++) others.push(await logIn(asha))
    const [first, second, third, fourth] = others as [Member, Member, Member, Member]
    const stolen = first.tokens.refreshToken
    await first.call(refreshToken, { refreshToken: stolen })
    await first.call(refreshToken, { refreshToken: stolen })
    await second.call(logout, {})
    const sessionId = await idOf(third)
    assert.equal((await admin.call(endUserSession, { id: asha.id, sessionId })).status, 200)
    assert.deepEqual([await isIn(third), await isIn(fourth)], [false, true])
    await asha.call(changePassword, { newPassword: 'Passw0rd!!' })
    const reasons = async () =>
      (await admin.call(listUserSessions, { id: asha.id })).data.sessions.map(
        ({ endReason, endedAt }) => (endedAt === null ? 'alive' : endReason),
      )
    assert.deepEqual(
      (await reasons()).toSorted((one, other) => one!.localeCompare(other!)),
      ['alive', 'ended by the shop', 'password changed', 'refresh token reused', 'signed out'],
    )

    const foreign = { id: admin.id, sessionId }
    assert.equal((await admin.call(endUserSession, foreign)).code, 'NO_SUCH_SESSION')
    assert.equal((await asha.call(listUserSessions, { id: asha.id })).code, 'ACCESS_DENIED')
    await admin.call(endUserSessions, { id: asha.id })
    assert.equal(await isIn(asha), false)
    const blocked = await logIn({ ...asha, password: 'Passw0rd!!' })
    await admin.call(editUserAsAdmin, { id: asha.id, isBlocked: true })
    assert.deepEqual([await isIn(blocked), (await reasons())[0]], [false, 'account blocked'])
    const about = (await listActions(shop)).filter(({ subject }) => subject === `user ${asha.id}`)
    assert.deepEqual(
      about.map(({ action }) => action),
      ['end session', 'end all sessions', 'edit user'],
    )

    const ravi = await signUp(shop, 'Ravi Kumar')
    await proveEmail(shop, ravi)
    await admin.call(editUserAsAdmin, { id: ravi.id, role: 'staff', rights: ['customers'] })
    assert.equal((await ravi.call(endUserSessions, { id: admin.id })).code, 'COLLEAGUE')
    assert.equal((await ravi.call(endUserSessions, { id: asha.id })).status, 200)
  },
)

test('“last seen” follows the use of a session and is written at most every five minutes', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  const read = async () => (await ownOf(asha))[0]!.refreshedAt
  const signedIn = await read()
  shop.wait(4 * 60_000)
  assert.equal(await read(), signedIn)
  shop.wait(60_000)
  const seen = await read()
  assert.ok(Date.parse(seen) - Date.parse(signedIn) >= 5 * 60_000, `${signedIn}, then ${seen}`)
  assert.equal(await read(), seen)
})

test('a call does not wait for a lock on its session', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  shop.wait(5 * 60_000)
  await shop.sql.begin(async (tx) => {
    await tx`select from session for update`
    assert.ok(await isIn(asha))
  })
})

testInShop('a forged refresh token for a known session does not end it', async (shop) => {
  const [asha, ravi] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Ravi Kumar')]
  const [id, secret, seal] = asha.tokens.refreshToken.split('.') as [string, string, string]
  const [, foreignSecret, foreignSeal] = ravi.tokens.refreshToken.split('.')
  for (const shown of [
    `${id}.secret`,
    `${id}.${foreignSecret}.${foreignSeal}`,
    `${id}.${secret}`,
    `${id}.${secret}.`,
    `${id}.${secret}.${foreignSeal}`,
    `${id}.${foreignSecret}.${seal}`,
    `${id}.${secret}.${seal}.${seal}`,
  ]) {
    const { status, code } = await asha.call(refreshToken, { refreshToken: shown })
    assert.deepEqual([status, code], [401, 'BAD_REFRESH_TOKEN'], shown)
    assert.ok(await isIn(asha), shown)
  }
  const { refreshToken: newest } = asha.tokens
  assert.equal((await asha.call(refreshToken, { refreshToken: newest })).status, 200)
})
