// npm run bench:lists: how long the lists of a large shop take. npm run bench:lists -- 100000 for fewer rows.
import process from 'node:process'
import { pino } from 'pino'
import type { Context } from '#server/context.ts'
import { sealLedger } from '#server/ledger/seal.ts'
import { foldOrderCounts } from '#server/orders/fold-counts.ts'
import { orderRoutes } from '#server/orders/routes.ts'
import { makeManyLines } from '#server/testing/past-lines.ts'
import { makeManyOrders } from '#server/testing/past-orders.ts'
import { walletRoutes } from '#server/wallet/routes.ts'
import { makeWallets, openBooks } from './fill-books.ts'

const USERS = 10_000
const TIMES = 15
const wanted = Number(process.argv[2] ?? 1_000_000)

await using stack = new AsyncDisposableStack()
const { sql } = await openBooks(stack)
const now = () => new Date()
const users = await makeWallets(sql, USERS)
const pack = await makePack()
await makeManyOrders(sql, { count: wanted, days: 365, users, pack })
await makeManyLines(sql, wanted, users)
const log = pino({ level: 'silent' })
await sealLedger({ sql, now, log })
await foldOrderCounts({ sql })
await sql.unsafe('vacuum analyze')

const ctx = { sql, now } as Context
const day = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10)
const last = Math.floor(wanted / 10)
const lists: [path: string, queries: Record<string, string>[]][] = [
  [
    '/order/all',
    [
      {},
      { page: String(last / 2) },
      { page: String(last) },
      { status: 'completed', page: String(last / 4) },
      { status: 'refunded' },
      { paymentMethod: 'upi', page: '1000' },
      { paymentStatus: 'refunded' },
      { from: day, to: day },
      { sort: 'amount' },
      { sort: 'amount', page: String(last / 2) },
      { sort: '-amount', status: 'refunded' },
      { search: 'GSA0B' },
      { search: '77@bench', searchIndex: 'email' },
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
      { search: '77@bench', searchIndex: 'email' },
    ],
  ],
]
console.log(`${wanted} orders and ${wanted} lines of wallets of ${USERS} people`)
console.log('\n| list | median ms | slowest ms |\n| --- | --- | --- |')
for (const [path, queries] of lists)
  for (const query of queries) {
    const times = await measure(path, query)
    const [median, slowest] = [times[Math.floor(TIMES / 2)]!, times.at(-1)!]
    const words = Object.entries(query).map((pair) => pair.join('='))
    console.log(`| ${[path, ...words].join(' ')} | ${median.toFixed(1)} | ${slowest.toFixed(1)} |`)
  }

async function measure(path: string, query: Record<string, string>): Promise<number[]> {
  const { endpoint, handle } = [...orderRoutes, ...walletRoutes].find(
    (route) => route.endpoint.path === path,
  )!
  const input = endpoint.input.parse(query)
  const caller = { id: users[0]!, role: 'admin', sessionId: '' } as const
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
