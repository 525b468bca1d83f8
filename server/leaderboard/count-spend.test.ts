import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Sql } from '#server/db/db.ts'
import { makeUsers, openLedger } from '#server/testing/ledger.ts'
import { buy, giveBack, inShop, pay } from '#server/testing/spending.ts'

type Row = { period: string; userId: string; amount: number; reachedAt: Date }

const kept = (sql: Sql, people: string[]) => sql<Row[]>`
  select period, user_id, amount, reached_at from spend
  where user_id = any(${people}) order by period, user_id`

/** The same by reading every order. */
const recomputed = (sql: Sql, people: string[]) => sql<Row[]>`
  select to_char(paid_at at time zone 'Asia/Kolkata', 'YYYY-MM') as period, user_id,
    sum(amount_inr)::bigint as amount, max(paid_at) as reached_at
  from orders where paid_at is not null and refunded_at is null and amount_inr > 0
    and user_id = any(${people})
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
  | { do: 'give back'; order: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('place' as const),
    list: fc.array(purchase, { minLength: 1, maxLength: 4 }),
  }),
  purchase.map((one) => ({ do: 'promise' as const, ...one })),
  fc.record({ do: fc.constant('pay' as const), order: fc.nat(ORDERS), at: minute }),
  fc.record({ do: fc.constant('give back' as const), order: fc.nat(ORDERS) }),
)

/** Several orders in one transaction, as placing does it: it holds their users. */
const place = (sql: Sql, people: string[], list: Extract<Step, { do: 'place' }>['list']) =>
  sql.begin(async (tx) => {
    const ids = list.map(({ person }) => people[person]!)
    await tx`select from users where id = any(${ids}) order by id for no key update`
    const placed: string[] = []
    for (const { person, amount, at } of list)
      placed.push(await buy(tx, { userId: people[person]!, amount, at }))
    return placed
  })

test('whatever is bought, paid and given back, the ranking is what a reading of all orders says', async (t) => {
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
          await (one.do === 'pay' ? pay(sql, order, one.at) : giveBack(sql, order))
        }
        rows += await compare(sql, people)
      }
    },
  )
  await fc.assert(check, { numRuns: 30, endOnFailure: true })
  assert.ok(rows > 20)
})

test('orders and refunds of the same people at once neither wait in a circle nor lose a rupee', async (t) => {
  const { sql } = await openLedger(t, 12)
  const people = await makeUsers(sql, PEOPLE)
  let orders: string[] = []
  for (let round = 0; round < 12; round++) {
    const refunds = orders.map((id) => giveBack(sql, id))
    const purchases = Array.from({ length: 12 }, (_, index) =>
      place(
        sql,
        people,
        [0, 1, 2].map((shift) => ({
          person: (index + shift) % PEOPLE,
          amount: 1 + ((index * 7 + round) % 5),
          at: new Date(MIDNIGHT + (((index * 5 + round) % 9) - 4) * 1000),
        })),
      ),
    )
    await Promise.all(refunds)
    orders = (await Promise.all(purchases)).flat().filter((_, index) => index % 3 > 0)
    await compare(sql, people)
  }
})
