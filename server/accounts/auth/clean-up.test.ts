import assert from 'node:assert/strict'
import { test } from 'node:test'
import { login, loginOtp } from '#contract/accounts/auth.ts'
import { getUser } from '#contract/accounts/users.ts'
import { logIn, newEmail, newPhone, signUpByCall } from '#tests/support/accounts/people.ts'
import { countJobs } from '#tests/support/database/find-text.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const DAY = 24 * 60 * 60 * 1000

test('the daily clean-up deletes ended sessions, codes and counts, and nothing else', async (t) => {
  const shop = await openShop(t)
  const asha = await signUpByCall(shop, 'Asha Rao')
  await shop.visitor.call(loginOtp, { phone: newPhone() })
  await shop.visitor.call(login, { email: newEmail('nobody'), password: 'Guessed0!' })
  const count = async () => {
    const [row] = await shop.sql`
      select (select count(*) from session) as sessions, (select count(*) from challenge) as codes,
        (select count(*) from rate_limit) as counts`
    return row
  }
  assert.deepEqual(await count(), { sessions: 1, codes: 2, counts: 7 })

  shop.wait(DAY + 1)
  await until('the counts are gone', async () => (await count())!['counts'] === 0)
  assert.deepEqual(await count(), { sessions: 1, codes: 2, counts: 0 })
  await until('that round has ended', async () => (await countJobs(shop.sql)) === 0)
  shop.wait(2 * DAY)
  // The link in the welcome mail lives longer.
  await until('the code is gone', async () => (await count())!['codes'] === 1)
  assert.equal((await count())!['sessions'], 1)
  await until('that round has ended', async () => (await countJobs(shop.sql)) === 0)

  shop.wait(60 * DAY)
  const back = await logIn(asha)
  await until('the old session is gone', async () => (await count())!['sessions'] === 1)
  await until('the link is gone', async () => (await count())!['codes'] === 0)
  assert.equal((await back.call(getUser, {})).status, 200)
})
