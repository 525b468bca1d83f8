import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import { listUsers } from '#contract/accounts/users.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { foldUserCount } from './fold-count.ts'

test('the count of users stays right while users come and go and counts are folded', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const list = { page: 1, limit: 10, search: '', searchIndex: 'email', sort: '-createdAt' } as const
  const countAll = async () => (await admin.call(listUsers, list)).data.total
  let isOver = false
  const folding = Promise.all(
    [1, 2].map(async () => {
      while (!isOver) await foldUserCount(shop)
    }),
  )
  const people = await Promise.all(Array.from({ length: 8 }, () => signUp(shop, 'Asha Rao')))
  assert.equal(await countAll(), 9)
  for (const person of people.slice(0, 3))
    assert.equal((await person.call(deleteUser, {})).status, 200)
  isOver = true
  await folding
  assert.equal(await countAll(), 6)
  await foldUserCount(shop)
  assert.deepEqual(
    await shop.sql`select count from user_count`,
    Object.assign([{ count: 6 }], { count: 1 }),
  )
})
