import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import { listAllOrders } from '#contract/orders/orders.ts'
import { createIssue, listAllIssues } from '#contract/backoffice/support.ts'
import {
  getUserOverview,
  getUserStatementFile,
  getUserTotals,
  listUserPlayers,
} from '#contract/backoffice/user-detail.ts'
import { listAllTransactions } from '#contract/money/wallet.ts'
import { getStatementFile } from '#contract/money/statement.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { download } from '#tests/support/calls/files.ts'
import { endow, spend } from '#tests/support/money/ledger.ts'
import { makeOrder, makePack } from '#tests/support/database/past-orders.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'

const LIST = { page: 1, limit: 10, search: '' } as const

test('the page of a customer shows their data alone, and their ledger outlives their account', async (t) => {
  const shop = await openShop(t)
  const { sql } = shop
  const admin = await signUpAdmin(shop)
  const [asha, ravi] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Ravi Kumar')]
  const pack = await makePack(admin)
  const { _id: id, couponCode: code } = await makeCoupon(admin)
  const order = { userId: asha.id, pack }
  await makeOrder(sql, {
    ...order,
    price: 300_00,
    discount: 50_00,
    coupon: { id, code },
    status: 'completed',
  })
  await makeOrder(sql, { ...order, price: 70_00, status: 'refunded' })
  await makeOrder(sql, { ...order, price: 20_00, method: 'upi' })
  await makeOrder(sql, { ...order, userId: ravi.id, price: 900_00, status: 'completed' })
  await endow(sql, asha.id, 12_0000, 'USD')
  await asha.call(createIssue, { issueType: 'other', message: 'Where is it?' })
  await sql`
    insert into player (id, user_id, game_id, player_id, zone_id, name, item_slug, created_at, updated_at)
    values (gen_random_uuid(), ${asha.id}, ${pack.game._id}, '77', '1', 'Tiger', '', now(), now())`

  const overview = async () => (await admin.call(getUserOverview, { id: asha.id })).data
  const known = await overview()
  assert.deepEqual(
    [known.email, known.role, known.balance, known.USDbalance, known.openIssues, known.deletedAt],
    [asha.email, 'user', 0, 12_0000, 1, null],
  )
  assert.ok(Date.parse(known.lastSeenAt!) >= Date.parse(known.createdAt))
  const totals = (await admin.call(getUserTotals, { id: asha.id })).data
  assert.deepEqual(totals, {
    orders: [
      { status: 'pending', count: 1 },
      { status: 'completed', count: 1 },
      { status: 'refunded', count: 1 },
    ],
    spent: 250_00,
    refunded: 70_00,
    month: { rank: 2, spend: 250_00 },
    coupons: [{ _id: id, couponCode: code, uses: 1 }],
  })
  const { players } = (await admin.call(listUserPlayers, { id: asha.id })).data
  assert.deepEqual(
    players.map(({ playerId, zoneId, gameName }) => [playerId, zoneId, gameName]),
    [['77', '1', pack.game.gameName]],
  )

  const theirs = { ...LIST, userId: asha.id }
  const orders = { ...theirs, searchIndex: 'invoiceId', sort: '-createdAt' } as const
  const countOrders = async (input: object) =>
    (await admin.call(listAllOrders, { ...orders, ...input })).data.totalOrders
  assert.deepEqual([await countOrders({}), await countOrders({ status: 'refunded' })], [3, 1])
  assert.equal(await countOrders({ searchIndex: 'email', search: ravi.email }), 0)
  assert.equal(await countOrders({ searchIndex: 'email', search: asha.email }), 3)
  const issues = { ...LIST, searchIndex: 'email', sort: '-createdAt' } as const
  const countIssues = async (input: object) =>
    (await admin.call(listAllIssues, { ...issues, ...input })).data.total
  assert.deepEqual(
    [
      await countIssues({ userId: asha.id }),
      await countIssues({ userId: ravi.id }),
      await countIssues({ search: 'ASHA', searchIndex: 'fullName' }),
      await countIssues({ userId: asha.id, search: ravi.email }),
    ],
    [1, 0, 1, 0],
  )
  const lines = { ...theirs, searchIndex: 'UTR', sort: '-date' } as const
  const { transactions, totalTransactions } = (await admin.call(listAllTransactions, lines)).data
  assert.ok(totalTransactions > 3 && transactions.every(({ userId }) => userId === asha.id))
  const dollars = (await admin.call(listAllTransactions, { ...lines, currency: 'USD' })).data
  assert.deepEqual(
    dollars.transactions.map(({ price, balance }) => [price, balance]),
    [[12_0000, 12_0000]],
  )
  const file = { currency: 'INR' } as const
  const ours = await download(admin, getUserStatementFile, { id: asha.id, ...file })
  assert.deepEqual(ours.rows, (await download(asha, getStatementFile, file)).rows)
  const actions = (await listActions(shop)).map(({ action, subject }) => `${action}, ${subject}`)
  assert.ok(actions.includes(`download statement, user ${asha.id}`))
  for (const endpoint of [getUserOverview, getUserTotals, listUserPlayers])
    assert.equal((await ravi.call(endpoint, { id: asha.id })).code, 'ACCESS_DENIED')
  const unknown = crypto.randomUUID()
  assert.equal((await admin.call(getUserOverview, { id: unknown })).code, 'NO_SUCH_USER')

  await spend(sql, asha.id, 12_0000, 'USD')
  await sql`update orders set status = 'failed', ended_at = now() where status = 'pending'`
  assert.equal((await asha.call(deleteUser, {})).status, 200)
  const gone = await overview()
  assert.deepEqual([gone.email, gone.phone, gone.lastSeenAt], [null, null, null])
  assert.ok(gone.deletedAt)
  assert.equal(await countOrders({}), 3)
  assert.equal((await admin.call(getUserTotals, { id: asha.id })).data.spent, 250_00)
})
