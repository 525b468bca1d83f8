import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { toMajor, type Currency } from '#contract/core/money.ts'
import { placeUpiOrder, placeWalletOrder, OrderStatus } from '#contract/orders/orders.ts'
import { dayOf, periodOf } from '#contract/core/period.ts'
import { placeApiOrder } from '#contract/resellers/reseller.ts'
import { TransferKind } from '#contract/money/wallet.ts'
import { OrderEventType } from '#contract/resellers/webhooks.ts'
import { walletOf } from '#server/money/ledger/ledger.ts'
import { MONTH_LOCK } from '#server/orders/leaderboard/sql.ts'
import { PLACING_REFUSALS } from '#server/orders/place/sql-place.ts'
import { CONTENT_CHANNEL } from '#server/platform/db/changes.ts'
import { readFunctions } from '#server/platform/db/functions.ts'
import { ATTEMPTS_MAX } from '#server/platform/jobs/jobs.ts'
import { JOB_PAYLOADS, type JobName } from '#server/platform/jobs/payloads.ts'
import { openLedger } from '#tests/support/money/ledger.ts'

// SQL functions and TypeScript share names and limits. Where they are not passed in, they are held equal here.

const TEXTS = new Map(readFunctions().map(({ name, text }) => [name, text]))
const textOf = (name: string): string => TEXTS.get(name) ?? assert.fail(`no function ${name}`)

/** All that a pattern captures in the text of a function. */
const capture = (name: string, pattern: RegExp): string[] =>
  [...textOf(name).matchAll(pattern)].map(([, captured]) => captured!)

type Enqueued = { by: string; job: string; payload: Record<string, string> }

/** Jobs that functions write. What a payload computes is replaced by a word. */
function listEnqueued(): Enqueued[] {
  return [...TEXTS].flatMap(([by, text]) =>
    [...text.matchAll(/perform enqueue_job\(\s*'([\w-]+)',([^;]*);/g)].map(([, job, rest]) => {
      const given = rest!.includes('jsonb_build_object') ? rest! : text
      const [, fields] = /jsonb_build_object\(([^()]*)\)/.exec(given)!
      const parts = fields!.split(',').map((part) => part.trim())
      const payload: Record<string, string> = {}
      for (let at = 0; at < parts.length; at += 2)
        payload[unquote(parts[at]!)] = unquote(parts[at + 1]!)
      return { by, job: job!, payload }
    }),
  )
}

const unquote = (text: string): string => text.replaceAll("'", '')

test('jobs written by SQL functions have the names and payloads of TypeScript', () => {
  const enqueued = listEnqueued()
  const calls = [...TEXTS.values()].flatMap((text) => [...text.matchAll(/perform enqueue_job\(/g)])
  assert.equal(enqueued.length, calls.length)
  for (const { by, job, payload } of enqueued) {
    assert.ok(job in JOB_PAYLOADS, `${by} writes the job ${job}`)
    const { success, data } = JOB_PAYLOADS[job as JobName].safeParse(payload)
    assert.ok(success, `${by} writes a wrong payload of ${job}: ${JSON.stringify(payload)}`)
    assert.deepEqual(data, payload)
  }
  assert.deepEqual(
    [...new Set(enqueued.map(({ by }) => by))],
    ['begin_deliveries', 'end_api_keys', 'end_gift', 'place_orders', 'record_webhook_event'],
  )
})

test('jobs written by SQL functions have as many attempts as others', async (t) => {
  const { sql } = await openLedger(t)
  await sql`select enqueue_job('clean-up', array['{}'::jsonb, '{}'], array[now(), now()])`
  const rows = await sql<{ attemptsMax: number }[]>`select attempts_max from job`
  assert.deepEqual(
    rows.map(({ attemptsMax }) => attemptsMax),
    [ATTEMPTS_MAX, ATTEMPTS_MAX],
  )
})

const callOf = ({ method, path }: Endpoint): string => `${method} ${path}`

test('place_orders stores answers under the contract’s calls and refuses with known codes', () => {
  const calls = [placeApiOrder, placeUpiOrder, placeWalletOrder].map(callOf)
  const kept = new Set(capture('place_orders', /'((?:POST|PUT|GET) [^']+)'/g))
  assert.deepEqual([...kept].toSorted(), calls.toSorted())
  const codes = new Set(capture('place_orders', /then '([A-Z_]+)'/g))
  assert.deepEqual([...codes].toSorted(), ['KNOWN', ...PLACING_REFUSALS].toSorted())
})

test('channels, lock keys, events and kinds of transfer are the same in SQL and TypeScript', () => {
  for (const name of ['place_orders', 'take_back_order'])
    assert.deepEqual(capture(name, /pg_notify\('(\w+)'/g), [CONTENT_CHANNEL])
  assert.deepEqual(capture('is_month_open', /lock_shared\((\d+),/g), [String(MONTH_LOCK)])
  assert.ok(textOf('tell_api_order').includes(`'order.' || placed.status else 'order.updated'`))
  const statuses = OrderStatus.options.filter((status) => status !== 'pending')
  const told = ['order.updated', ...statuses.map((status) => `order.${status}`)]
  assert.deepEqual(told.toSorted(), OrderEventType.options.toSorted())
  const [kind] = capture('place_orders', /\('order:' \|\| request\.id, line\.line, '([\w-]+)',/g)
  assert.ok(TransferKind.options.includes(kind as TransferKind))
})

/** Moments around midnight and the turn of a month and a year, here and in UTC. */
const MOMENTS = ['2025-10-31T18:29:59.999Z', '2025-10-31T18:30:00.000Z', '2025-12-31T23:59:59.999Z']

test('days, months, moments and amounts are the same in SQL and TypeScript', async (t) => {
  const { sql } = await openLedger(t)
  for (const text of MOMENTS) {
    const moment = new Date(text)
    const [row] = await sql<[Record<'day' | 'start' | 'month' | 'written', string>]>`
      select shop_day(${moment})::text as day, shop_month(${moment}) as month, ledger_moment(${moment}) as written,
        shop_day(shop_day_start(shop_day(${moment})))::text as start`
    const day = dayOf(moment)
    assert.deepEqual({ ...row }, { day, month: periodOf(moment), written: text, start: day })
  }
  for (const currency of ['INR', 'USD'] satisfies Currency[]) {
    const [row] = await sql<[{ amount: string }]>`
      select api_amount(123450, ${currency})::text as amount`
    assert.equal(Number(row.amount), toMajor(123450, currency))
  }
})

type Line = { line: number; source: string; target: string; amount: number }

test('an order’s ledger lines debit payer and coupon, and a refund reverses them', async (t) => {
  const { sql } = await openLedger(t)
  const payer = walletOf('somebody')
  const ask = async (paid: number, price: number, isRefund = false) =>
    (await sql<Line[]>`select * from order_lines(${payer}, ${paid}, ${price}, ${isRefund})`).map(
      ({ line, source, target, amount }) => [line, source, target, amount],
    )
  const [sales, coupons] = ['house:sales', 'house:coupons']
  assert.deepEqual(await ask(100, 100), [[1, payer, sales, 100]])
  assert.deepEqual(await ask(70, 100), [
    [1, payer, sales, 70],
    [2, coupons, sales, 30],
  ])
  assert.deepEqual(await ask(70, 100, true), [
    [1, sales, payer, 70],
    [2, sales, coupons, 30],
  ])
  assert.deepEqual(await ask(0, 100), [[1, coupons, sales, 100]])
  assert.deepEqual(await ask(0, 0), [])
})
