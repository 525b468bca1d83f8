import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgotPassword, loginOtp, sendOtp, verifyPhone } from '#contract/accounts/auth.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { askByEmail, proveEmail, provePhone } from '#tests/support/accounts/codes.ts'
import { breakOutside, mendOutside, retryJobsNow } from '#tests/support/shop/outside.ts'
import { newEmail, newPhone, signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { countJobs, searchTables } from '#tests/support/database/find-text.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const MINUTE = 60_000

test('a code is sent only to an account that may use it', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  const blocked = await signUp(shop, 'Ravi Kumar')
  await proveEmail(shop, blocked)
  await provePhone(shop, blocked)
  await admin.call(editUserAsAdmin, { id: blocked.id, isBlocked: true })
  const stranger = { email: newEmail('nobody'), phone: newPhone() }
  shop.wait(MINUTE)
  const counts = async () =>
    Promise.all(
      [stranger.email, stranger.phone, asha.phone, blocked.email, blocked.phone].map((to) =>
        shop.inbox.countCodes(to),
      ),
    )
  const before = await counts()
  for (const email of [stranger.email, blocked.email])
    assert.equal((await shop.visitor.call(forgotPassword, { email })).status, 200)
  // Asha's phone is unverified, so nobody can sign in with it.
  for (const phone of [stranger.phone, asha.phone, blocked.phone])
    assert.equal((await shop.visitor.call(loginOtp, { phone })).status, 200)
  await until('every job is done', async () => (await countJobs(shop.sql)) === 0)
  assert.deepEqual(await counts(), before)
  assert.deepEqual(before.slice(0, 3), [0, 0, 0])
})

test('the message greets by name and says how long its code works', async (t) => {
  const shop = await openShop(t)
  const { email } = await signUp(shop, 'Asha Rao')
  const { q, code } = await askByEmail(shop, email)
  const mail = await shop.inbox.find(email, `${code} is your Gemstall code`)
  assert.match(mail.text, /^Hello Asha,/)
  assert.match(mail.text, /10 minutes/)
  const link = new URL(/^Sign in: (\S+)$/m.exec(mail.text)![1]!)
  assert.equal(link.pathname, '/verify')
  assert.deepEqual(Object.fromEntries(link.searchParams), { email, token: q, code })
})

test('a code appears in no table, no job and no line of the log', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  // Four digits appear anywhere by chance. Three codes in the same place are a leak.
  const places: Set<string>[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    await breakOutside(shop, { target: 'sms', kind: 'drop-reply' })
    const phone = newPhone()
    const { data: q } = await asha.call(sendOtp, { phone })
    const code = await shop.inbox.readCode(phone)
    await until('the job has failed', () => shop.log.some((line) => line.includes('job failed')))
    await mendOutside(shop)
    const isCode = new RegExp(`(^|[^0-9])${code}([^0-9]|$)`)
    const tables = await searchTables(shop.sql, isCode)
    const lines = shop.log
      .splice(0)
      .flatMap((line) => Object.entries(JSON.parse(line) as Record<string, unknown>))
      .filter(([, value]) => isCode.test(JSON.stringify(value)))
      .map(([key]) => `log ${key}`)
    places.push(new Set([...tables, ...lines]))
    await retryJobsNow(shop)
    assert.equal((await asha.call(verifyPhone, { q, code })).status, 200)
  }
  const everyTime = places.reduce((all, one) => all.intersection(one))
  assert.deepEqual([...everyTime], [])
  await until('every job is done', async () => (await countJobs(shop.sql)) === 0)
})

for (const channel of ['mail', 'sms'] as const)
  test(`the same code is sent again when the ${channel} server drops the connection`, async (t) => {
    const shop = await openShop(t)
    const asha = await signUp(shop, 'Asha Rao')
    await breakOutside(shop, { target: channel, kind: 'drop-reply' })
    const to = channel === 'mail' ? asha.email : asha.phone
    if (channel === 'mail') await shop.visitor.call(forgotPassword, { email: to })
    else await asha.call(sendOtp, { phone: to })
    const first = await shop.inbox.readCode(to)
    await until('the job has failed', () => shop.log.some((line) => line.includes('job failed')))
    await mendOutside(shop)
    await retryJobsNow(shop)
    assert.equal(await shop.inbox.readCode(to, 1), first)
    await until('the job is done', async () => (await countJobs(shop.sql)) === 0)
  })

test('a code that expired before it was sent is not sent', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  await breakOutside(shop, { target: 'mail', kind: 'error' })
  await shop.visitor.call(forgotPassword, { email: asha.email })
  await until('the job has failed', () => shop.log.some((line) => line.includes('job failed')))
  shop.wait(10 * MINUTE)
  await mendOutside(shop)
  await retryJobsNow(shop)
  await until('the job is done', async () => (await countJobs(shop.sql)) === 0)
  assert.equal(await shop.inbox.countCodes(asha.email), 0)
})
