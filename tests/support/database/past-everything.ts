import { pino } from 'pino'
import type { Sql } from '#server/platform/db/db.ts'
import { sealLedger } from '#server/money/ledger/seal.ts'
import { foldOrderCounts } from '#server/orders/read/fold-counts.ts'
import { GROWING } from './plans/growing-tables.ts'
import { multiply } from './multiply.ts'
import { makeManyOrders } from './past-orders.ts'
import { makeManyPayments } from './past-payments.ts'
import { makeManyUsers } from './past-users.ts'
import { until } from '#tests/support/shop/wait.ts'

const MANY = 3_000
const DAYS = 365

/** Tables that are filled in their own way, because much depends on their contents. */
const APART = new Set([
  'users',
  'orders',
  'transfer',
  'posting',
  'payment',
  'capture',
  'account',
  'document',
  'document_buyer',
  'parent_request',
  'spend',
  'job',
])

/** Tables to fill first, because rows of others refer to them. */
const FIRST: string[] = [
  'session',
  'webhook_endpoint',
  'webhook_event',
  'webhook_message',
  'bulk',
  'task',
  'coupon',
]

/** Fills every growing table with many rows, like years of use. Requires at least one row in each beforehand. */
export async function fillManyOfAll(sql: Sql): Promise<void> {
  const people = await sql<{ id: string }[]>`select id from users`
  const users = [...(await makeManyUsers(sql, MANY)), ...people.map(({ id }) => id)]
  const [pack] = await sql<[{ game: string; item: string }]>`
    select game_id as game, id as item from item order by created_at limit 1`
  const sold = { game: { _id: pack.game }, item: { _id: pack.item } }
  await makeManyOrders(sql, { count: 2 * MANY, days: DAYS, users, pack: sold })
  await countDelivered(sql)
  await makeManyDocuments(sql)
  await makeManyPayments(sql, { count: MANY, days: DAYS, users })
  await plantSeeds(sql)
  const few: string[] = []
  for (const table of [...FIRST, ...GROWING.filter((one) => !FIRST.includes(one))])
    if (!APART.has(table) && (await multiply(sql, table, MANY)) < MANY / 2) few.push(table)
  if (few.length > 0) throw new Error(`There are too few rows of ${few.join(', ')}`)
  await endowAll(sql)
  await endMost(sql)
  await addFailedJobs(sql)
  const log = pino({ level: 'silent' })
  await sealLedger({ sql, now: () => new Date(), log })
  await foldOrderCounts({ sql })
  await until('an index alone answers', () => vacuum(sql))
}

/** Returns false while an open transaction of a node keeps pages from being marked all-visible. */
async function vacuum(sql: Sql): Promise<boolean> {
  await sql.unsafe('vacuum analyze')
  const hidden = await sql`
    select from pg_class where relname = any(${[...GROWING]}) and relkind = 'r'
      and relallvisible < 0.9 * relpages`
  return hidden.length === 0
}

/** Closes most open work, as after years. Also unsubscribes most users, or a mailing would reach everybody. */
const endMost = (sql: Sql) =>
  sql.unsafe(`
    update users set news_off_at = now() where hashtext(id::text) % 50 <> 0;
    update alert set ended_at = since where ended_at is null and hashtext(id::text) % 100 <> 0;
    update webhook_message set state = 'delivered', next_at = null, ended_at = created_at
    where state = 'pending' and hashtext(id::text) % 100 <> 0;
    update dispatch set state = 'delivered', trace_at = null, reason = null, ended_at = created_at,
      first_sent_at = created_at, sent_at = created_at where ended_at is null and hashtext(id::text) % 100 <> 0;
    update task set state = 'done', ended_at = created_at where ended_at is null;
    update bulk set state = 'done', done = total, ended_at = created_at where ended_at is null`)

/** Adds jobs that no node will take. Copies of real jobs would keep the workers busy. */
const addFailedJobs = (sql: Sql) => sql`
  insert into job (id, name, payload, run_at, attempts, attempts_max, last_error, gave_up_at)
  select gen_random_uuid(), name, '{}', failed_at, 12, 12, 'The disk is full', failed_at
  from unnest(array['send-notice', 'deliver-order', 'work-task']) name, generate_series(1, ${MANY / 3}) nth,
    lateral (select now() - nth * interval '7 minutes' as failed_at) past`

/** Computes the spend of past orders. The triggers count only updates, and these orders were inserted directly. */
const countDelivered = (sql: Sql) => sql`
  insert into spend (period, user_id, amount, reached_at)
  select shop_month(ended_at), user_id, sum(amount_inr), max(ended_at) from orders
  where status = 'completed' group by 1, 2
  on conflict do nothing`

/** Gives every past paid order an invoice. These orders moved no money, so the job that issues documents passes them by. */
const makeManyDocuments = (sql: Sql) =>
  sql.unsafe(`
    insert into document (series, year, kind, transfer, order_id, user_id, dated_at, content)
    select 'PA', '25-26', 'invoice', -row_number() over (), id, user_id, created_at,
      (select content from document where kind = 'invoice' limit 1) from orders
    where paid_at is not null and not exists (select from transfer where order_id = orders.id);
    insert into document_buyer (document, user_id, salt, buyer)
    select number, user_id, '', '{}' from document where series = 'PA'`)

/** Adds two lines to every wallet through the `transfer` table, so that all guards apply. */
async function endowAll(sql: Sql): Promise<void> {
  await sql`
    insert into account (address, currency, user_id)
    select 'wallet:' || id, 'INR', id from users on conflict do nothing`
  await sql`
    insert into transfer (key, line, kind, debit, credit, currency, amount, reference, created_at)
    select 'past:' || nth || wallet.id, 1, 'gift', house.id, wallet.id, 'INR', 100, 'GSPAST' || nth || wallet.id,
      date_trunc('milliseconds', now()) - interval '1 hour' + row_number() over () * interval '1 millisecond'
    from generate_series(1, 2) nth, account wallet, account house
    where wallet.user_id is not null and wallet.currency = 'INR'
      and house.address = 'house:gifts' and house.currency = 'INR'`
}

/** Adds one row to each table whose rows the shop keeps only for a while. */
const plantSeeds = (sql: Sql) =>
  sql.unsafe(`
    insert into challenge (id, purpose, recipient, created_at, expires_at)
    values (gen_random_uuid(), 'email', 'asha@example.com', now(), now() + interval '1 hour');
    insert into past_session (id, user_id, user_agent, address, created_at, refreshed_at, paid_at)
    select gen_random_uuid(), user_id, user_agent, address, created_at, refreshed_at, created_at from session limit 1;
    insert into address_undo (id, user_id, email, is_phone_verified, created_at, expires_at)
    select gen_random_uuid(), id, email, false, now(), now() + interval '7 days' from users limit 1;
    insert into consent (id, user_id, purpose, is_given, words, source, created_at)
    select gen_random_uuid(), id, 'news', true, 'Send me offers and news', 'account', now() from users limit 1;
    insert into parent_request (id, user_id, email, asked_at)
    select gen_random_uuid(), id, 'parent@example.com', now() from users on conflict do nothing;
    insert into payout (id, reference, capture_id, user_id, amount, state, note, created_at, ended_at)
    select gen_random_uuid(), 'RAAAAAAAAAAAAAAAAAAAAA', capture.id, user_id, 100, 'done', '', now(), now()
    from capture join payment on payment.id = payment_id limit 1;
    insert into gateway_event (id, gateway, body_hash, body, mentioned, received_at, applied_at)
    values (gen_random_uuid(), 'razorpay', '', '', '{P1}', now(), now()) on conflict do nothing;
    insert into announcement_mail (announcement_id, user_id)
    select announcement.id, users.id from announcement, users limit 1;
    insert into checked_player (game_id, player_id, zone_id, name, checked_at)
    select id, '123456789', '', 'Tiger', now() from game limit 1 on conflict do nothing;
    insert into pay_link (id, user_id, item_id, player_id, created_at, expires_at)
    select gen_random_uuid(), users.id, item.id, '123456789', now(), now() + interval '7 days' from users, item limit 1;
    insert into idempotency (user_id, call, key, request_hash, answer, created_at)
    select id, 'POST /order/wallet', 'key-000001', '', '{}', now() from users limit 1;
    insert into seal (number, last, count, root, created_at, hash) values (-9000000, 0, 1, '', now() - interval '9 years', '');
    insert into region_answer (player_id, zone_id, username, region, answered_at)
    values ('123456789', '2001', 'Tiger', 'IN', now()) on conflict do nothing;
    insert into coupon_user (coupon_id, user_id, is_allowed)
    select coupon.id, users.id, true from coupon, users limit 1;
    insert into webhook_request (message_id, number, started_at)
    select id, 1, now() from webhook_message limit 1 on conflict do nothing;
    insert into delivered_code (id, order_id, dispatch_id, sealed, created_at)
    select gen_random_uuid(), id, null, '', now() from orders limit 1;
    insert into invitation (id, email, rights, invited_by, created_at, expires_at)
    select gen_random_uuid(), 'hari@example.com', '{support}', id, now(), now() + interval '7 days' from users
    where role = 'admin' limit 1;
    insert into gift_reason (transfer, reason) select number, 'A' from transfer limit 1;
    insert into order_gift (order_id, email, message, ended_at)
    select id, 'kiran@example.com', 'Happy birthday', ended_at from orders where ended_at is not null limit 1
    on conflict do nothing;
    insert into code_view (id, order_id, user_id, viewed_at)
    select gen_random_uuid(), id, user_id, now() from orders limit 1;
    insert into task_line (task_id, number, tone, subject, words) select id, 1, 'bad', 'A', 'B' from task limit 1`)
