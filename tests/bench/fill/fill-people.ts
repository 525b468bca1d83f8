import type { Sql } from '#server/platform/db/db.ts'
import type { Pack } from './fill-plan.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const BENCH_ID = `
  create function bench_id(name text) returns uuid immutable parallel safe
    return overlay(overlay(md5(name) placing '4' from 13) placing '8' from 17)::uuid`

type Population = { people: number; startAt: number }

/**
 * Writes the people, each with a wallet, a session and a player of the game they buy for, and one administrator.
 * Nine in ten are resellers. They buy during a measurement, because they get no mails.
 * The last of each ten is a customer, who is on the leaderboard.
 * The table bench_user numbers the people for pgbench. Ids follow from numbers, see fill-plan.ts.
 */
export async function fillPeople(sql: Sql, { people, startAt }: Population): Promise<void> {
  const since = new Date(startAt - DAY_MS)
  await sql.unsafe(BENCH_ID)
  await sql`
    create table bench_user as
    select number, bench_id('person ' || number) as id, bench_id('player ' || number) as player,
      bench_id('session ' || number) as session, game.id as game
    from generate_series(0, ${people - 1}::int) as number
    join (select id, row_number() over (order by created_at, id) - 1 as place, count(*) over () as places from game) game
      on game.place = number % game.places`
  await sql.unsafe('alter table bench_user add primary key (number)')
  await sql`
    insert into users (id, full_name, email, phone, role, is_email_verified, created_at, updated_at)
    select id, initcap(substr(md5((number % 977)::text), 1, 6)) || ' ' || initcap(substr(md5((number % 83)::text), 9, 7)),
      substr(md5(number::text), 1, 8) || number || '@many.example', (6000000000 + number * 37::bigint)::text,
      case when number % 10 = 9 then 'user' else 'reseller' end, true, at, at
    from bench_user cross join lateral (select ${since}::timestamptz - number * interval '20 seconds') joined (at)`
  await sql`
    insert into users (id, full_name, email, role, is_email_verified, created_at, updated_at)
    values (${adminId}::uuid, 'Admin', 'admin@many.example', 'admin', true, ${since}, ${since})`
  await sql`
    insert into session (id, user_id, refresh_hash, user_agent, address, created_at, refreshed_at, expires_at, confirmed_at)
    select session, id, ''::bytea, 'Firefox', '::1', now(), now(), now() + interval '9 days', null from bench_user
    union all select ${adminId}::uuid, ${adminId}::uuid, ''::bytea, 'Firefox', '::1', now(), now(), now() + interval '9 days', now()`
  await sql`
    insert into player (id, user_id, game_id, player_id, zone_id, name, confirmed_at, item_slug, created_at, updated_at)
    select player, bench_user.id, game, 'P' || number, '2001', 'Tiger', ${since}, '', ${since}, ${since} from bench_user`
}

/** The id of both the administrator and their session. */
export const adminId = 'ad000000-0000-4000-8000-000000000000'

/** Creates wallets with consecutive ids and answers the first id. */
export async function fillWallets(sql: Sql, people: number): Promise<number> {
  const [{ first }] = await sql<[{ first: number }]>`select max(id) + 1 as first from account`
  await sql`
    insert into account (id, address, currency, user_id) overriding system value
    select ${first} + number, 'wallet:' || id, 'INR', id from bench_user`
  await sql`select setval(pg_get_serial_sequence('account', 'id'), ${first + people})`
  return first
}

export async function listHouse(sql: Sql) {
  const rows = await sql<{ name: string; id: number }[]>`
    select substr(address, 7) as name, id from account where user_id is null and currency = 'INR'`
  const { sales, gateway, gifts } = Object.fromEntries(rows.map(({ name, id }) => [name, id]))
  if (!sales || !gateway || !gifts) throw new Error('The ledger has no house accounts')
  return { sales, gateway, gifts }
}

/** Lists the packs of each game. Games are in the order in which people were assigned to them. */
export async function listPacks(sql: Sql): Promise<Pack[][]> {
  const packs = await sql<Pack[]>`
    select replace(game.id::text, '-', '') as game_id, replace(item.id::text, '-', '') as item_id, game.name as game_name,
      item.name as item_name
    from game join item on item.game_id = game.id order by game.created_at, game.id, item.index`
  return [...Map.groupBy(packs, ({ gameId }) => gameId).values()]
}
