import { API_BASE } from '#contract/core/endpoint.ts'
import { PAGE_MAX } from '#contract/core/paging.ts'
import type { FullShop } from '#tests/bench/run/shop-with-orders.ts'
import { median } from '#tests/bench/run/take-turns.ts'
import { signIn, signInAdmin } from '#tests/bench/fill/write-people.ts'

const ROUNDS = 5
const TIMES = 11 // in each round

type Someone = { id: string; session: string; email: string; phone: string; fullName: string }
type Asker = {
  shop: FullShop
  someone: Someone
  order: { id: string; invoice: string }
  orders: number
}

/** A call that the benchmark times in the shop of each size. */
export type Call = {
  name: string
  isDrawn?: boolean
  by: 'visitor' | 'customer' | 'admin'
  path(asker: Asker): string
}

export type TimedCall = { name: string; isDrawn: boolean; rounds: number[][]; medians: number[] }

const api = (path: string, query: Record<string, string> = {}): string =>
  `${API_BASE}${path}?${new URLSearchParams(query)}`
const day = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
/** The page at this fraction of a list with ten lines a page, at most the last page that lists allow. */
const deep =
  (part: number, linesOfAnOrder = 1) =>
  ({ orders }: Asker) =>
    String(Math.min(PAGE_MAX, Math.max(1, Math.floor(((orders * linesOfAnOrder) / 10) * part))))

const CUSTOMERS: Call[] = [
  {
    name: 'status page of an order',
    isDrawn: true,
    path: ({ order }: Asker) => api(`/order/${order.id}`),
  },
  { name: 'own orders', path: () => api('/order') },
  { name: 'own orders, those completed', path: () => api('/order', { status: 'completed' }) },
  { name: 'own movements', path: () => api('/transaction') },
  {
    name: 'statement of a year',
    isDrawn: true,
    path: () => api('/wallet/statement', { currency: 'INR', from: day(366), to: day(0) }),
  },
  { name: 'own place on the leaderboard', path: () => api('/leaderboard/me') },
  { name: 'own account', path: () => api('/user') },
].map((call) => ({ ...call, by: 'customer' }))

const ADMINS: Call[] = [
  { name: 'dashboard', isDrawn: true, path: () => api('/admin') },
  { name: 'all orders', isDrawn: true, path: () => api('/order/all') },
  {
    name: 'all orders, half way through',
    path: (asker: Asker) => api('/order/all', { page: deep(0.5)(asker) }),
  },
  {
    name: 'all orders, the last page',
    path: (asker: Asker) => api('/order/all', { page: deep(1)(asker) }),
  },
  { name: 'all orders, those refunded', path: () => api('/order/all', { status: 'refunded' }) },
  { name: 'all orders of a day', path: () => api('/order/all', { from: day(100), to: day(100) }) },
  { name: 'all orders by amount', path: () => api('/order/all', { sort: 'amount' }) },
  {
    name: 'an order by its invoice',
    path: ({ order }: Asker) => api('/order/all', { search: order.invoice }),
  },
  {
    name: 'orders by email',
    path: ({ someone }: Asker) =>
      api('/order/all', { search: someone.email, searchIndex: 'email' }),
  },
  {
    name: "a customer's orders",
    path: ({ someone }: Asker) => api('/order/all', { userId: someone.id }),
  },
  { name: 'all movements', isDrawn: true, path: () => api('/transaction/all') },
  {
    name: 'all movements, half way through',
    path: (asker: Asker) => api('/transaction/all', { page: deep(0.5, 3)(asker) }),
  },
  {
    name: 'a movement by its reference',
    path: ({ order }: Asker) => api('/transaction/all', { search: order.invoice }),
  },
  {
    name: 'movements by email',
    path: ({ someone }: Asker) =>
      api('/transaction/all', { search: someone.email, searchIndex: 'email' }),
  },
  { name: 'all users', isDrawn: true, path: () => api('/user/all') },
  { name: 'all users by name', path: () => api('/user/all', { sort: 'fullName' }) },
  {
    name: 'users by email',
    path: ({ someone }: Asker) => api('/user/all', { search: someone.email }),
  },
  {
    name: 'users by phone',
    path: ({ someone }: Asker) => api('/user/all', { search: someone.phone, searchIndex: 'phone' }),
  },
  { name: 'the page of a user', path: ({ someone }: Asker) => api(`/user/${someone.id}/overview`) },
  {
    name: 'search everywhere, an email',
    isDrawn: true,
    path: ({ someone }: Asker) => api('/admin/search', { search: someone.email }),
  },
  {
    name: 'search everywhere, an invoice',
    path: ({ order }: Asker) => api('/admin/search', { search: order.invoice }),
  },
  {
    name: 'search everywhere, a name',
    path: ({ someone }: Asker) => api('/admin/search', { search: someone.fullName }),
  },
  { name: 'all payments', path: () => api('/payment/all') },
  { name: 'audit', path: () => api('/audit') },
  { name: 'all issues', path: () => api('/issue/all') },
  { name: 'all coupons', path: () => api('/coupon') },
].map((call) => ({ ...call, by: 'admin' }))

const VISITORS: Call[] = [
  { name: 'leaderboard', isDrawn: true, path: () => api('/leaderboard') },
  { name: 'leaderboard page', path: () => '/leaderboard' },
  { name: "a game's page", path: () => '/product/game-1' },
].map((call) => ({ ...call, by: 'visitor' }))

const CALLS = [...VISITORS, ...CUSTOMERS, ...ADMINS]

type Grown = FullShop & { size: number }

/** Times the calls one at a time, all sizes in turn. The first round only warms up. Times are in milliseconds. */
export async function askCalls(shops: Grown[], calls: Call[] = CALLS): Promise<TimedCall[]> {
  const askers = await Promise.all(shops.map(findAsker))
  const asked: TimedCall[] = []
  for (const call of calls) {
    const times: number[][] = shops.map(() => [])
    for (let round = 0; round <= ROUNDS; round++)
      for (const [index, asker] of askers.entries()) {
        const one = await askTimes(asker, call)
        if (round > 0) times[index]!.push(...one)
      }
    asked.push({
      name: call.name,
      isDrawn: call.isDrawn ?? false,
      rounds: times,
      medians: times.map(median),
    })
  }
  return asked
}

type Ready = Asker & { tokens: Record<'customer' | 'admin', string> }

async function findAsker(shop: Grown): Promise<Ready> {
  const { sql, secret, people } = shop
  const [someone] = await sql<[Someone]>`
    select users.id, session, email, phone, full_name from bench_user join users using (id)
    where number = ${Math.floor(people / 3)}`
  const [order] = await sql<[{ id: string; invoice: string }]>`
    select id, invoice from orders where user_id = ${someone.id} order by created_at desc limit 1`
  const tokens = {
    customer: await signIn(secret, someone.id, someone.session),
    admin: await signInAdmin(secret),
  }
  return { shop, someone, order, orders: shop.size, tokens }
}

async function askTimes(asker: Ready, { by, path, name }: Call): Promise<number[]> {
  const headers = by === 'visitor' ? {} : { authorization: `Bearer ${asker.tokens[by]}` }
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const startedAt = performance.now()
    const response = await fetch(`${asker.shop.url}${path(asker)}`, { headers })
    const body = await response.text()
    times.push(performance.now() - startedAt)
    if (!response.ok) throw new Error(`${name}: ${response.status} ${body.slice(0, 300)}`)
  }
  return times
}
