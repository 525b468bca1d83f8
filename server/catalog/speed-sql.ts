import type { Sql, Tx } from '#server/db/db.ts'

type Speed = { gameId: string; seconds: number }

export const selectSpeeds = (tx: Tx) => tx<Speed[]>`select game_id, seconds from game_speed`

/** As they stand, held so that two who measure do it one after the other. */
export async function lockSpeeds(tx: Tx): Promise<Speed[]> {
  await tx`lock table game_speed in share row exclusive mode`
  return selectSpeeds(tx)
}

export type Measured = Speed & { deliveries: number }

type Wanted = { since: Date; of: number; min: number }

/**
 * A report on orders: the median of the newest that nobody completed by hand. Each game's are found by their index, the newest
 * first, and no more than are counted.
 */
export const measure = (sql: Sql, { since, of, min }: Wanted) => sql<Measured[]>`
  select game.id as game_id, seconds, deliveries
  from game cross join lateral (
    select percentile_cont(0.5) within group (order by took)::float8 as seconds, count(*)::int as deliveries
    from (
      select greatest(extract(epoch from ended_at - paid_at), 0) as took
      from orders
      where game_id = game.id and status = 'completed' and ended_at > ${since}
        and not exists (
          select from order_event
          where order_id = orders.id and order_event.status = 'completed' and order_event.user_id is not null)
      order by ended_at desc limit ${of}
    ) newest
  ) lately
  where game.deleted_at is null and deliveries >= ${min}`

export async function putSpeeds(tx: Tx, measured: Measured[], now: Date): Promise<void> {
  await tx`delete from game_speed where game_id <> all(${measured.map(({ gameId }) => gameId)})`
  await tx`
    insert into game_speed (game_id, seconds, deliveries, updated_at)
    select game_id, seconds, deliveries, ${now} from unnest(
      ${measured.map(({ gameId }) => gameId)}::uuid[], ${measured.map(({ seconds }) => seconds)}::int[],
      ${measured.map(({ deliveries }) => deliveries)}::int[]
    ) as measured (game_id, seconds, deliveries)
    on conflict (game_id) do update set
      seconds = excluded.seconds, deliveries = excluded.deliveries, updated_at = excluded.updated_at`
}
