import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countOffice } from '#contract/backoffice/live-updates.ts'
import { createIssue, editIssue } from '#contract/backoffice/support.ts'
import { openPackShop, order } from '#tests/support/orders/orders.ts'
import { makeStaff } from '#tests/support/accounts/staff.ts'

test('the menu counts waiting orders and unanswered messages for staff with the right to them', async (t) => {
  const { shop, admin, asha, item } = await openPackShop(t)
  const count = async (person: typeof admin) => (await person.call(countOffice, {})).data
  assert.deepEqual(await count(admin), { waiting: 0, issues: 0 })
  await order(asha, { item })
  const write = () => asha.call(createIssue, { issueType: 'other', message: 'Hello' })
  const { data: issue } = await write()
  await write()
  assert.deepEqual(await count(admin), { waiting: 1, issues: 2 })
  await admin.call(editIssue, { id: issue._id, answer: 'Hello', status: 'resolved' })
  assert.deepEqual(await count(admin), { waiting: 1, issues: 1 })
  const helper = await makeStaff(shop, admin, { name: 'Hari Help', rights: ['support'] })
  assert.deepEqual(await count(helper), { waiting: null, issues: 1 })
  const orderStaff = await makeStaff(shop, admin, { name: 'Pia Pack', rights: ['orders'] })
  assert.deepEqual(await count(orderStaff), { waiting: 1, issues: null })

  await shop.sql`
    insert into issue (id, user_id, type, message, status, is_read, created_at, updated_at)
    select gen_random_uuid(), ${asha.id}, 'other', '', 'unresolved', false, now(), now()
    from generate_series(1, 150)`
  assert.equal((await count(helper)).issues, 100)
})
