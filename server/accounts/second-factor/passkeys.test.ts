import assert from 'node:assert/strict'
import { listAllOrders } from '#contract/orders/orders.ts'
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  confirmByPasskey,
  getSecondFactor,
} from '#contract/accounts/second-factor.ts'
import { createPasskey } from '#tests/support/accounts/passkey.ts'
import { logIn, signUpAdmin, tally, type Member } from '#tests/support/accounts/people.ts'
import { shareAmongTests } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'

let shop: TestShop

const test = shareAmongTests(async (stack) => {
  shop = await openShop({ after: (close) => stack.defer(close) })
})

const orders = {
  page: 1,
  limit: 10,
  search: '',
  searchIndex: 'invoiceId',
  sort: '-createdAt',
} as const
const WRONG = [400, 'WRONG_PASSKEY']
const GONE = [409, 'FACTOR_NOT_BEGUN']

type Passkey = ReturnType<typeof createPasskey>

async function begin(admin: Member) {
  const { data } = await admin.call(beginPasskey, { password: admin.password })
  return data
}

async function setUp() {
  const admin = await signUpAdmin(shop)
  const passkey = createPasskey(shop.url)
  const answer = passkey.register(await begin(admin))
  const added = await admin.call(addPasskey, { name: 'This laptop', answer })
  assert.equal(added.status, 200)
  return { admin, passkey, recoveryCodes: added.data.recoveryCodes! }
}

const ask = async (member: Member) => (await member.call(askPasskey, {})).data

const confirm = async (member: Member, answer: ReturnType<Passkey['answer']>) => {
  const { status, code } = await member.call(confirmByPasskey, { answer })
  return status === 200 ? 200 : [status, code]
}

test('a passkey opens the back office for the session that used it', async () => {
  const { admin, passkey, recoveryCodes } = await setUp()
  assert.equal(recoveryCodes.length, 10)
  const fresh = await logIn(admin)
  assert.equal((await fresh.call(listAllOrders, orders)).code, 'SECOND_FACTOR_NEEDED')
  const options = await ask(fresh)
  assert.deepEqual([options['userVerification'], options['rpId']], ['required', 'localhost'])
  assert.equal(await confirm(fresh, passkey.answer(options)), 200)
  assert.equal((await fresh.call(listAllOrders, orders)).status, 200)
  assert.equal((await (await logIn(admin)).call(listAllOrders, orders)).status, 403)
  const { factors } = (await fresh.call(getSecondFactor, {})).data
  assert.deepEqual(
    factors.map(({ kind, name }) => [kind, name]),
    [['passkey', 'This laptop']],
  )
})

test('a passkey answer works once, for its own challenge and session', async () => {
  const { admin, passkey } = await setUp()
  const [here, there] = [await logIn(admin), await logIn(admin)]
  const answer = passkey.answer(await ask(here))
  await ask(there)
  assert.deepEqual(await confirm(there, answer), WRONG)
  const both = await Promise.all(
    [answer, answer].map((one) => here.call(confirmByPasskey, { answer: one })),
  )
  assert.deepEqual(tally(both), { 200: 1, 409: 1 })
  assert.deepEqual(await confirm(here, answer), GONE)
  const old = await ask(here)
  await ask(here)
  assert.deepEqual(await confirm(here, passkey.answer(old)), WRONG)
  const stale = await ask(here)
  shop.wait(10 * 60_000)
  assert.deepEqual(await confirm(here, passkey.answer(stale)), GONE)
})

test('a passkey answer for another site, person or key is refused, and so is one without verification', async () => {
  const { admin, passkey } = await setUp()
  const other = await setUp()
  const forgeries: ((options: { challenge: string }) => ReturnType<Passkey['answer']>)[] = [
    (options) => passkey.answer(options, { origin: 'https://thief.example' }),
    (options) => passkey.answer(options, { rpId: 'thief.example' }),
    (options) => passkey.answer(options, { challenge: 'bm90IG91cnM' }),
    (options) => passkey.answer(options, { isVerified: false }),
    (options) => other.passkey.answer(options),
    (options) => ({
      ...createPasskey(shop.url).answer(options),
      id: passkey.id,
      rawId: passkey.id,
    }),
    (options) => {
      const answer = passkey.answer(options)
      return { ...answer, response: { ...answer.response, signature: 'AAAA' } }
    },
    (options) => {
      const answer = passkey.answer(options)
      return { ...answer, response: { ...answer.response, clientDataJSON: '%%%' } }
    },
  ]
  const fresh = await logIn(admin)
  for (const forge of forgeries)
    assert.deepEqual(await confirm(fresh, forge(await ask(fresh))), WRONG)
  passkey.countFrom(0) // a cloned passkey with a lower counter
  assert.equal(await confirm(fresh, passkey.answer(await ask(fresh))), 200)
  passkey.countFrom(0)
  assert.deepEqual(await confirm(fresh, passkey.answer(await ask(fresh))), WRONG)
})

test('a passkey is added once, with verification, from this site, and by whoever began', async () => {
  const { admin, passkey } = await setUp()
  const add = async (answer: ReturnType<Passkey['register']>, who = admin) => {
    const { status, code } = await who.call(addPasskey, { name: 'Another', answer })
    return status === 200 ? 200 : [status, code]
  }
  const fresh = createPasskey(shop.url)
  for (const forged of [
    { origin: 'https://thief.example' },
    { rpId: 'thief.example' },
    { challenge: 'bm90IG91cnM' },
    { isVerified: false },
  ])
    assert.deepEqual(await add(fresh.register(await begin(admin), forged)), WRONG)
  assert.deepEqual(await add(fresh.register({ challenge: 'bm90IG91cnM' })), GONE)
  assert.deepEqual(await add(passkey.register(await begin(admin))), [409, 'PASSKEY_KNOWN'])
  const answer = fresh.register(await begin(admin))
  const stranger = await signUpAdmin(shop)
  await begin(stranger)
  assert.deepEqual(await add(answer, stranger), WRONG)
  assert.equal(await add(answer), 200)
  assert.deepEqual(await add(answer), GONE)
})
