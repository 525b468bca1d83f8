import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signup } from '#contract/auth.ts'
import { getUser } from '#contract/users.ts'
import { newEmail, newPhone, PASSWORD, signUp } from '#server/testing/people.ts'
import { openShop } from '#server/testing/shop.ts'

test('a visitor signs up, is signed in and is welcomed by e-mail', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  const { data } = await asha.call(getUser, {})
  assert.equal(data.email, asha.email)
  const [mail] = await shop.inbox.waitFor(asha.email, 1)
  assert.match(mail!.subject, /Welcome/)
  assert.match(mail!.text, /Hello Asha/)
})
