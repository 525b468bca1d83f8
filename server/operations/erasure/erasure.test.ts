import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { spend } from '#tests/support/money/ledger.ts'
import { retryJobsNow } from '#tests/support/shop/outside.ts'
import { logIn, type Member } from '#tests/support/accounts/people.ts'
import { WITH_ACCOUNT } from '#tests/support/database/kept-tables.ts'
import { countJobs, searchTables } from '#tests/support/database/find-text.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { NAME, openUsedShop } from '#tests/support/shop/used-shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The text as it appears in plain text, in URLs and in base64 at any offset. */
function spellingsOf(text: string): string[] {
  const encoded = [0, 1, 2].map((before) => {
    const bytes = Buffer.from('x'.repeat(before) + text)
    return bytes.toString('base64').slice(before === 0 ? 0 : before + 1, -4)
  })
  return [
    text,
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll('%20', '+'),
    ...encoded,
  ]
}

const spellingsOfPhone = (phone: string): string[] => [
  ...spellingsOf(phone),
  `${phone.slice(0, 5)} ${phone.slice(5)}`,
  `${phone.slice(0, 5)}-${phone.slice(5)}`,
]

async function findTraces({ sql }: TestShop, { email, phone }: Member): Promise<string[]> {
  const words = [...spellingsOf(email), ...spellingsOfPhone(phone), ...spellingsOf(NAME)]
  const pattern = words.map((word) => word.replace(/[^\w]/g, '\\$&')).join('|')
  return (await searchTables(sql, new RegExp(pattern))).toSorted()
}

/** Counts and sums that must not change when a person is erased. */
const countBooks = async ({ sql }: TestShop, { id }: Member) => {
  const [row] = await sql`
    select (select count(*) from orders where user_id = ${id}) as orders,
      (select sum(amount) from orders where user_id = ${id}) as amount,
      (select count(*) from payment where user_id = ${id}) as payments,
      (select count(*) from capture) as captures, (select count(*) from payout) as refunds,
      (select count(*) from transfer) as transfers, (select count(*) from posting) as postings,
      (select count(*) from issue) as issues, (select count(*) from audit) as audits`
  return row
}

/** Tables in which an account has rows that must go with it. */
async function listOwned({ sql }: TestShop, { id }: Member): Promise<string[]> {
  const owned = await Promise.all(
    ['document_buyer', ...WITH_ACCOUNT].map(async (table) => {
      const [row] = await sql`
        select from ${sql(table)} owned where to_jsonb(owned) ->> 'user_id' = ${id} limit 1`
      return row ? [table] : []
    }),
  )
  return owned.flat()
}

async function untilIdle({ sql }: TestShop): Promise<void> {
  await until('every job is done', async () => {
    await sql`update job set run_at = now() where leased_by is null and name <> 'sweep-traces'`
    return (await countJobs(sql)) === 0
  })
}

/** Makes the job fail midway, when much is already erased. */
const breakErasing = ({ sql }: TestShop) =>
  sql.unsafe(`
    create function break_erasing() returns trigger language plpgsql as $$
      begin raise 'broken by a test'; end $$;
    create trigger break_erasing before update on reseller_order
      for each statement execute function break_erasing()`)

async function sweepTraces(shop: TestShop, round: number): Promise<void> {
  const name = 'sweep-traces'
  const [before] = await shop.sql<
    { nextAt: Date }[]
  >`select next_at from schedule where name = ${name}`
  shop.wait(DAY_MS + 60_000)
  await until(`sweep ${round} has begun`, async () => {
    const [row] = await shop.sql<
      { nextAt: Date }[]
    >`select next_at from schedule where name = ${name}`
    return row!.nextAt > before!.nextAt
  })
  await until('and ended', async () => {
    const jobs = await shop.sql`select from job where name in (${name}, 'clean-up')`
    return jobs.length === 0
  })
}

test('erasing an account that used every feature leaves no trace in any column, and the ledger intact', async (t) => {
  const { shop, admin, zebulon } = await openUsedShop(t)
  const before = await findTraces(shop, zebulon)
  for (const column of [
    'account_recovery.note',
    'adjustment.note',
    'adjustment.reason',
    'announcement_mail.failure',
    'alert.words',
    'audit.after',
    'difference.note',
    'gateway_event.body',
    'gift_reason.reason',
    'invitation.email',
    'issue.answer',
    'job.last_error',
    'job.payload',
    'order_gift.message',
    'orders.player_id',
    'payment.page',
    'payout.note',
    'reseller_order.reference',
    'task.title',
    'task.input',
    'task_line.words',
    'task_piece.content',
  ])
    assert.ok(before.includes(column), `${column} of ${before.join(' ')}`)
  await untilIdle(shop)
  const [balance] = await shop.sql<
    { paise: number }[]
  >`select balance_of(${zebulon.id}, 'INR')::bigint as paise`
  await spend(shop.sql, zebulon.id, balance!.paise)
  zebulon.tokens = (await logIn(zebulon)).tokens
  const books = await countBooks(shop, zebulon)
  assert.deepEqual(await listOwned(shop, zebulon), [
    'document_buyer',
    'account_recovery',
    'api_key',
    'billing',
    'parent_request',
    'player',
    'test_line',
    'test_order',
    'webhook_endpoint',
  ])

  await breakErasing(shop)
  const { status, message } = await zebulon.call(deleteUser, {})
  assert.deepEqual([status, message], [200, 'Your account is deleted'])
  await until('the erasing has failed once', async () => {
    const jobs =
      await shop.sql`select from job where name = 'account-deleted' and last_error is not null`
    return jobs.length === 1
  })
  await shop.sql`drop trigger break_erasing on reseller_order`
  await until('it is begun anew, and done', async () => {
    await retryJobsNow(shop)
    const jobs =
      await shop.sql`select from job where name in ('account-deleted', 'send-notice') and attempts < attempts_max`
    return jobs.length === 0
  })
  await sweepTraces(shop, 1)
  assert.equal((await shop.sql`select from erasure`).length, 1)
  await sweepTraces(shop, 2)
  assert.equal((await shop.sql`select from erasure`).length, 0)
  await sweepTraces(shop, 3) // answers and codes are kept for two days

  assert.deepEqual(await findTraces(shop, zebulon), [])
  assert.deepEqual(await countBooks(shop, zebulon), books)
  assert.deepEqual(await listOwned(shop, zebulon), [])
  assert.equal((await verifyLedger(shop.sql)).fault, null)
  const traces = await searchTables(shop.sql, admin.email)
  assert.ok(traces.includes('users.email'))
})
