import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteUser } from '#contract/auth.ts'
import { exportOrders, exportTransactions } from '#contract/exports.ts'
import { editOrder } from '#contract/orders.ts'
import { choosePaymentGateway } from '#contract/payments.ts'
import { createGameDetail } from '#contract/players.ts'
import { createIssue, editIssue } from '#contract/support.ts'
import { getTaskFile } from '#contract/tasks.ts'
import { editUserAsAdmin } from '#contract/users.ts'
import { addMoney, giftBalance } from '#contract/wallet.ts'
import { createWebhook } from '#contract/webhooks.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { fileOf, placeFile } from '#server/testing/bulk.ts'
import { makeGame, makeItem } from '#server/testing/catalog.ts'
import { askByEmail, proveEmail, provePhone } from '#server/testing/codes.ts'
import { enter } from '#chaos/payments/payers.ts'
import { download } from '#server/testing/files.ts'
import { endow, spend } from '#server/testing/ledger.ts'
import { order, placeByUpi, type Buyer } from '#server/testing/orders.ts'
import { retryJobsNow } from '#server/testing/outside.ts'
import { payAt } from '#server/testing/payments.ts'
import { logIn, signUp, signUpAdmin, type Member } from '#server/testing/people.ts'
import { openProgram, orderByProgram } from '#server/testing/programs.ts'
import { findOnlyCapture, refund } from '#server/testing/refunds.ts'
import { countJobs, searchTables } from '#server/testing/search.ts'
import { openShop, type TestShop } from '#server/testing/shop.ts'
import { begin, untilEnded } from '#server/testing/tasks.ts'
import { until } from '#server/testing/wait.ts'

const NAME = 'Zebulon Quartermain'
const DAY_MS = 24 * 60 * 60 * 1000

/** As it stands in text, in addresses and in base64, wherever in a longer text it begins. */
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

/** What stays though a person goes. */
const countBooks = async ({ sql }: TestShop, { id }: Member) => {
  const [row] = await sql`
    select (select count(*) from orders where user_id = ${id}) as orders,
      (select sum(amount) from orders where user_id = ${id}) as amount,
      (select count(*) from payment where user_id = ${id}) as payments,
      (select count(*) from capture) as captures, (select count(*) from refund) as refunds,
      (select count(*) from transfer) as transfers, (select count(*) from posting) as postings,
      (select count(*) from issue) as issues, (select count(*) from audit) as audits`
  return row
}

async function untilIdle({ sql }: TestShop): Promise<void> {
  await until('every job is done', async () => {
    await sql`update job set run_at = now() where leased_by is null and name <> 'sweep-traces'`
    return (await countJobs(sql)) === 0
  })
}

/** A reseller who has used everything, and people of the shop who have written about them everywhere. */
async function openUsedShop(t: Parameters<typeof openShop>[0]) {
  const shop = await openShop(t, { env: { LIMIT_API_REQUESTS_PER_SECOND: '100000' } })
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin)
  const item = await makeItem(admin, game, { resellerSellingPrice: 90_00 })
  const zebulon = await signUp(shop, NAME)
  const { email, phone, id } = zebulon
  const about = `${NAME}, ${email}, +91 ${phone.slice(0, 5)} ${phone.slice(5)}`
  await proveEmail(shop, zebulon)
  await provePhone(shop, zebulon)
  await admin.call(editUserAsAdmin, { id, role: 'reseller' })
  await endow(shop.sql, id, 1_000_00)
  const { gameSlug } = game
  const { itemSlug } = item
  const saved = { playerId: phone, zoneId: '', gameSlug, itemSlug }
  const { data: player } = await zebulon.call(createGameDetail, saved)
  const buyer: Buyer = { ...zebulon, gameDetailId: player._id }
  const end = (id: string, status: 'completed' | 'refunded') =>
    admin.call(editOrder, { id, status, note: `For ${about}`, reference: '' })

  const { data: bought } = await order(buyer, { item })
  await end(bought._id, 'completed')
  await admin.call(choosePaymentGateway, { active: 'payu' })
  const { id: paidId, url } = await placeByUpi(buyer, { item })
  await payAt(shop, (await enter(url))!)
  await until('it is paid', async () => {
    const [row] = await shop.sql<
      { status: string }[]
    >`select status from orders where id = ${paidId}`
    return row!.status === 'processing'
  })
  await end(paidId, 'completed')
  const { data: page } = await zebulon.call(addMoney, { amount: 500_00 })
  const { reference } = await payAt(shop, (await enter(page.payment_url!))!)
  await until('the money is in the books', async () => {
    const rows = await shop.sql`select from capture where settled_at is not null`
    return rows.length === 2
  })
  const capture = await findOnlyCapture(admin, reference)
  await refund(admin, capture._id, 100, `Sent back to ${about}`)
  await until('it is sent back', async () => {
    const rows = await shop.sql`select from refund where state = 'done'`
    return rows.length > 0
  })

  const program = await openProgram(zebulon, { name: NAME })
  const live = await orderByProgram(program, {
    productId: item._id,
    playerId: phone,
    reference: `of-${phone}`,
  })
  await end(live.data._id, 'completed')
  const trial = await openProgram(zebulon, { isTest: true })
  await orderByProgram(trial, { productId: item._id, playerId: phone, reference: `of-${phone}` })
  const listening = { name: NAME, url: `http://127.0.0.1:65530/?who=${encodeURIComponent(email)}` }
  await zebulon.call(createWebhook, { ...listening, events: [], isTest: false })
  await placeFile(zebulon, fileOf(`${item._id},${phone},,bulk-${phone}`))
  await until('the file is placed', async () => {
    const rows = await shop.sql`select from bulk where state = 'done'`
    return rows.length > 0
  })
  const left = await shop.sql<{ id: string }[]>`select id from orders where status = 'processing'`
  for (const { id } of left) await end(id, 'refunded')

  const { data: issue } = await zebulon.call(createIssue, { issueType: 'other', message: about })
  await admin.call(editIssue, { id: issue._id, answer: `Dear ${about}` })
  await admin.call(giftBalance, { userId: id, amount: 10_00 })
  for (const search of [email, '']) {
    const orders = await begin(admin, exportOrders, {
      search,
      searchIndex: search ? 'email' : 'invoiceId',
    })
    const moves = await begin(admin, exportTransactions, {
      search,
      searchIndex: search ? 'email' : 'UTR',
    })
    for (const task of [orders, moves]) await untilEnded(admin, task)
    await download(admin, getTaskFile, { id: orders._id })
  }
  await writeByHand(shop, zebulon, about)
  shop.wait(2 * 60_000)
  await askByEmail(shop, email)
  return { shop, admin, zebulon }
}

/** What only a failure writes. */
async function writeByHand({ sql }: TestShop, { id, email }: Member, about: string) {
  const [task] = await sql<{ id: string }[]>`select id from task limit 1`
  await sql`
    insert into task_line (task_id, number, tone, subject, words)
    values (${task!.id}, 1000, 'bad', ${email}, ${about})`
  await sql`
    insert into alert (id, key, words, path, since, ends_by_hand)
    values (gen_random_uuid(), 'test', ${about}, '/admin', now(), true)`
  await sql`
    insert into difference (id, gateway, reference, kind, ours, theirs, currency, note, found_at)
    values (gen_random_uuid(), 'razorpay', 'P1', 'missing here', 1, 2, 'INR', ${about}, now())`
  await sql`
    insert into webhook (id, gateway, body_hash, body, mentioned, received_at, applied_at)
    values (gen_random_uuid(), 'payu', 'old', ${Buffer.from(about)}, '{}', now(), now())`
  await sql`
    insert into job (id, name, payload, run_at, attempts, attempts_max, last_error, gave_up_at)
    values (gen_random_uuid(), 'sweep-images', '{}', now(), 12, 12, ${`No mailbox ${about}`}, now()),
      (gen_random_uuid(), 'send-notice', ${sql.json({ notice: 'welcome', to: email, fullName: NAME })},
        now(), 12, 12, 'No', now())`
  await sql`
    insert into announcement (id, title, message, link, created_at)
    values (gen_random_uuid(), 'News', 'Gems', '/', now())`
  await sql`
    insert into announcement_mail (announcement_id, user_id, failure)
    select announcement.id, ${id}, ${about} from announcement`
}

/** In the middle of it, when much is erased already. */
const breakErasing = ({ sql }: TestShop) =>
  sql.unsafe(`
    create function break_erasing() returns trigger language plpgsql as $$
      begin raise 'broken by a test'; end $$;
    create trigger break_erasing before update on reseller_order
      for each statement execute function break_erasing()`)

async function sweep(shop: TestShop, round: number): Promise<void> {
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

test('a person who has used everything and goes leaves no trace in any column, and the books stay', async (t) => {
  const { shop, admin, zebulon } = await openUsedShop(t)
  const before = await findTraces(shop, zebulon)
  for (const place of [
    'announcement_mail.failure',
    'alert.words',
    'audit.after',
    'difference.note',
    'issue.answer',
    'job.last_error',
    'job.payload',
    'orders.player_id',
    'payment.page',
    'refund.note',
    'reseller_order.reference',
    'task.title',
    'task.wish',
    'task_line.words',
    'task_piece.content',
    'webhook.body',
  ])
    assert.ok(before.includes(place), `${place} of ${before.join(' ')}`)
  await untilIdle(shop)
  const [balance] = await shop.sql<
    { paise: number }[]
  >`select balance_of(${zebulon.id}, 'INR')::bigint as paise`
  await spend(shop.sql, zebulon.id, balance!.paise)
  zebulon.tokens = (await logIn(zebulon)).tokens
  const books = await countBooks(shop, zebulon)

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
  await sweep(shop, 1)
  assert.equal((await shop.sql`select from erasure`).length, 1)
  await sweep(shop, 2)
  assert.equal((await shop.sql`select from erasure`).length, 0)
  await sweep(shop, 3) // answers and codes are kept for two days

  assert.deepEqual(await findTraces(shop, zebulon), [])
  assert.deepEqual(await countBooks(shop, zebulon), books)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
  const traces = await searchTables(shop.sql, admin.email)
  assert.ok(traces.includes('users.email'))
})
