// npm run bench:lists: how long the lists and searches of a large shop take. npm run bench:lists -- 100000 20000 for fewer orders
// and people.
import process from 'node:process'
import { pino } from 'pino'
import { ROUTES } from '#server/app.ts'
import { loadCatalog } from '#server/catalog/snapshot.ts'
import type { Context } from '#server/context.ts'
import { sealLedger } from '#server/ledger/seal.ts'
import { foldOrderCounts } from '#server/orders/fold-counts.ts'
import { makeManyLines } from '#server/testing/past-lines.ts'
import { makeManyOrders } from '#server/testing/past-orders.ts'
import { makeManyPayments } from '#server/testing/past-payments.ts'
import { makeManyUsers } from '#server/testing/past-users.ts'
import { fillOffice } from './fill-office.ts'
import { openBooks } from './fill-books.ts'

const BUYERS = 10_000
const PAYMENTS_MAX = 100_000
const TIMES = 15
const wanted = Number(process.argv[2] ?? 1_000_000)
const people = Number(process.argv[3] ?? BUYERS)

await using stack = new AsyncDisposableStack()
const { sql } = await openBooks(stack)
const now = () => new Date()
const users = await makeManyUsers(sql, people)
const buyers = users.slice(0, BUYERS)
const pack = await makePack()
await makeManyOrders(sql, { count: wanted, days: 365, users: buyers, pack })
await makeManyLines(sql, wanted, buyers)
const payments = Math.min(wanted, PAYMENTS_MAX)
await makeManyPayments(sql, { count: payments, days: 365, users: buyers })
await fillOffice(sql)
const log = pino({ level: 'silent' })
await sealLedger({ sql, now, log })
await foldOrderCounts({ sql })
await sql.unsafe('vacuum analyze')

const ctx = { sql, now, catalog: () => loadCatalog(sql) } as Context
const day = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10)
const last = Math.floor(wanted / 10)
const lastUsers = Math.floor(people / 10)
const someone = await findSomeone()
const { id } = someone
const [first, surname] = someone.fullName.split(' ') as [string, string]
const lists: [path: string, queries: Record<string, string>[]][] = [
  [
    '/order/all',
    [
      {},
      { page: String(last / 2) },
      { page: String(last) },
      { status: 'completed', page: String(last / 4) },
      { status: 'refunded' },
      { paymentMethod: 'upi', page: String(Math.min(1000, last / 10)) },
      { paymentStatus: 'refunded' },
      { from: day, to: day },
      { sort: 'amount' },
      { sort: 'amount', page: String(Math.min(last / 2, 50_000)) }, // no deeper is answered
      { sort: 'amount', page: String(last) },
      { sort: '-amount', status: 'refunded' },
      { search: 'GSA0B' },
      { search: someone.email, searchIndex: 'email' },
      { userId: id },
      { userId: id, status: 'completed', page: '5' },
    ],
  ],
  ['/order', [{}, { status: 'failed' }, { sort: 'amount', page: '5' }]],
  [
    '/transaction/all',
    [
      {},
      { page: String(last / 2) },
      { page: String(last) },
      { month: 'jan' },
      { sort: 'priceLowToHigh' },
      { search: 'R1234' },
      { search: someone.email, searchIndex: 'email' },
      { userId: id, currency: 'INR' },
    ],
  ],
  [
    '/user/all',
    [
      {},
      { page: String(lastUsers / 2) },
      { page: String(lastUsers) },
      { sort: 'fullName', page: String(lastUsers / 2) },
      { sort: 'email', page: String(lastUsers / 2) },
      { sort: 'updatedAt', page: String(lastUsers / 2) },
      { search: '777@many' },
      { search: '60000', searchIndex: 'phone' },
      { search: someone.fullName, searchIndex: 'fullName' },
    ],
  ],
  ...['overview', 'totals', 'players', 'sessions'].map(
    (part): [string, Record<string, string>[]] => [`/user/:id/${part}`, [{ id }]],
  ),
  [
    '/admin/search',
    [
      { search: 'a' },
      { search: someone.email },
      { search: someone.phone },
      { search: first },
      { search: surname },
      { search: 'GSA0B' },
      { search: 'R1234' },
      { search: '12345678 2001' },
      { search: 'nothing like it' },
    ],
  ],
  ['/audit', [{}, { search: `user ${id}`, searchIndex: 'subject' }]],
  [
    '/issue/all',
    [
      {},
      { page: '500' },
      { status: 'unresolved' },
      { search: someone.email, searchIndex: 'email' },
      { userId: id },
    ],
  ],
  ['/coupon', [{}, { search: 'COUPON77' }]],
  ['/admin', [{}]],
]
console.log(`${wanted} orders and ${wanted} lines of wallets, of ${people} people`)
console.log('\n| list | median ms | slowest ms |\n| --- | --- | --- |')
for (const [path, queries] of lists)
  for (const query of queries) {
    const times = await measure(path, query)
    const [median, slowest] = [times[Math.floor(TIMES / 2)]!, times.at(-1)!]
    const words = Object.entries(query).map((pair) => pair.join('='))
    console.log(`| ${[path, ...words].join(' ')} | ${median.toFixed(1)} | ${slowest.toFixed(1)} |`)
  }

async function findSomeone() {
  const [row] = await sql<[{ id: string; fullName: string; email: string; phone: string }]>`
    select id, full_name, email, phone from users where id = ${users[76]!}`
  return row
}

async function measure(path: string, query: Record<string, string>): Promise<number[]> {
  const { endpoint, handle } = ROUTES.find(
    (route) => route.endpoint.method === 'GET' && route.endpoint.path === path,
  )!
  const input = endpoint.input.parse(query)
  const caller = {
    id: users[0]!,
    role: 'admin',
    rights: [],
    sessionId: '',
    signedInAt: new Date(),
    hasFactor: false,
    confirmedAt: null,
  } as const
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const startedAt = performance.now()
    await handle(ctx, input, caller, null as never)
    times.push(performance.now() - startedAt)
  }
  return times.toSorted((a, b) => a - b)
}

async function makePack() {
  const [game, item] = [crypto.randomUUID(), crypto.randomUUID()]
  await sql`
    insert into game (id, slug, name, description, publisher, link, is_available, source, source_game, source_region,
      player_label, zone_label, zone_options, is_validation_required, created_at, updated_at)
    values (${game}, 'game', 'Game', '', '', '', true, 'manual', '', '', '', '', '{}', false, now(), now())`
  await sql`
    insert into item (id, game_id, slug, name, is_available, index, selling_price, service_id, is_quantity_shown,
      created_at, updated_at)
    values (${item}, ${game}, 'pack', 'Pack', true, 0, 10000, '', false, now(), now())`
  return { game: { _id: game }, item: { _id: item } }
}
