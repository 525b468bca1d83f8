import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getUser } from '#contract/accounts/users.ts'
import { signUp } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { makeAdmin } from './make-admin.ts'

test('the command makes the owner of the email an administrator, and audits it', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  const ravi = await signUp(shop, 'Ravi Kumar')
  assert.equal(await makeAdmin(shop.sql, ` ${asha.email.toUpperCase()} `), true)
  assert.partialDeepStrictEqual((await asha.call(getUser, {})).data, {
    role: 'admin',
    isEmailVerified: true,
  })
  assert.equal((await ravi.call(getUser, {})).data.role, 'user')
  const [row] = await shop.sql`select user_id, action, before, after, address from audit`
  assert.deepEqual(
    { ...row },
    {
      userId: asha.id,
      action: 'make administrator',
      before: { role: 'user', isEmailVerified: false },
      after: { role: 'admin', isEmailVerified: true },
      address: 'command line',
    },
  )
})

test('the command says when no account has the email', async (t) => {
  const shop = await openShop(t)
  assert.equal(await makeAdmin(shop.sql, 'nobody@example.com'), false)
  const [row] = await shop.sql`select count(*) from audit`
  assert.equal(row!['count'], 0)
})
