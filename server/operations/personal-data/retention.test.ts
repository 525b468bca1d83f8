import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { DEFAULT_RULES } from '#contract/accounting/tax-rules.ts'
import {
  keptSince,
  periodInWords,
  RETENTION,
  type RetentionRule,
} from '#contract/core/retention.ts'
import { documentsKeptSince } from '#server/accounting/documents/forget-document-buyers.ts'
import type { Sql } from '#server/platform/db/db.ts'
import * as kept from '#tests/support/database/kept-tables.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { openUsedShop } from '#tests/support/shop/used-shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('rows are kept for exactly the days of their rule', () => {
  const now = new Date('2026-04-10T12:00:00Z')
  assert.deepEqual(
    (['region', 'buyer', 'report'] as const).map((rule) => keptSince(rule, now).toISOString()),
    ['2026-04-09T12:00:00.000Z', '2026-04-03T12:00:00.000Z', '2026-01-10T12:00:00.000Z'],
  )
})

test('docs/privacy.md has the retention table', () => {
  const page = readFileSync(new URL('../../../docs/privacy.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| (.+?) +\| ((?:one|\d+) \w+) +\| (.+?) +\|$/gm)]
  const rules = Object.keys(RETENTION) as RetentionRule[]
  assert.deepEqual(
    rows.map(([, ...row]) => row),
    rules.map((rule) => {
      const { what, after } = RETENTION[rule]
      return [what, periodInWords(rule, RETENTION.document.years), after]
    }),
  )
})

/** Adds what the shop keeps for hours, or only when something fails. */
async function addPassingRows(sql: Sql): Promise<void> {
  await sql`
    insert into region_answer (player_id, zone_id, username, region, answered_at)
    values ('1', '', 'Asha', 'IN', now())`
  await sql`
    insert into checked_player (game_id, player_id, zone_id, name, checked_at)
    select id, '1', '', 'Asha', now() from game limit 1`
  await sql`
    insert into api_quote (id, user_id, is_test, item_id, currency, amount, price_inr, rate,
      created_at, expires_at)
    select gen_random_uuid(), users.id, false, item.id, 'INR', 1, 1, 80, now(), now()
    from users, item limit 1`
  await sql`
    insert into past_session (id, user_id, user_agent, address, created_at, refreshed_at, paid_at)
    select id, user_id, user_agent, address, created_at, refreshed_at, created_at from session limit 1`
  await sql`
    insert into idempotency (user_id, call, key, request_hash, answer, created_at)
    select id, 'test', 'test', '', '{}', now() from users limit 1`
}

/** A view of all rows that a rule ends, with the moment that its days begin with. */
const viewKept = (sql: Sql) =>
  sql.unsafe(
    `create view kept as ${kept.ENDED.map(({ table, since, only, where = 'true' }, index) => {
      const isThere = only ? `num_nonnulls(${only.join(', ')}) > 0` : 'true'
      return `select ${index} as index, ${since} as since from ${table} where ${isThere} and ${where}`
    }).join(' union all ')}`,
  )

/** For each entry: how many rows there are that should have ended by a moment, and how many others. */
async function countKept(sql: Sql, now: Date) {
  const law = { years: RETENTION.document.years, yearStarts: DEFAULT_RULES.yearStarts }
  const cutoffs = kept.ENDED.map(({ rule }) =>
    rule === 'document' ? documentsKeptSince(now, law) : keptSince(rule, now),
  )
  const rows = await sql<{ index: number; overdue: number; left: number }[]>`
    select index, count(*) filter (where since < cutoff) as overdue,
      count(*) filter (where since >= cutoff or since is null) as left
    from unnest(${cutoffs}::timestamptz[]) with ordinality as ended (cutoff, nth)
    join kept on index = nth - 1 group by 1`
  const found = new Map(rows.map((row) => [row.index, row]))
  return kept.ENDED.map(({ table, rule }, index) => ({
    overdue: 0,
    left: 0,
    ...found.get(index),
    what: `${table} (${rule})`,
  }))
}

test('jobs end what the retention table names after its days, and nothing before', async (t) => {
  const { shop } = await openUsedShop(t)
  const { sql } = shop
  await addPassingRows(sql)
  await until('documents are issued', async () => {
    const rows = await sql`select from document_buyer limit 1`
    return rows.length > 0
  })
  await viewKept(sql)
  const rules = new Set(kept.ENDED.map(({ rule }) => rule))
  assert.deepEqual([...rules].toSorted(), Object.keys(RETENTION).toSorted())
  const began = Date.now()
  for (const { what, left } of await countKept(sql, new Date(began)))
    assert.ok(left > 0, `nothing in ${what}`)
  let passed = 0
  for (const days of [4, 12, 70, 100, 590, 2_900, 3_300]) {
    shop.wait((days - passed) * DAY_MS)
    passed = days
    const now = new Date(began + days * DAY_MS)
    const before = await countKept(sql, now)
    for (const name of JOBS) await addJob(shop, name, {})
    await until(`the jobs after ${days} days are done`, async () => {
      const jobs = await sql`select from job where name = any(${JOBS})`
      return jobs.length === 0
    })
    for (const [index, { what, overdue, left }] of (await countKept(sql, now)).entries()) {
      assert.equal(overdue, 0, `${what} is kept too long after ${days} days`)
      const lost = before[index]!.left - left
      assert.ok(lost <= 0, `${what} lost ${lost} rows too early after ${days} days`)
    }
  }
})

const JOBS = ['clean-up', 'forget-regions', 'forget-files'] as const
