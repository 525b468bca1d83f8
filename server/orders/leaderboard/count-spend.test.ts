import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { connect, type Sql } from '#server/platform/db/db.ts'
import { migrate, readMigrations } from '#server/platform/db/migrate.ts'
import { makeUsers, openLedger } from '#tests/support/money/ledger.ts'
import { createDatabase } from '#tests/support/shop/shop.ts'
import { buy, deliver, giveBack, inShop, pay } from '#tests/support/money/spending.ts'

type Row = { period: string; userId: string; amount: number; reachedAt: Date }

const kept = (sql: Sql, people: string[]) => sql<Row[]>`
  select period, user_id, amount, reached_at from spend
  where user_id = any(${people}) order by period, user_id`

/** The same sums, computed from all orders. */
const recomputed = (sql: Sql, people: string[]) => sql<Row[]>`
  select to_char(ended_at at time zone 'Asia/Kolkata', 'YYYY-MM') as period, user_id,
    sum(amount_inr)::bigint as amount, max(ended_at) as reached_at
  from orders where status = 'completed' and amount_inr > 0 and user_id = any(${people})
  group by 1, 2 order by 1, 2`

async function compare(sql: Sql, people: string[]): Promise<number> {
  const rows = await recomputed(sql, people)
  assert.deepEqual([...(await kept(sql, people))], [...rows])
  return rows.length
}

const MIDNIGHT = inShop('2025-11-01T00:00:00').getTime()
const PEOPLE = 3
const ORDERS = 8

const minute = fc
  .integer({ min: -90, max: 90 })
  .map((minutes) => new Date(MIDNIGHT + minutes * 60_000))
const purchase = fc.record({ person: fc.nat(PEOPLE - 1), amount: fc.nat(3), at: minute })

type Step =
  | { do: 'place'; list: { person: number; amount: number; at: Date }[] }
  | { do: 'promise'; person: number; amount: number; at: Date }
  | { do: 'pay'; order: number; at: Date }
  | { do: 'deliver'; order: number; at: Date }
  | { do: 'give back'; order: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('place' as const),
    list: fc.array(purchase, { minLength: 1, maxLength: 4 }),
  }),
  purchase.map((one) => ({ do: 'promise' as const, ...one })),
  fc.record({ do: fc.constant('pay' as const), order: fc.nat(ORDERS), at: minute }),
  fc.record({ do: fc.constant('deliver' as const), order: fc.nat(ORDERS), at: minute }),
  fc.record({ do: fc.constant('deliver' as const), order: fc.nat(ORDERS), at: minute }),
  fc.record({ do: fc.constant('give back' as const), order: fc.nat(ORDERS) }),
)

/** Places several orders in one transaction that locks their users, as the shop does. */
const place = (sql: Sql, people: string[], list: Extract<Step, { do: 'place' }>['list']) =>
  sql.begin(async (tx) => {
    const ids = list.map(({ person }) => people[person]!)
    await tx`select from users where id = any(${ids}) order by id for no key update`
    const placed: string[] = []
    for (const { person, amount, at } of list)
      placed.push(await buy(tx, { userId: people[person]!, amount, at, deliveredAt: null }))
    return placed
  })

test('spend equals the sum over all orders after any mix of purchases, deliveries and refunds', async (t) => {
  const { sql } = await openLedger(t)
  let rows = 0
  const check = fc.asyncProperty(
    fc.array(step, { minLength: 10, maxLength: 30 }),
    async (steps) => {
      const people = await makeUsers(sql, PEOPLE)
      const orders: string[] = []
      for (const one of steps) {
        if (one.do === 'place') orders.push(...(await place(sql, people, one.list)))
        else if (one.do === 'promise') {
          const { person, amount, at } = one
          orders.push(await buy(sql, { userId: people[person]!, amount, at, paidAt: null }))
        } else if (orders.length > 0) {
          const order = orders.at(-1 - (one.order % orders.length))!
          if (one.do === 'pay') await pay(sql, order, one.at)
          else if (one.do === 'deliver') await deliver(sql, order, one.at)
          else await giveBack(sql, order)
        }
        rows += await compare(sql, people)
      }
    },
  )
  await fc.assert(check, { numRuns: 30, endOnFailure: true })
  assert.ok(rows > 20)
})

test('simultaneous deliveries and refunds of the same people neither deadlock nor lose a rupee', async (t) => {
  const { sql } = await openLedger(t, 12)
  const people = await makeUsers(sql, PEOPLE)
  let orders: string[] = []
  for (let round = 0; round < 12; round++) {
    const refunds = orders.map((id) => giveBack(sql, id))
    const purchases = Array.from({ length: 12 }, async (_, index) => {
      const at = new Date(MIDNIGHT + (((index * 5 + round) % 9) - 4) * 1000)
      const list = [0, 1, 2].map((shift) => ({
        person: (index + shift) % PEOPLE,
        amount: 1 + ((index * 7 + round) % 5),
        at,
      }))
      const placed = await place(sql, people, list)
      await Promise.all(placed.map((id) => deliver(sql, id, at)))
      return placed
    })
    await Promise.all(refunds)
    orders = (await Promise.all(purchases)).flat().filter((_, index) => index % 3 > 0)
    await compare(sql, people)
  }
  assert.ok((await recomputed(sql, people)).length > 0)
})

test('an upgrade recounts open months by delivery, and leaves closed ones unchanged', async (t) => {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const url = await createDatabase(stack)
  const log = pino({ level: 'silent' })
  const all = readMigrations()
  const before = all.findIndex(({ name }) => name.endsWith('-delivered-spend.sql'))
  await migrate(url, log, { migrations: all.slice(0, before), functions: [] })
  const sql = connect(url, { connectionsMax: 2 })
  stack.defer(() => sql.end())
  const people = await makeUsers(sql, 2)
  const [asha, rohan] = people as [string, string]
  const [september, october] = [inShop('2025-09-30T23:59:00'), inShop('2025-10-31T23:59:00')]
  const november = inShop('2025-11-01T00:00:00')
  await buy(sql, { userId: asha, amount: 100_00, at: september, deliveredAt: null })
  await sql`insert into closed_month (period, closed_at) values ('2025-09', now())`
  await buy(sql, { userId: asha, amount: 200_00, at: october, deliveredAt: null }) // held
  await buy(sql, { userId: asha, amount: 400_00, at: october, deliveredAt: november })
  await buy(sql, { userId: rohan, amount: 800_00, at: october })
  await giveBack(sql, await buy(sql, { userId: rohan, amount: 1_600_00, at: october }))
  await migrate(url, log)
  const sums = (await kept(sql, people)).map(({ period, userId, amount }) => [
    period,
    userId === asha ? 'Asha' : 'Rohan',
    amount,
  ])
  assert.deepEqual(sums, [
    ['2025-09', 'Asha', 100_00],
    ['2025-10', 'Rohan', 800_00],
    ['2025-11', 'Asha', 400_00],
  ])
  const open = (await kept(sql, people)).slice(1)
  assert.deepEqual(open, (await recomputed(sql, people)).toSorted(byPeriod))
})

const byPeriod = (one: Row, other: Row) => one.period.localeCompare(other.period)
