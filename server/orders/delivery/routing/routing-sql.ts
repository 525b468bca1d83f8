import type { SupplierName } from '#contract/catalogue/sources.ts'
import type { Tx } from '#server/platform/db/db.ts'

export type There = {
  source: string
  game: string
  region: string
  serviceId: string
}

export type Pack = There & {
  routing: 'in order' | 'best'
  others: There[]
  lookFirst: boolean // comes from a restored backup, and may have been delivered since
}

/** Reads the pack of an order and its suppliers, as the catalogue has them now. */
export async function selectPack(tx: Tx, orderId: string): Promise<Pack> {
  const [row] = await tx<[Pack]>`
    select source, source_game as game, source_region as region, service_id, routing, look_first, (
      select coalesce(jsonb_agg(jsonb_build_object('source', other.supplier, 'game', other.game,
        'region', other.region, 'serviceId', other.product_id) order by position), '[]')
      from item_supplier other where other.item_id = item.id
    ) as others
    from orders join game on game.id = orders.game_id join item on item.id = orders.item_id
    where orders.id = ${orderId}`
  return row
}

export type Round = There & { attempt: number }

/** Suppliers that were already tried for an order, in the order of attempts. */
export const selectRounds = (tx: Tx, orderId: string) => tx<Round[]>`
  select attempt, supplier as source, game, region, string_agg(product_id, '&' order by leg) as service_id
  from dispatch where order_id = ${orderId}
  group by attempt, supplier, game, region order by attempt`

export type RecordRow = {
  source: SupplierName
  asked: number
  delivered: number
  seconds: number | null
}

/**
 * Recent results of each supplier. Refusals because of the player, the shop's balance or a failed connection are left
 * out: they don't show how well it delivers.
 */
export const selectRecords = (
  tx: Tx,
  { sources, since, max }: { sources: SupplierName[]; since: Date; max: number },
) => tx<RecordRow[]>`
  select wanted.source, count(*) as asked, count(*) filter (where state = 'delivered') as delivered,
    percentile_cont(0.5) within group (order by seconds) filter (where state = 'delivered') as seconds
  from (select distinct unnest(${sources}::text[]) as source) wanted
  cross join lateral (
    select state, extract(epoch from ended_at - first_sent_at)::float8 as seconds from dispatch
    where supplier = wanted.source and ended_at > ${since}
      and (state = 'delivered' or reason in ('stock', 'price', 'product', 'other'))
    order by ended_at desc limit ${max}
  ) lately
  group by wanted.source`
