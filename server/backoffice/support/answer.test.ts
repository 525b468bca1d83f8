import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import type { Input } from '#contract/core/endpoint.ts'
import {
  createIssue,
  editIssue,
  listAllIssues,
  listOwnIssues,
} from '#contract/backoffice/support.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { signUp, signUpAdmin, type Person } from '#tests/support/accounts/people.ts'
import { searchTables } from '#tests/support/database/find-text.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const testInShop = shareShop(openShop)

async function list(admin: Person, input: Partial<Input<typeof listAllIssues>> = {}) {
  const { status, data } = await admin.call(listAllIssues, {
    page: 1,
    limit: 10,
    search: '',
    searchIndex: 'email',
    sort: '-createdAt',
    ...input,
  })
  assert.equal(status, 200)
  return { total: data.total, said: data.issues.map(({ message }) => message) }
}

test('issues are found by customer, order, kind and status', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const [asha, rohan] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Rohan Mehta')]
  await asha.call(createIssue, { issueType: 'payment', message: 'Paid twice', orderId: 'GSA12' })
  await asha.call(createIssue, { issueType: 'other', message: 'Hello' })
  const { data } = await rohan.call(createIssue, { issueType: 'recharge', message: 'No diamonds' })
  await admin.call(editIssue, { id: data._id, status: 'resolved' })

  assert.deepEqual((await list(admin)).said, ['No diamonds', 'Hello', 'Paid twice'])
  assert.deepEqual(await list(admin, { limit: 1, page: 2 }), { total: 3, said: ['Hello'] })
  for (const [input, said] of [
    [{ search: asha.email, sort: 'createdAt' }, ['Paid twice', 'Hello']],
    [{ search: 'rohan', searchIndex: 'fullName' }, ['No diamonds']],
    [{ search: rohan.phone, searchIndex: 'phone' }, ['No diamonds']],
    [{ search: 'gsa1', searchIndex: 'orderId' }, ['Paid twice']],
    [{ status: 'resolved' }, ['No diamonds']],
    [{ status: 'unresolved', issueType: 'other' }, ['Hello']],
    [{ search: '%' }, []],
  ] as const)
    assert.deepEqual(await list(admin, input), { total: said.length, said })
})

const isNews = ({ subject }: { subject: string }) => subject === 'We answered your message'

testInShop(
  'an answer reaches its customer once on the page and by email, and the audit omits its words',
  async (shop) => {
    const admin = await signUpAdmin(shop)
    const asha = await signUp(shop, 'Asha Rao')
    const { data: issue } = await asha.call(createIssue, { issueType: 'other', message: 'Hello' })
    const { message, data } = await admin.call(editIssue, {
      id: issue._id,
      isRead: true,
      status: 'resolved',
      answer: ' Hello yourself ',
    })
    assert.equal(message, 'Issue updated')
    assert.deepEqual(data, {
      ...issue,
      isRead: true,
      status: 'resolved',
      answer: 'Hello yourself',
      userId: { _id: asha.id, fullName: 'Asha Rao', email: asha.email, phone: asha.phone },
    })
    await admin.call(editIssue, { id: issue._id, answer: 'Hello yourself' })
    const { userId: _, ...own } = data
    assert.deepEqual((await asha.call(listOwnIssues, {})).data, [own])

    await until('the mail came', async () => (await shop.inbox.read(asha.email)).some(isNews))
    assert.equal((await shop.inbox.read(asha.email)).filter(isNews).length, 1)
    const subject = `issue ${issue._id}`
    assert.deepEqual(
      (await listActions(shop)).find((one) => one.subject === subject),
      {
        action: 'edit issue',
        subject,
        userId: admin.id,
        before: { status: 'unresolved', isRead: false, isAnswered: false },
        after: { status: 'resolved', isRead: true, isAnswered: true },
      },
    )
  },
)

testInShop(
  'answers are deleted with their account, and a deleted account gets none',
  async (shop) => {
    const admin = await signUpAdmin(shop)
    const asha = await signUp(shop, 'Asha Rao')
    const { data } = await asha.call(createIssue, { issueType: 'other', message: 'Hello' })
    await admin.call(editIssue, { id: data._id, answer: 'Opals for Asha' })
    await asha.call(deleteUser, {})
    const words = 'Opals for Asha'
    await until(
      'the answer is gone',
      async () => (await searchTables(shop.sql, words)).length === 0,
    )
    const { status, code } = await admin.call(editIssue, { id: data._id, answer: 'More' })
    assert.deepEqual([status, code], [404, 'NO_SUCH_USER'])
    const done = await admin.call(editIssue, { id: data._id, status: 'resolved' })
    assert.deepEqual([done.status, done.data.userId.email], [200, ''])
  },
)

testInShop('an unknown issue answers 404, and an unknown status is refused', async (shop) => {
  const admin = await signUpAdmin(shop)
  const { status, message } = await admin.call(editIssue, { id: crypto.randomUUID(), isRead: true })
  assert.deepEqual([status, message], [404, 'Issue not found'])
  const answer = await admin.send('PUT', `/api/v1/issue/${crypto.randomUUID()}`, { status: 'odd' })
  assert.equal(answer.status, 400)
})
