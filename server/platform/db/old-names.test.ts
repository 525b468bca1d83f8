import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { pino } from 'pino'
import { ID, OLD_ROWS, RENAMED_TABLES } from '#tests/support/database/old-rows.ts'
import { openProxy } from '#tests/support/network/proxy.ts'
import { copyTemplate, createDatabase } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { connect, type Sql, type Tx } from './db.ts'
import { migrate, readMigrations } from './migrate.ts'

// Nodes of the version before run on the database of this one. The next version deletes this file.

const LAST_OLD_MIGRATION = 46
const log = pino({ level: 'silent' })

async function open(t: TestContext, isOld: boolean) {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const url = isOld ? await createDatabase(stack) : await copyTemplate(stack)
  const sql = connect(url, { connectionsMax: 3 })
  stack.defer(() => sql.end())
  const migrations = readMigrations().slice(0, LAST_OLD_MIGRATION)
  if (isOld) await migrate(url, log, { migrations, functions: [] })
  return { url, sql }
}

const run = (tx: Tx, text: string) => tx(Object.assign([text], { raw: [text] }))

/** Statements of the version before that affect none of the rows of `OLD_ROWS`. */
const AFFECTING_NONE = [
  `select from orders where not exists (select from parcel where parcel.order_id = orders.id)`,
  `lock table source_account in share row exclusive mode`,
  `insert into webhook (id, gateway, body_hash, mentioned, received_at) values (gen_random_uuid(), 'razorpay', '', '{}', now())
    on conflict (gateway, body_hash) do nothing`,
  `insert into order_code (id, order_id, parcel_id, sealed, created_at) values (gen_random_uuid(), '${ID}', '${ID}', '', now())
    on conflict (parcel_id) do nothing`,
  `insert into api_event (id, user_id, is_test, type, subject_id, version, data, created_at)
    values (gen_random_uuid(), '${ID}', false, 'order.completed', '${ID}', 1, '{}', now())
    on conflict (subject_id, version) where type <> 'ping' do nothing`,
  `insert into source_balance (source) values ('unipin') on conflict do nothing`,
]

/** Statements of each kind that the version before sends: reads, locks, inserts, updates, deletes. Each affects one row. */
const AFFECTING_ONE = [
  `select last.received_at from unnest('{razorpay}'::text[]) as gateway cross join lateral (select received_at from webhook
    where webhook.gateway = gateway.gateway order by received_at desc limit 1) last`,
  `select payment.id from webhook join payment on 'P1' = any(mentioned) and payment.gateway = webhook.gateway`,
  `select from refund where id = '${ID}' and state = 'asked' for no key update`,
  `select id, sent_at from parcel where created_at <= now() order by trace_at limit 9 for no key update skip locked`,
  `select attempt, provider as source, string_agg(service_id, '&' order by leg) from parcel group by attempt, provider, game`,
  `select id from parcel where provider = 'unipin' and id in (select id from parcel where reference = 'x'
    union all select id from parcel where provider = 'unipin' and provider_order_id = '9')`,
  `select jsonb_agg(item_source.service_id order by position) from item_source where item_id = '${ID}'`,
  `select source, low_below from source_balance where source = 'unipin' for update`,
  `select source, currency from source_currency union select source, currency from source_product`,
  `select purpose || ' ' || fingerprint as id, sealed from kept_key where purpose || ' ' || fingerprint > ''`,
  `select webhook_delivery.id, answer from webhook_delivery join api_event on api_event.id = event_id
    left join webhook_attempt on delivery_id = webhook_delivery.id and number = attempts`,
  `insert into source_health (source, failures) values ('unipin', 1) on conflict (source) do update
    set failures = source_health.failures + 1 where source_health.opened_at is null returning failures`,
  `insert into source_product (source, game, region, product_id, name, cost, currency, is_available, seen_at)
    select 'unipin', '', '', '1001', 'Stone', 2, 'USD', true, now() on conflict (source, game, region, product_id)
    do update set cost = excluded.cost where source_product.seen_at <= excluded.seen_at`,
  `insert into factor_begun (session_id, purpose, secret, expires_at) values ('${ID}', 'add app', '', now())
    on conflict (session_id, purpose) do update set secret = excluded.secret, expires_at = excluded.expires_at`,
  `insert into price_doubt (item_id, cost) values ('${ID}', 91) on conflict (item_id) do update set cost = excluded.cost`,
  `with spent as (select used from allowance where key = 'a' and used > 5), taken as (
      insert into allowance as a (key, used, resets_at) select 'a', 1, now() where not exists (select from spent)
      on conflict (key) do update set used = case when a.resets_at <= now() then 1 else least(a.used, 5) + 1 end returning used)
    select used from spent union all select used from taken`,
  `update webhook set body = '' where id in (select id from webhook limit 9 for update skip locked)`,
  `update refund set asks = asks + 1 where id = any(array(
      select id from refund where ask_at is null order by ask_at limit 9 for update skip locked)) returning id`,
  `update parcel set trace_at = null from unnest('{${ID}}'::uuid[]) as next (id) where parcel.id = next.id`,
  `update parcel set provider_order_id = '10', is_pending = true where id = '${ID}'`,
  `with chosen as (select id from webhook_delivery where next_at <= now() order by next_at limit 9 for update skip locked),
      taken as (update webhook_delivery set attempts = attempts + 1 where id in (select id from chosen)
        returning id, event_id, attempts),
      noted as (insert into webhook_attempt (delivery_id, number, started_at) select id, attempts + 1, now() from taken)
    select taken.id from taken join api_event on api_event.id = event_id`,
  `update webhook_attempt set answer = 'ok' where delivery_id = '${ID}' and number = 1`,
  `update source_health set failures = 0 where source = 'unipin' and failures > 0 returning source`,
  `delete from factor_begun where session_id = '${ID}' and purpose = 'add app' returning secret`,
  `delete from order_code using orders where orders.id = order_id and orders.user_id = '${ID}'`,
  `delete from api_event where id = any(array(select id from api_event order by created_at limit 9))`,
  `delete from source_product where (source, game, region) in (select * from unnest('{unipin}'::text[], '{""}'::text[], '{""}'::text[]))`,
]

test('statements of the previous version work with the old names of tables and columns', async (t) => {
  const { sql } = await open(t, false)
  await sql.unsafe(OLD_ROWS)
  for (const [old, name] of Object.entries(RENAMED_TABLES)) {
    const rows = await sql`select from ${sql(name)}`
    assert.equal(rows.length, 1, `${name} has what was written to ${old}`)
  }
  const count = (text: string) => sql.begin(async (tx) => (await run(tx, text)).count) // a lock needs a transaction
  for (const text of AFFECTING_NONE) assert.equal(await count(text), 0, text)
  for (const text of AFFECTING_ONE) assert.equal(await count(text), 1, text)
  const [sent] = await sql`select supplier_order_id, is_pending from dispatch`
  assert.deepEqual({ ...sent }, { supplierOrderId: '10', isPending: true })
})

const columnsOf = async (sql: Sql, table: string): Promise<string[]> =>
  (
    await sql<{ column: string }[]>`
      select attname || ' ' || format_type(atttypid, atttypmod) as column from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`
  ).map(({ column }) => column)

test('an upgrade keeps all rows and the columns of each old name', async (t) => {
  const { url, sql } = await open(t, true)
  await sql.unsafe(OLD_ROWS)
  await sql`insert into schedule (name, next_at) values ('compare-books', 'infinity')`
  const before = new Map<string, string[]>()
  for (const old of Object.keys(RENAMED_TABLES)) before.set(old, await columnsOf(sql, old))
  await migrate(url, log)
  for (const [old, name] of Object.entries(RENAMED_TABLES)) {
    assert.deepEqual(await columnsOf(sql, old), before.get(old), old)
    assert.equal((await sql`select from ${sql(name)}`).length, 1, name)
  }
  const [task] = await sql`select input, cursor from task`
  assert.deepEqual({ ...task }, { input: { search: 'a' }, cursor: 7 })
  const [schedule] =
    await sql`select from schedule where name = 'reconcile' and next_at = 'infinity'`
  assert.ok(schedule)
  const left = await sql<{ name: string }[]>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')
      and relname ~ ${`^(${Object.keys(RENAMED_TABLES).join('|')})(_|$)`} and relname !~ '^webhook_(endpoint|event|message|request)'`
  assert.deepEqual([...left], [])
})

test('an upgrade waits for a table in use, and blocks nobody for more than a second', async (t) => {
  const { url, sql } = await open(t, true)
  const proxy = openProxy(t)
  const watched = await proxy.through(url)
  let migrating: Promise<void> | undefined
  await sql.begin(async (tx) => {
    await tx`select from parcel` // like a backup, for as long as it takes
    migrating = migrate(watched, log)
    await until('it waits', async () => {
      const waiting = await tx`select from pg_locks where not granted`
      return waiting.length > 0
    })
    await sql`select from parcel` // behind the one who waits, and before it gets its lock
    await tx`select from source_health` // who waits for one table holds no other
    await sql`insert into allowance (key, used, resets_at) values ('a', 1, now())`
  })
  await migrating
  const waits = [...proxy.heard().matchAll(/set local lock_timeout = (\d+)/g)].map(([, ms]) => ms)
  assert.deepEqual(new Set(waits), new Set(['1000']))
  assert.equal((await sql`select from rate_limit`).length, 1)
})

test('a task’s input and cursor are equal under old and new names, whichever is written', async (t) => {
  const { sql } = await open(t, false)
  await sql.unsafe(OLD_ROWS)
  const read = async () => {
    const [row] = await sql`select wish, input, place, cursor from task`
    return { ...row }
  }
  assert.deepEqual(await read(), {
    wish: { search: 'a' },
    input: { search: 'a' },
    place: 7,
    cursor: 7,
  })
  await sql`update task set place = '8', done = 1`
  await sql`update task set input = '{}'`
  assert.deepEqual(await read(), { wish: {}, input: {}, place: 8, cursor: 8 })
  await sql`update task set cursor = '9', wish = '{"search":"b"}'`
  assert.deepEqual(await read(), {
    wish: { search: 'b' },
    input: { search: 'b' },
    place: 9,
    cursor: 9,
  })
  await sql`
    insert into task (id, kind, title, input, user_id, created_at)
    values (gen_random_uuid(), 'export-orders', '', '{"search":"c"}', ${ID}, now())`
  const [young] = await sql`select wish, place, cursor from task where id <> ${ID}`
  assert.deepEqual({ ...young }, { wish: { search: 'c' }, place: null, cursor: null })
})

const grown = (after: number[], from: number[]) => after.map((one, index) => one - from[index]!)

const KINDS = ['orders', 'deliveries', 'payments', 'issues', 'alerts', 'tasks']

test('a change is a live update under its old and its new name', async (t) => {
  const { sql } = await open(t, false)
  const count = async (prefix: string) => {
    const counts = KINDS.map(async (kind) => {
      const [row] = await sql<[{ count: number }]>`
        select last_value + is_called::int as count from ${sql(prefix + kind)}`
      return row.count
    })
    return Promise.all(counts)
  }
  const before = [await count('news_'), await count('updates_of_')]
  await sql.unsafe(OLD_ROWS)
  for (const table of ['orders', 'capture', 'difference', 'alert', 'issue'])
    await sql`update ${sql(table)} set id = id`
  const old = grown(await count('news_'), before[0]!)
  assert.deepEqual(grown(await count('updates_of_'), before[1]!), old)
  assert.ok(old.every((one) => one > 0))
})
