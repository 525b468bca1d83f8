import assert from 'node:assert/strict'
import { deleteUser } from '#contract/accounts/auth.ts'
import { createIssue, listOwnIssues } from '#contract/backoffice/support.ts'
import { eraseUser } from '#server/accounts/users/users.ts'
import { signUp } from '#tests/support/accounts/people.ts'
import { whileHeld } from '#tests/support/shop/race.ts'
import { searchTables } from '#tests/support/database/find-text.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const test = shareShop(openShop)

test('customers read only their own messages, newest first', async (shop) => {
  const [asha, rohan] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Rohan Mehta')]
  const first = await asha.call(createIssue, {
    issueType: 'payment',
    message: '  Paid twice  ',
    orderId: 'INV-1001',
  })
  assert.equal(first.message, 'We’ve received your message and will answer soon')
  const { data: second } = await asha.call(createIssue, { issueType: 'other', message: 'Hello' })
  await rohan.call(createIssue, { issueType: 'recharge', message: 'No diamonds' })

  const { data } = await asha.call(listOwnIssues, {})
  assert.deepEqual(data, [second, first.data])
  assert.deepEqual(
    { ...first.data, _id: '', createdAt: '' },
    {
      _id: '',
      issueType: 'payment',
      message: 'Paid twice',
      orderId: 'INV-1001',
      status: 'unresolved',
      isRead: false,
      answer: null,
      createdAt: '',
    },
  )
  assert.equal(second.orderId, null)
})

test('an empty message, or one of unknown kind, is refused', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  for (const [input, message] of [
    [{ issueType: 'other', message: ' ' }, 'Please enter a message'],
    [
      { issueType: 'other', message: 'x'.repeat(2_001) },
      'A message can have at most 2,000 characters',
    ],
  ] as const) {
    const answer = await asha.send('POST', '/api/v1/issue', input)
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
  for (const input of [
    { issueType: 'praise', message: 'x' },
    { message: 'x' },
    { issueType: 'other', message: 'x', status: 'resolved' },
  ])
    assert.equal((await asha.send('POST', '/api/v1/issue', input)).status, 400)
  assert.deepEqual((await asha.call(listOwnIssues, {})).data, [])
})

test('a deleted account leaves no messages behind', async (shop) => {
  const [asha, rohan] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Rohan Mehta')]
  const words = 'My number is 9123456780'
  await asha.call(createIssue, { issueType: 'payment', message: words, orderId: 'INV-778899' })
  await rohan.call(createIssue, { issueType: 'payment', message: 'Where is it?' })
  await asha.call(deleteUser, {})
  await until('the words are gone', async () => (await searchTables(shop.sql, words)).length === 0)
  assert.deepEqual(await searchTables(shop.sql, 'INV-778899'), [])
  assert.equal((await rohan.call(listOwnIssues, {})).data[0]!.message, 'Where is it?')
})

test('a message sent while its account is being deleted is deleted too', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const { status } = await whileHeld(shop.sql, {
    userId: asha.id,
    call: () => asha.call(createIssue, { issueType: 'other', message: 'My secret' }),
    change: (tx) => eraseUser(tx, asha.id, new Date()),
  })
  assert.equal(status, 404)
  assert.deepEqual(await searchTables(shop.sql, 'My secret'), [])
})
