import assert from 'node:assert/strict'
import { test } from 'node:test'
import { login } from '#contract/accounts/auth.ts'
import { getInsights } from '#contract/backoffice/insights.ts'
import { getLeaderboard, listLeaderboard } from '#contract/orders/leaderboard.ts'
import { listAllOrders, listOrders } from '#contract/orders/orders.ts'
import { dayOf, periodAfter, periodOf, periodStart } from '#contract/core/period.ts'
import { getUserTotals } from '#contract/backoffice/user-detail.ts'
import { getUser, listUsers } from '#contract/accounts/users.ts'
import { DEMO_ACCOUNTS } from '#demo/accounts.ts'
import { DEMO_GAMES } from '#demo/catalogue/catalogue.ts'
import { createClient, type Client } from '#demo/client.ts'
import { fillWallets, openAdmin, openOthers, savePlayers } from '#demo/load-accounts.ts'
import { loadCoupons } from '#demo/load-coupons.ts'
import { loadGames, loadTags } from '#demo/load-games.ts'
import { DAY, HOUR } from '#demo/history/plan/rhythm.ts'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { fingerprint, findChanged, untilIdle } from '#tests/chaos/audit/fingerprint.ts'
import { openPackShop, order } from '#tests/support/orders/orders.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { loadHistory } from './load-history.ts'

const PAGE = { page: 1, limit: 100, search: '', sort: '-createdAt' } as const

async function openStockedShop(shop: TestShop) {
  const options = {
    shopUrl: shop.url,
    sandboxUrl: shop.sandboxUrl,
    makeAdmin: async (email: string) => void (await makeAdmin(shop.sql, email)),
  }
  const admin = await openAdmin(options)
  const others = await openOthers(options, admin)
  const tags = await loadTags(admin)
  const games = await loadGames(admin, DEMO_GAMES, { pictures: new Map(), tags })
  await loadCoupons(admin, games)
  await savePlayers(others)
  return { admin, others }
}

test('the demo history has a correct ledger and consistent lists, and is written once', async (t) => {
  const shop = await openShop(t)
  const { sql } = shop
  const { admin, others } = await openStockedShop(shop)
  const written = await loadHistory(sql)
  await fillWallets(others, admin)
  await untilIdle(sql)

  const { counts, fault } = await verifyLedger(sql)
  assert.equal(fault, null)
  assert.ok(counts.postings > 1_000, `${counts.postings} postings`)
  assert.deepEqual(await auditBooks(sql), [])
  await assertInTime(shop)
  await assertTakings(shop, admin)
  await assertRanked(admin)
  await assertPlayer(shop, admin)

  assert.ok(written > 600 && written < 1_200, `${written} orders`)
  const before = await fingerprint(sql)
  assert.equal(await loadHistory(sql), 0)
  await fillWallets(others, admin)
  assert.deepEqual(findChanged(before, await fingerprint(sql)), [])
})

test('a shop with an order of its own gets no history', async (t) => {
  const { shop, item, asha } = await openPackShop(t)
  await order(asha, { item })
  assert.equal(await loadHistory(shop.sql), 0)
  const orders = await shop.sql`select from orders`
  assert.equal(orders.length, 1)
})

/** Nothing happened before its customer signed up, before its pack was there, or after now. */
async function assertInTime({ sql }: TestShop): Promise<void> {
  const early = await sql`
    select orders.id from orders join users on users.id = user_id join item on item.id = item_id
    join game on game.id = orders.game_id join player on player.id = saved_player
    where orders.created_at < greatest(users.created_at, item.created_at, game.created_at, player.created_at)
      or orders.ended_at < orders.created_at`
  const late = await sql`
    select id from orders where greatest(created_at, ended_at, refunded_at) > now()
    union all select id from payment where greatest(created_at, ended_at) > now()
    union all select id from issue where updated_at > now()
    union all select id from audit where created_at > now()`
  const backwards = await sql`
    select account_id from (
      select account_id, created_at < lag(created_at) over (partition by account_id order by sequence) as is_backwards
      from posting) lines
    where is_backwards`
  const left = await sql`select id from orders where status in ('pending', 'processing')`
  assert.deepEqual([early.length, late.length, backwards.length, left.length], [0, 0, 0, 0])
  const mails =
    await sql`select name from job where name in ('send-order-mail', 'deliver-order', 'expire-order')`
  assert.equal(mails.length, 0)
}

async function assertTakings({ sql }: TestShop, admin: Client): Promise<void> {
  const now = new Date()
  const from = dayOf(new Date(now.getTime() - 95 * DAY))
  const { range } = await admin.call(getInsights, { from, to: dayOf(now) })
  const [sums] = await sql<[{ revenue: number; count: number }]>`
    select sum(amount_inr)::bigint as revenue, count(*) from orders where paid_at is not null and refunded_at is null`
  assert.equal(range!.total.revenue, sums.revenue)
  assert.equal(range!.total.orderCount, sums.count)
  const counts = range!.days.map(({ orderCount }) => orderCount)
  const past = counts.slice(
    counts.findIndex((count) => count > 0),
    -2,
  )
  assert.ok(past.length >= 86 && past.every((count) => count > 0), counts.join())
}

async function assertRanked(admin: Client): Promise<void> {
  const period = periodOf(new Date())
  if (Date.now() < periodStart(period).getTime() + HOUR) return // nobody has bought yet, and the shop closes the last month
  const { currentLeaderboard, pastLeaderboard, isPastClosed } = await admin.call(getLeaderboard, {})
  assert.equal(pastLeaderboard.length, 10)
  assert.ok(isPastClosed)
  assert.ok(currentLeaderboard.length > 0)
  const list = { ...PAGE, searchIndex: 'email', sort: 'rank', period: 'previous' } as const
  const { leaderboard, ...last } = await admin.call(listLeaderboard, list)
  assert.equal(last.period, periodAfter(period, -1))
  assert.ok(leaderboard.slice(0, 10).every(({ prize, isPaid }) => prize! > 0 && isPaid))
}

async function assertPlayer({ url }: TestShop, admin: Client): Promise<void> {
  const { email, password, wallet } = DEMO_ACCOUNTS.find(({ role }) => role === 'user')!
  const player = createClient(url)
  player.use(await player.call(login, { email, password }))
  const { balance, USDbalance } = await player.call(getUser, {})
  assert.deepEqual({ rupees: balance, dollars: USDbalance }, wallet)
  const { orders, totalOrders } = await player.call(listOrders, PAGE)
  assert.ok(totalOrders >= 5 && orders.some(({ status }) => status === 'completed'))

  const { users } = await admin.call(listUsers, { ...PAGE, searchIndex: 'email' })
  assert.equal(users.filter(({ role }) => role === 'user').length, 25)
  assert.equal(users.filter(({ role }) => role === 'reseller').length, 3)
  for (const { _id: id, email } of users) {
    const search = { ...PAGE, search: email, searchIndex: 'email' } as const
    const listed = await admin.call(listAllOrders, search)
    const totals = await admin.call(getUserTotals, { id })
    const counted = totals.orders.reduce((sum, { count }) => sum + count, 0)
    assert.equal(counted, listed.totalOrders, email)
  }
}
