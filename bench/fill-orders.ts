import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sign } from '#server/auth/signed.ts'
import type { Sql } from '#server/db/db.ts'
import { deriveKeys } from '#server/secrets.ts'

const GAME = randomUUID()
const ITEM = randomUUID()
const HOUR_MS = 60 * 60 * 1000
const BATCH = 500_000
const PRICE = 100_00
const BALANCE = 1_000_000_000_00 // nobody runs out of money

/** Resellers, who get no mails, with money, a session and a player, numbered for pgbench; a game with one pack. */
export async function fillShop(sql: Sql, people: number): Promise<{ game: string; item: string }> {
  await sql`
    insert into game (id, slug, name, description, publisher, link, is_available, source, source_game, source_region,
      player_label, zone_label, zone_options, is_validation_required, created_at, updated_at)
    values (${GAME}, 'game', 'Game', '', '', '', true, 'manual', '', '', 'Player', '', '{}', true, now(), now())`
  await sql`
    insert into item (id, game_id, slug, name, is_available, index, selling_price, service_id, is_quantity_shown,
      created_at, updated_at)
    values (${ITEM}, ${GAME}, 'pack', 'Pack', true, 0, ${PRICE}, '', false, now(), now())`
  await sql.unsafe(`
    create table bench_user (number int primary key, id uuid not null, player uuid not null, session uuid not null);
    insert into bench_user
    select number, gen_random_uuid(), gen_random_uuid(), gen_random_uuid() from generate_series(1, ${people}) number;
    insert into users (id, full_name, email, role, created_at, updated_at)
    select id, 'Somebody', number || '@bench.example', 'reseller', now(), now() from bench_user;
    insert into account (address, currency, user_id)
    select 'wallet:' || id, 'INR', id from bench_user order by number;
    insert into session (id, user_id, refresh_hash, user_agent, address, created_at, refreshed_at, expires_at)
    select session, id, '', '', '', now(), now(), now() + interval '1 day' from bench_user;`)
  await sql`
    insert into player (id, user_id, game_id, player_id, zone_id, name, confirmed_at, item_slug, created_at, updated_at)
    select player, id, ${GAME}, number::text, '', 'Tiger', now(), 'pack', now(), now() from bench_user`
  await sql`
    insert into transfer (key, line, kind, debit, credit, currency, amount, reference, created_at)
    select 'gift:' || bench_user.id, 1, 'gift', house.id, wallet.id, 'INR', ${BALANCE}, 'GSBENCH',
      date_trunc('milliseconds', now())
    from bench_user join account wallet on wallet.user_id = bench_user.id
    join account house on house.address = 'house:gifts' and house.currency = 'INR'`
  await sql.unsafe('vacuum analyze')
  return { game: GAME, item: ITEM }
}

type Credentials = { folder: string; secret: string; people: number }

/** A line for each of some people: their token and their player. */
export async function writePeople(sql: Sql, { folder, secret, people }: Credentials) {
  const rows = await sql<{ id: string; session: string; player: string }[]>`
    select id, session, player from bench_user
    where number % (select greatest(count(*) / ${people}, 1) from bench_user) = 0 limit ${people}`
  const keys = deriveKeys([secret])['access-token']
  const expiresAt = new Date(Date.now() + 10 * HOUR_MS)
  const lines = await Promise.all(
    rows.map(
      async ({ id, session, player }) =>
        `${await sign({ sub: id, sid: session, jti: randomUUID() }, keys, expiresAt)} ${player}`,
    ),
  )
  const many = join(folder, 'people')
  const one = join(folder, 'person')
  writeFileSync(many, lines.join('\n'))
  writeFileSync(one, lines[0]!)
  return { many, one }
}

/** The same people's programs: each has a key, and buys for a player whom the game was just asked about. */
export async function writeKeys(sql: Sql, { folder, people }: Omit<Credentials, 'secret'>) {
  await sql`
    insert into checked_player (game_id, player_id, zone_id, name, checked_at)
    values (${GAME}, '123456789', '', 'Tiger', now() + interval '1 day')`
  const rows = await sql<{ key: string }[]>`
    with made as (
      insert into api_key (id, user_id, name, is_main, is_test, scopes, allowed_networks, hash, hint, created_at)
      select gen_random_uuid(), id, 'bench', false, false, array['orders'], '{}',
        sha256(('gs_live_' || id)::bytea), '', now()
      from bench_user
      where number % (select greatest(count(*) / ${people}, 1) from bench_user) = 0 limit ${people}
      returning user_id
    )
    select 'gs_live_' || user_id as key from made`
  const [many, one] = [join(folder, 'keys'), join(folder, 'key')]
  const lines = rows.map(({ key }) => `${key} -`)
  writeFileSync(many, lines.join('\n'))
  writeFileSync(one, lines[0]!)
  return { many, one }
}

const BIG = ['orders', 'transfer', 'posting'] as const
const ALWAYS = { orders: [], transfer: ['write', 'post', 'stay'], posting: ['write', 'stay'] }

/**
 * Orders of long ago: as many rows as the shop would have written, without their hashes, which nothing here looks at.
 * Triggers and most indexes stand aside meanwhile.
 */
export async function fillOrders(sql: Sql, count: number): Promise<void> {
  const indexes = await sql<{ name: string; text: string }[]>`
    select indexname as name, indexdef as text from pg_indexes
    where tablename = any(${[...BIG]}) and schemaname = current_schema()
      and indexname not in (select conname from pg_constraint)`
  for (const table of BIG) await sql.unsafe(`alter table ${table} disable trigger user`)
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  const [{ people }] = await sql<[{ people: number }]>`select count(*) as people from bench_user`
  for (let from = 0; from < count; from += BATCH)
    await insertOrders(sql, { from, upTo: Math.min(from + BATCH, count), people })
  for (const { text } of indexes)
    await sql.unsafe(`set maintenance_work_mem = '512MB'; ${text}; reset maintenance_work_mem`)
  for (const table of BIG) {
    await sql.unsafe(`alter table ${table} enable trigger user`)
    for (const trigger of ALWAYS[table])
      await sql.unsafe(`alter table ${table} enable always trigger ${trigger}`)
  }
  await sql.unsafe('vacuum analyze')
  await sql.unsafe('checkpoint')
}

type Part = { from: number; upTo: number; people: number }

/** The customers take turns: whose turn it is has had as many orders as there were rounds. */
async function insertOrders(sql: Sql, { from, upTo, people }: Part): Promise<void> {
  await sql.unsafe(`
    create table bench_order as
    select nextval('transfer_number') as transfer, bench_user.id, player, wallet.id as wallet, (nth / ${people})::int as round,
      at, uuidv7(at - now()) as order_id, 'GS' || to_char(at, 'YYMMDD') || lpad(nth::text, 11, '0') as invoice,
      decode(md5(nth::text) || md5((-nth)::text), 'hex') as hash
    from generate_series(${from}, ${upTo - 1}) nth
    cross join lateral (select '2025-01-01'::timestamptz + nth * interval '3 seconds') moment (at)
    join bench_user on bench_user.number = 1 + nth % ${people}
    join account wallet on wallet.user_id = bench_user.id
    order by nth;
    insert into orders (id, invoice, user_id, status, game_id, item_id, saved_player, player_id, zone_id, player_name,
      currency, item_price, amount, price_inr, discount_inr, amount_inr, takes_stock, payment_method, created_at, paid_at,
      ended_at, game_name, item_name)
    select order_id, invoice, id, 'completed', '${GAME}', '${ITEM}', player, 'P1', '', 'Tiger', 'INR', ${PRICE}, ${PRICE},
      ${PRICE}, 0, ${PRICE}, false, 'wallet', at, at, at, 'Game', 'Pack' from bench_order;
    insert into transfer (number, key, line, kind, debit, credit, currency, amount, reference, order_id, created_at, hash)
    select transfer, 'order:' || order_id, 1, 'order', wallet, sales.id, 'INR', ${PRICE}, invoice, order_id, at, hash
    from bench_order, account sales where address = 'house:sales' and currency = 'INR';
    insert into posting (account_id, sequence, transfer, user_id, currency, amount, balance, created_at, hash)
    select wallet, round + 2, transfer, id, 'INR', -${PRICE}, ${BALANCE} - (round + 1)::bigint * ${PRICE}, at, hash
    from bench_order;
    drop table bench_order;`)
}
