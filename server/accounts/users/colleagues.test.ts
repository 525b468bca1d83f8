import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editCoupon, findCoupon } from '#contract/catalogue/coupons.ts'
import { listParcels, listWaiting } from '#contract/orders/deliveries.ts'
import { Right, type Endpoint, type Input } from '#contract/core/endpoint.ts'
import { exportOrders, exportTransactions } from '#contract/backoffice/exports.ts'
import { editOrder, findOrderAsAdmin, followOrder, listAllOrders } from '#contract/orders/orders.ts'
import { listPayments } from '#contract/money/payments.ts'
import { searchEverywhere } from '#contract/backoffice/search.ts'
import { endUserSession, endUserSessions, listUserSessions } from '#contract/accounts/sessions.ts'
import { createIssue, editIssue, findIssue, listAllIssues } from '#contract/backoffice/support.ts'
import {
  getUserOverview,
  getUserTotals,
  listUserPlayers,
} from '#contract/backoffice/user-detail.ts'
import { editUserAsAdmin, findUser, listUsers, pickUsers } from '#contract/accounts/users.ts'
import { listAllTransactions } from '#contract/money/wallet.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { openUpiPackShop, order, placeByUpi, readOrder } from '#tests/support/orders/orders.ts'
import { makePlayer } from '#tests/support/orders/players.ts'
import { makeStaff } from '#tests/support/accounts/staff.ts'
import { follow } from '#tests/support/calls/streams.ts'
import { exportList } from '#tests/support/backoffice/tasks.ts'

type Call = { endpoint: Endpoint; input: object }

const call = <E extends Endpoint>(endpoint: E, input: Input<E>): Call => ({ endpoint, input })
const statement = (id: string) => `/api/v1/user/${id}/statement.csv`
const PAGE = { page: 1, limit: 50 } as const

test('staff with every right read no email and no phone of an administrator, and cannot search for them', async (t) => {
  const { shop, admin, game, item, asha } = await openUpiPackShop(t)
  const boss = Object.assign(admin, { gameDetailId: await makePlayer(admin, game) })
  await endow(shop.sql, boss.id, 500_00)
  const { _id: id } = (await order(boss, { item })).data
  await placeByUpi(boss, { item })
  const { invoiceId } = await readOrder(boss, id)
  const issue = (await boss.call(createIssue, { issueType: 'other', message: 'Mine' })).data
  const coupon = await makeCoupon(boss, { whiteListedUserId: [boss.id, asha.id] })
  const [payment] = await shop.sql<[{ reference: string }]>`select reference from payment`
  const staff = await makeStaff(shop, boss, { name: 'Ravi Kumar', rights: Right.options })

  const orders = { ...PAGE, searchIndex: 'invoiceId', sort: '-createdAt' } as const
  const money = { ...PAGE, searchIndex: 'UTR', sort: '-date' } as const
  const issues = { ...PAGE, searchIndex: 'orderId', sort: '-createdAt' } as const
  const users = { ...PAGE, searchIndex: 'fullName', sort: 'email' } as const
  const file = { search: '', userId: boss.id } as const
  const ends = { id, status: 'completed', note: '', reference: '' } as const
  const told: Call[] = [
    call(listAllOrders, { ...orders, search: '' }),
    call(listAllOrders, { ...orders, search: '', userId: boss.id }),
    call(listAllOrders, { ...orders, search: '', sort: 'amount' }),
    call(listAllOrders, { ...orders, search: invoiceId }),
    call(findOrderAsAdmin, { id }),
    call(listWaiting, {}),
    call(listPayments, { ...PAGE, searchIndex: 'reference', search: payment.reference }),
    call(listPayments, { ...PAGE, searchIndex: 'reference', search: '' }),
    call(listAllTransactions, { ...money, search: '' }),
    call(listAllTransactions, { ...money, search: '', userId: boss.id }),
    call(listAllIssues, { ...issues, search: '' }),
    call(findIssue, { id: issue._id }),
    call(editIssue, { id: issue._id, isRead: true }),
    call(findCoupon, { id: coupon._id }),
    call(editCoupon, { id: coupon._id, discount: 20_00 }),
    call(searchEverywhere, { search: payment.reference }),
    call(editOrder, ends),
  ]
  const quiet: Call[] = [
    call(listUsers, { ...users, search: '' }),
    call(listUsers, { ...users, search: boss.email, searchIndex: 'email' }),
    call(listUsers, { ...users, search: boss.phone, searchIndex: 'phone' }),
    call(pickUsers, { search: boss.email.slice(0, 8) }),
    call(searchEverywhere, { search: boss.email }),
    call(searchEverywhere, { search: boss.phone }),
    call(searchEverywhere, { search: boss.id }),
    call(listAllOrders, { ...orders, search: boss.email, searchIndex: 'email' }),
    call(listAllOrders, { ...orders, search: boss.email, searchIndex: 'any' }),
    call(listAllOrders, { ...orders, search: boss.phone, searchIndex: 'any' }),
    call(listUsers, { ...users, search: boss.email, searchIndex: 'any' }),
    call(listUsers, { ...users, search: boss.phone, searchIndex: 'any' }),
    call(listPayments, { ...PAGE, searchIndex: 'email', search: boss.email }),
    call(listAllTransactions, { ...money, searchIndex: 'email', search: boss.email }),
    call(listAllIssues, { ...issues, searchIndex: 'email', search: boss.email }),
    call(listAllIssues, { ...issues, searchIndex: 'phone', search: boss.phone }),
  ]
  const contact = new RegExp(`${boss.email}|${boss.phone}`)
  for (const { endpoint, input } of [...quiet, ...told]) {
    const name = `${endpoint.path} ${JSON.stringify(input)}`
    const [seen, hidden] = [
      await boss.call(endpoint, input as never),
      await staff.call(endpoint, input as never),
    ]
    assert.deepEqual([seen.status, hidden.status], [200, 200], `${name} ${hidden.message}`)
    assert.match(JSON.stringify(seen.reply), contact, name)
    assert.doesNotMatch(JSON.stringify(hidden.reply), contact, name)
  }
  for (const { endpoint, input } of quiet) {
    const text = JSON.stringify((await staff.call(endpoint, input as never)).reply)
    assert.doesNotMatch(
      text,
      new RegExp(`${boss.id}|Amrita`),
      `${endpoint.path} ${JSON.stringify(input)}`,
    )
  }
  const listed = (await staff.call(listUsers, { ...users, search: '' })).data
  assert.deepEqual([listed.total, listed.users.map(({ _id }) => _id)], [1, [asha.id]])
  assert.match(
    JSON.stringify((await staff.call(listAllOrders, { ...orders, search: '' })).data),
    /Amrita/,
  )

  const followed = await follow(staff, followOrder, { id })
  assert.doesNotMatch(JSON.stringify(await followed.waitFor(1)), contact)
  const orderFile = await exportList(boss, exportOrders, { ...file, searchIndex: 'invoiceId' })
  const moneyFile = await exportList(boss, exportTransactions, { ...file, searchIndex: 'UTR' })
  for (const { rows } of [orderFile, moneyFile]) {
    assert.ok(rows.length > 0)
    assert.doesNotMatch(JSON.stringify(rows), contact)
  }
  const sought = { search: boss.email, searchIndex: 'email' } as const
  assert.equal((await exportList(staff, exportOrders, sought)).rows.length, 0)
  assert.equal((await exportList(staff, exportTransactions, sought)).rows.length, 0)
})

test('staff can open customers’ pages and sessions, and none of other staff', async (t) => {
  const { shop, admin, asha } = await openUpiPackShop(t)
  const staff = await makeStaff(shop, admin, {
    name: 'Ravi Kumar',
    rights: ['customers', 'orders'],
  })
  const other = await makeStaff(shop, admin, { name: 'Omar Other', rights: [] })
  const [session] = await shop.sql<
    [{ id: string }]
  >`select id from session where user_id = ${admin.id}`
  for (const { id } of [admin, other]) {
    const answers = await Promise.all([
      staff.call(findUser, { id }),
      staff.call(getUserOverview, { id }),
      staff.call(getUserTotals, { id }),
      staff.call(listUserPlayers, { id }),
      staff.call(listUserSessions, { id }),
      staff.call(endUserSession, { id, sessionId: session.id }),
      staff.call(endUserSessions, { id }),
      staff.call(editUserAsAdmin, { id, isBlocked: true }),
      staff.send('GET', statement(id)),
    ])
    assert.deepEqual([...new Set(answers.map(({ code }) => code))], ['COLLEAGUE'])
  }
  assert.equal((await admin.call(listUserSessions, { id: other.id })).data.sessions.length, 1)
  assert.equal((await staff.call(getUserOverview, { id: asha.id })).data.email, asha.email)
  assert.equal((await staff.call(listUserSessions, { id: asha.id })).data.sessions.length, 1)
  assert.equal((await staff.call(listParcels, { id: crypto.randomUUID() })).status, 404)
})
