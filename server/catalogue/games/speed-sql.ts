import type { Sql, Tx } from '#server/platform/db/db.ts'

type Speed = { id: string; seconds: number }

/** Reads the times of games and packs together. Their ids never coincide. */
export const selectSpeeds = (tx: Tx) => tx<Speed[]>`
  select game_id as id, seconds from game_speed union all select item_id, seconds from item_speed`

/** Locks the tables, so that concurrent measurements run one after the other. */
export async function lockSpeeds(tx: Tx): Promise<Speed[]> {
  await tx`lock table game_speed, item_speed in share row exclusive mode`
  return selectSpeeds(tx)
}

export type Measured = Speed & { isGame: boolean; deliveries: number }

type SpeedQuery = { since: Date; of: number; min: number }

/**
 * Measures the median delivery time of each game's newest orders, and of each pack among them. Orders that a person
 * completed count only for games delivered by hand. The index finds each game's newest orders, so no others are read.
 */
export const measure = (sql: Sql, { since, of, min }: SpeedQuery) => sql<Measured[]>`
  select coalesce(item_id, game.id) as id, item_id is null as is_game, seconds, deliveries
  from game cross join lateral (
    select item_id, percentile_cont(0.5) within group (order by took)::float8 as seconds, count(*)::int as deliveries
    from (
      select item_id, greatest(extract(epoch from ended_at - paid_at), 0) as took
      from orders
      where game_id = game.id and status = 'completed' and ended_at > ${since}
        and not exists (
          select from order_event
          where order_id = orders.id and order_event.status = 'completed' and order_event.user_id is not null
            and game.source <> 'manual')
      order by ended_at desc limit ${of}
    ) newest
    group by grouping sets ((), (item_id))
  ) lately
  where game.deleted_at is null and deliveries >= ${min}`

export async function putSpeeds(tx: Tx, measured: Measured[], now: Date): Promise<void> {
  const games = measured.filter(({ isGame }) => isGame)
  const items = measured.filter(({ isGame }) => !isGame)
  await tx`delete from game_speed where game_id <> all(${games.map(({ id }) => id)})`
  await tx`delete from item_speed where item_id <> all(${items.map(({ id }) => id)})`
  await tx`
    insert into game_speed (game_id, seconds, deliveries, updated_at) ${toRows(tx, games, now)}
    on conflict (game_id) do update set
      seconds = excluded.seconds, deliveries = excluded.deliveries, updated_at = excluded.updated_at`
  await tx`
    insert into item_speed (item_id, seconds, deliveries, updated_at) ${toRows(tx, items, now)}
    on conflict (item_id) do update set
      seconds = excluded.seconds, deliveries = excluded.deliveries, updated_at = excluded.updated_at`
}

const toRows = (tx: Tx, all: Measured[], now: Date) => tx`
  select id, seconds, deliveries, ${now}::timestamptz from unnest(
    ${all.map(({ id }) => id)}::uuid[], ${all.map(({ seconds }) => seconds)}::int[],
    ${all.map(({ deliveries }) => deliveries)}::int[]
  ) as measured (id, seconds, deliveries)`
