import assert from 'node:assert/strict'
import process from 'node:process'
import { test, type TestContext } from 'node:test'
import {
  forgotPassword,
  login,
  loginOtp,
  verifyEmail,
  verifyPhone,
} from '#contract/accounts/auth.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { provePhone } from '#tests/support/accounts/codes.ts'
import { signInWithGoogle } from '#tests/support/accounts/google.ts'
import {
  newEmail,
  newPhone,
  signUp,
  signUpAdmin,
  type Answer,
} from '#tests/support/accounts/people.ts'
import { countJobs } from '#tests/support/database/find-text.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const NO_LIMITS = {
  LIMIT_WRONG_PASSWORDS: '10000',
  LIMIT_WRONG_PASSWORDS_TOTAL: '10000',
  LIMIT_WRONG_PASSWORDS_PER_ADDRESS: '10000',
  LIMIT_CODES_PER_DAY: '10000',
  LIMIT_CODES_PER_DAY_TOTAL: '10000',
  LIMIT_WRONG_CODES_PER_DAY: '10000',
  LIMIT_CODES_PER_ADDRESS_PER_DAY: '10000',
  LIMIT_CODE_RESEND_SECONDS: '1',
}

type Call = (shop: TestShop, who: { email: string; phone: string }) => Promise<Answer<never>>

/** Calls about any address. Their answers must not reveal whether an account exists. */
const CALLS: Record<string, Call> = {
  'signing in with a wrong password': async ({ visitor }, { email }) =>
    (await visitor.call(login, { email, password: 'Guessed0!' })) as Answer<never>,
  'asking for a code by email': async ({ visitor }, { email }) =>
    (await visitor.call(forgotPassword, { email })) as Answer<never>,
  'asking for a code by SMS': async ({ visitor }, { phone }) =>
    (await visitor.call(loginOtp, { phone })) as Answer<never>,
}

const ANSWERS: Record<string, Call> = {
  'a wrong code of an email': (shop, { email }) =>
    answerWrongly(shop, async () => {
      const { data: q } = await shop.visitor.call(forgotPassword, { email })
      return shop.visitor.call(verifyEmail, { q, code: '0000' })
    }),
  'a wrong code of an SMS': (shop, { phone }) =>
    answerWrongly(shop, async () => {
      const { data: q } = await shop.visitor.call(loginOtp, { phone })
      return shop.visitor.call(verifyPhone, { q, code: '0000' })
    }),
}

/** Asks for a new code if 0000 is the right one, as one in ten thousand is. */
async function answerWrongly(shop: TestShop, answer: () => Promise<unknown>) {
  shop.wait(1_000)
  const first = (await answer()) as Answer<never>
  if (first.code === 'WRONG_CODE') return first
  shop.wait(1_000)
  return (await answer()) as Answer<never>
}

async function openShopWithPeople(t: TestContext) {
  const shop = await openShop(t, { env: NO_LIMITS })
  const admin = await signUpAdmin(shop)
  const known = await signUp(shop, 'Asha Rao')
  await provePhone(shop, known)
  const blocked = await signUp(shop, 'Ravi Kumar')
  await provePhone(shop, blocked)
  await admin.call(editUserAsAdmin, { id: blocked.id, isBlocked: true })
  const viaGoogle = { email: newEmail('google'), phone: newPhone() }
  await signInWithGoogle(shop, { email: viaGoogle.email })
  shop.wait(1_000)
  return { shop, people: { known, blocked, viaGoogle } }
}

const nobody = () => ({ email: newEmail('nobody'), phone: newPhone() })

/** Everything an outsider can see, except what changes with every call. */
function visible({ status, message, code, errors, data, headers }: Answer<never>) {
  const { date: _, 'x-request-id': __, ...kept } = Object.fromEntries(headers)
  const shape = String(data).replace(/[0-9a-f]/g, 'x')
  return { status, message, code, errors, shape, headers: kept }
}

test('answers do not reveal whether an email or a phone is registered', async (t) => {
  const { shop, people } = await openShopWithPeople(t)
  for (const [name, call] of Object.entries({ ...CALLS, ...ANSWERS })) {
    const unknown = visible(await call(shop, nobody()))
    for (const [kind, person] of Object.entries(people))
      assert.deepEqual(visible(await call(shop, person)), unknown, `${name}, ${kind}`)
    shop.wait(1_000)
  }
})

const TIMES = 20
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

for (const [name, call] of Object.entries(CALLS))
  test(`${name} does the same work whether or not the account exists`, async (t) => {
    const { shop, people } = await openShopWithPeople(t)
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let turn = 0; turn < TIMES; turn += 1) {
      for (const kind of turn % 2
        ? (['known', 'unknown'] as const)
        : (['unknown', 'known'] as const)) {
        const who = kind === 'known' ? people.known : nobody()
        const before = process.cpuUsage() // unlike elapsed time, it doesn't grow on a busy machine
        await call(shop, who)
        const { user, system } = process.cpuUsage(before)
        times[kind].push((user + system) / 1_000)
        // The message is sent after the answer, and would slow down the next call.
        await until('every job is done', async () => (await countJobs(shop.sql)) === 0)
      }
      shop.wait(1_000)
    }
    const [known, unknown] = [median(times.known), median(times.unknown)]
    const told = `${known.toFixed(1)} ms for who is there, ${unknown.toFixed(1)} ms for who is not`
    assert.ok(Math.abs(known - unknown) < 0.5 * Math.max(known, unknown) + 3, told)
  })
