import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changePassword, login } from '#contract/accounts/auth.ts'
import {
  createPerson,
  fromAddress,
  keepCookie,
  newEmail,
  PASSWORD,
  signUp,
  tally,
  type Person,
} from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'

const MINUTE = 60_000
const GUESS = 'Guessed0!'

const guess = (person: Person, email: string, password = GUESS) =>
  person.call(login, { email, password })

const guessTimes = async (times: number, make: () => ReturnType<typeof guess>) =>
  tally(await Promise.all(Array.from({ length: times }, make)))

test('after ten wrong passwords even the right one is refused until the window ends', async (t) => {
  const shop = await openShop(t)
  const { email } = await signUp(shop, 'Asha Rao')
  for (let wrong = 0; wrong < 10; wrong += 1)
    assert.equal((await guess(shop.visitor, email)).status, 401)
  const refused = await guess(shop.visitor, email, PASSWORD)
  assert.deepEqual([refused.status, refused.code], [429, 'TOO_MANY_WRONG_PASSWORDS'])
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds > 14 * 60 && seconds <= 15 * 60, `${seconds} s`)

  shop.wait(14 * MINUTE)
  assert.equal((await guess(shop.visitor, email, PASSWORD)).status, 429)
  shop.wait(MINUTE)
  assert.equal((await guess(shop.visitor, email, PASSWORD)).status, 200)
})

test('wrong passwords count alike for unknown and known emails', async (t) => {
  const shop = await openShop(t)
  const email = newEmail('nobody')
  assert.deepEqual(await guessTimes(10, () => guess(shop.visitor, email)), { 401: 10 })
  assert.equal((await guess(shop.visitor, email)).status, 429)
})

test('a right password does not count as a guess', async (t) => {
  const shop = await openShop(t)
  const { email } = await signUp(shop, 'Asha Rao')
  for (let wrong = 0; wrong < 9; wrong += 1) await guess(shop.visitor, email)
  for (let right = 0; right < 3; right += 1)
    assert.equal((await guess(shop.visitor, email, PASSWORD)).status, 200)
  assert.equal((await guess(shop.visitor, email)).status, 401)
  assert.equal((await guess(shop.visitor, email, PASSWORD)).status, 429)
})

test('at most ten of a hundred simultaneous guesses are compared with the password', async (t) => {
  const shop = await openShop(t, { env: { LIMIT_WRONG_PASSWORDS_PER_ADDRESS: '1000' } })
  const { email } = await signUp(shop, 'Asha Rao')
  const answers = await guessTimes(100, () => guess(shop.visitor, email))
  assert.deepEqual(answers, { 401: 10, 429: 90 })
})

test('after fifty wrong passwords an address is refused for every account', async (t) => {
  const shop = await openShop(t)
  const { email } = await signUp(shop, 'Asha Rao')
  const first = await guessTimes(50, () => guess(shop.visitor, newEmail('nobody')))
  assert.deepEqual(first, { 401: 50 })
  const refused = await guess(shop.visitor, email, PASSWORD)
  assert.deepEqual([refused.status, refused.code], [429, 'TOO_MANY_WRONG_PASSWORDS'])
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
})

test('a guess that was not compared does not count against the account', async (t) => {
  const shop = await openShop(t, {
    env: { LIMIT_WRONG_PASSWORDS_PER_ADDRESS: '1', TRUSTED_PROXIES: 'loopback' },
  })
  const { email } = await signUp(shop, 'Asha Rao')
  const attacker = shop.visitor
  attacker.headers['x-forwarded-for'] = '192.0.2.1'
  assert.equal((await guess(attacker, newEmail('nobody'))).status, 401)
  for (let refused = 0; refused < 12; refused += 1)
    assert.equal((await guess(attacker, email)).status, 429)
  attacker.headers['x-forwarded-for'] = '192.0.2.2'
  assert.equal((await guess(attacker, email, PASSWORD)).status, 200)
})

test('a guess refused for its account is not counted against the address', async (t) => {
  const shop = await openShop(t, { env: { LIMIT_WRONG_PASSWORDS_PER_ADDRESS: '12' } })
  const email = newEmail('nobody')
  for (let wrong = 0; wrong < 20; wrong += 1) await guess(shop.visitor, email)
  assert.equal((await guess(shop.visitor, newEmail('nobody'))).status, 401)
})

test('wrong passwords are still counted after a restart and on another node', async (t) => {
  const shop = await openShop(t)
  const { email } = await signUp(shop, 'Asha Rao')
  await guessTimes(10, () => guess(shop.visitor, email))
  await shop.stop()
  const next = await shop.openNode()
  assert.equal((await guess(next.visitor, email, PASSWORD)).status, 429)
})

test('guessing strangers lock an account for other strangers, but not for known devices', async (t) => {
  const shop = await openShop(t, { env: { TRUSTED_PROXIES: 'loopback' } })
  const { email } = await signUp(shop, 'Asha Rao')
  const device = fromAddress(shop.url, '198.51.100.1')
  keepCookie(device, await guess(device, email, PASSWORD))
  const seen: Record<number, number> = {}
  for (let address = 0; address < 8; address += 1)
    for (let tries = 0; tries < 12; tries += 1) {
      const { status } = await guess(fromAddress(shop.url, `192.0.2.${address}`), email)
      seen[status] = (seen[status] ?? 0) + 1
    }
  assert.deepEqual(seen, { 401: 50, 429: 46 }) // ten for each address, fifty in total
  const elsewhere = fromAddress(shop.url, '203.0.113.1')
  assert.equal((await guess(elsewhere, email, PASSWORD)).status, 429)
  assert.equal((await guess(device, email, PASSWORD)).status, 200)

  const other = await signUp(shop, 'Ravi Kumar')
  assert.equal((await guess(device, other.email)).status, 401) // the device is known to the first account only
  keepCookie(device, await guess(device, other.email, PASSWORD))
  assert.equal((await guess(device, email, PASSWORD)).status, 200) // both are known on it now
  assert.deepEqual(await guessTimes(12, () => guess(device, email)), { 401: 10, 429: 2 })
})

test('ten wrong passwords from one address do not lock the account for others', async (t) => {
  const shop = await openShop(t, { env: { TRUSTED_PROXIES: 'loopback' } })
  const { email } = await signUp(shop, 'Asha Rao')
  const stranger = fromAddress(shop.url, '192.0.2.1')
  assert.deepEqual(await guessTimes(20, () => guess(stranger, email)), { 401: 10, 429: 10 })
  assert.equal((await guess(fromAddress(shop.url, '192.0.2.2'), email, PASSWORD)).status, 200)
})

test('a device known before a password change counts as unknown', async (t) => {
  const shop = await openShop(t, { env: { LIMIT_WRONG_PASSWORDS_TOTAL: '1' } })
  const asha = await signUp(shop, 'Asha Rao')
  const [thief, own] = [createPerson(shop.url), createPerson(shop.url, asha.tokens)]
  keepCookie(thief, await guess(thief, asha.email, PASSWORD))
  keepCookie(own, await own.call(changePassword, { newPassword: 'An0ther!!' }))
  assert.equal((await guess(shop.visitor, asha.email)).status, 401)
  assert.equal((await guess(thief, asha.email)).status, 429)
  assert.equal((await guess(own, asha.email, 'An0ther!!')).status, 200)
})
