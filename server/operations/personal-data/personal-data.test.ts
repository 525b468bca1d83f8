import assert from 'node:assert/strict'
import { test } from 'node:test'
import { downloadData } from '#contract/accounts/personal-data.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { logIn, signUp } from '#tests/support/accounts/people.ts'
import { download } from '#tests/support/calls/files.ts'
import * as kept from '#tests/support/database/kept-tables.ts'
import { makeManyOrders } from '#tests/support/database/past-orders.ts'
import { openPackShop } from '#tests/support/orders/orders.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { NAME, openUsedShop } from '#tests/support/shop/used-shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { SHOWN } from './download-data.ts'
import { namesOf, type Part, type Shown } from './shown.ts'

async function readColumns({ sql }: Pick<TestShop, 'sql'>): Promise<Map<string, string[]>> {
  const rows = await sql<{ table: string; columns: string[] }[]>`
    select table_name as table, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' group by 1`
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

test('every table is known to keep something about customers or nothing, and every column to be shown to them or not', async (t) => {
  const columns = await readColumns(await openShop(t))
  const { ENDED, WITH_ACCOUNT, IN_BOOKS, PASSING, OF_NOBODY } = kept
  const rows = ENDED.flatMap(({ table, only }) => (only ? [] : table))
  const listed = [rows, WITH_ACCOUNT, IN_BOOKS, Object.keys(PASSING), OF_NOBODY].flat()
  assert.deepEqual(listed.toSorted(), [...columns.keys()].toSorted())
  for (const table of OF_NOBODY)
    for (const column of columns.get(table)!)
      assert.doesNotMatch(column, /^(user_id|email|phone|full_name|player_id|address|recipient)$/)
  const shown = SHOWN.flatMap(listWithParts)
  for (const one of shown) {
    const split = [...namesOf(one.shows), ...namesOf(one.hides)]
    assert.deepEqual(split.toSorted(), columns.get(one.table), one.table)
  }
  for (const table of [...rows, ...WITH_ACCOUNT, ...IN_BOOKS])
    if (columns.get(table)!.includes('user_id') && !NOT_SHOWN[table])
      assert.ok(
        shown.some((one) => one.table === table),
        `nobody gets to see their rows of ${table}`,
      )
})

const listWithParts = (one: Shown | Part): (Shown | Part)[] => [
  one,
  ...(one.parts ?? []).flatMap(listWithParts),
]

/** Tables with a customer that are not in the file, each with the reason. */
const NOT_SHOWN: Record<string, string> = {
  account: 'the lines of the wallet are',
  announcement_mail: 'says only that a mail is on its way',
  api_quote: 'prices that hold for minutes',
  audit: 'what people who work here did',
  challenge: 'codes',
  coupon_user: 'rules of the shop',
  idempotency: 'copies of answers',
  exchange_rate: 'set by people who work here',
  recovery_code: 'secrets',
  spend: 'the sum of their orders',
  task: 'begun by people who work here',
  test_line: 'play money',
}

test('a customer downloads all that the shop keeps about them, and nothing about anybody else', async (t) => {
  const { shop, admin, zebulon } = await openUsedShop(t)
  await shop.sql`update adjustment set note = 'Only for colleagues'`
  const other = await signUp(shop, 'Oona Other')
  await until('the order has an invoice', async () => {
    const rows = await shop.sql`
      select from document join orders on orders.id = order_id where payment_method = 'upi'`
    return rows.length > 0
  })
  shop.wait(20 * 60_000)
  zebulon.tokens = (await logIn(zebulon)).tokens
  const { status, headers, text } = await download(zebulon, downloadData, {})
  assert.equal(status, 200, text)
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  const data = JSON.parse(text) as Record<string, Record<string, unknown>[]>
  assert.deepEqual(Object.keys(data), ['about', ...SHOWN.map(({ as }) => as)])
  for (const [name, rows] of Object.entries(data))
    assert.ok(name === 'about' || FEW.includes(name) || rows.length > 0, `nothing in ${name}`)
  const [account] = data['account']!
  const { email, phone, id } = zebulon
  assert.deepEqual(
    [account!['fullName'], account!['email'], account!['phone']],
    [NAME, email, phone],
  )
  const counts = await shop.sql<{ orders: number; lines: number }[]>`
    select (select count(*) from orders where user_id = ${id})::int as orders,
      (select count(*) from posting where user_id = ${id})::int as lines`
  const { orders, lines } = counts[0]!
  assert.deepEqual([data['orders']!.length, data['walletLines']!.length], [orders, lines])
  const paid = data['orders']!.find(({ paymentMethod }) => paymentMethod === 'upi')!
  assert.deepEqual(
    (paid['timeline'] as { status: string }[]).map(({ status }) => status),
    ['completed'],
  )
  assert.equal((paid['documents'] as { kind: string }[])[0]!.kind, 'invoice')
  const gifts = data['orders']!.flatMap(({ gift }) => gift as { email: string }[])
  assert.deepEqual(
    gifts.map((gift) => gift.email),
    [`friend.${email}`],
  )
  const received = data['payments']!.flatMap((one) => one['received'] as object[])
  assert.ok(received.some((one) => 'payerName' in one && one.payerName === NAME))
  assert.match(JSON.stringify(data['walletLines']), /"kind":"gift".*For Zebulon/s)

  assert.doesNotMatch(text, new RegExp(`${other.email}|${other.id}|${admin.email}|${admin.id}`))
  for (const secret of await readSecrets(shop.sql, id)) assert.ok(!text.includes(secret), secret)

  const { rows } = await download(other, downloadData, {})
  assert.ok(!JSON.stringify(rows).includes(id))
  const mails = () => shop.inbox.read(email)
  await until('the owner is told', async () =>
    (await mails()).some(({ subject }) => subject === 'Your data was downloaded'),
  )

  shop.wait(11 * 60_000)
  const stale = await zebulon.call(downloadData, {})
  assert.deepEqual([stale.status, stale.code], [403, 'PASSWORD_NEEDED'])
})

test('a download has every row of an account of any size, once', async (t) => {
  const { shop, game, item, asha } = await openPackShop(t)
  const pack = { game, item }
  await makeManyOrders(shop.sql, { count: 1_203, days: 2, users: [asha.id], pack })
  const { text } = await download(asha, downloadData, {})
  const { orders } = JSON.parse(text) as { orders: { id: string }[] }
  assert.equal(orders.length, 1_203)
  assert.equal(new Set(orders.map(({ id }) => id)).size, 1_203)
})

/** Parts of the file that may be empty for a customer of the tests. */
const FEW = ['changesOfAddress', 'secondFactors', 'signInsAroundPayments', 'disputes', 'prizes']

/** Stored hashes and sealed values, and a note that staff wrote for themselves. */
async function readSecrets(sql: Sql, id: string): Promise<string[]> {
  const [row] = await sql<{ secrets: string[] }[]>`
    select array[password_hash, (select note from adjustment where user_id = users.id),
      (select encode(sealed, 'escape') from api_key where user_id = users.id and is_main limit 1),
      (select encode(sealed, 'escape') from webhook_endpoint where user_id = users.id limit 1),
      (select refresh_hash::text from session where user_id = users.id limit 1)] as secrets
    from users where id = ${id}`
  const secrets = row!.secrets.filter((secret) => secret !== null)
  assert.ok(secrets.length >= 4, String(secrets.length))
  return secrets
}
