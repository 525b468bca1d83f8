import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getSecondFactor } from '#contract/accounts/second-factor.ts'
import { getUser } from '#contract/accounts/users.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { setUpApp } from '#tests/support/accounts/factors.ts'
import { logIn, signUpAdmin } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { forgetFactors } from './forget-factors.ts'

test('lost factors are removed with all sessions and audited, and the log holds no secret', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const { secret, recoveryCodes } = await setUpApp(admin)
  assert.equal(await forgetFactors(shop.sql, 'nobody@example.com'), null)
  assert.equal(await forgetFactors(shop.sql, ` ${admin.email.toUpperCase()}`), 1)
  const actions = await listActions(shop)
  assert.deepEqual(
    actions.map(({ userId, action, before }) => [userId, action, before]),
    [
      [admin.id, 'add second factor', null],
      [admin.id, 'forget second factor', { names: ['My phone'] }],
    ],
  )
  assert.equal((await admin.call(getUser, {})).status, 401)
  const again = await logIn(admin)
  const { data } = await again.call(getSecondFactor, {})
  assert.deepEqual([data.factors, data.recoveryCodesLeft, data.isRequired], [[], 0, false])
  const log = shop.log.join('')
  for (const word of [secret, ...recoveryCodes]) assert.ok(!log.includes(word))
  await until('both changes were told', async () => {
    const mails = await shop.inbox.read(admin.email)
    return mails.filter(({ subject }) => subject === 'Your second factor was changed').length === 2
  })
})
