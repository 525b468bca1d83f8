import type { Sql } from '#server/platform/db/db.ts'

const LAST_CHARACTER = '\u{10ffff}'

type AnyQuery = {
  text: string
  capitals: string
  player: { id: string; zone: string } | null
  max: number
}

/** Finds at most `max` orders by the start of any field. Each field has its own index. */
export async function selectIdsOfAny(
  sql: Sql,
  { text, capitals, player, max }: AnyQuery,
): Promise<string[]> {
  const references = [...new Set([text, capitals])]
  const rows = await sql<{ id: string }[]>`
    select distinct id from (
      (select id from orders where invoice >= ${capitals} and invoice < ${capitals + LAST_CHARACTER} limit ${max})
      union all
      (select id from orders
      where player_id collate "C" >= ${text} and player_id collate "C" < ${text + LAST_CHARACTER} limit ${max})
      ${
        player === null
          ? sql``
          : sql`
            union all
            (select id from orders where player_id collate "C" = ${player.id} and zone_id = ${player.zone}
            limit ${max})`
      }
      union all
      (select order_id from payment
      where reference >= ${capitals} and reference < ${capitals + LAST_CHARACTER} limit ${max})
      union all
      (select order_id from unnest(${references}::text[]) as given
      cross join lateral (
        select order_id from transfer
        where reference ~>=~ given and reference ~<~ (given || ${LAST_CHARACTER}) limit ${max}
      ) transfer)
    ) found where id is not null limit ${max}`
  return rows.map(({ id }) => id)
}
