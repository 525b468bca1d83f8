import type { Coupon, Pack, Rate } from '#demo/history/plan/types.ts'
import type { Tx } from './database.ts'

/** Makes what the load has just created as old as the shop, so that nothing is sold before it was there. */
export async function moveBack(tx: Tx, days: number): Promise<void> {
  await tx`update game set created_at = created_at - make_interval(days => ${days}::int)`
  await tx`update item set created_at = created_at - make_interval(days => ${days}::int)`
  await tx`update setting_history set since = since - make_interval(days => ${days}::int)`
  await tx`
    update coupon set created_at = created_at - make_interval(days => ${days}::int),
      updated_at = updated_at - make_interval(days => ${days}::int)`
}

/** Packs that anybody could have bought at any time: not counted, on sale, and for players everywhere. */
export const selectPacks = (tx: Tx) => tx<Pack[]>`
  select item.id, item.slug, game.id as game_id, game.slug as game_slug, game.source, source_game, source_region,
    service_id, exists (select from item_supplier where item_id = item.id) as has_others, selling_price as price,
    coalesce(reseller_price, selling_price) as reseller_price
  from item join game on game.id = game_id
  where item.deleted_at is null and game.deleted_at is null and item.is_available and game.is_available
    and quantity is null and player_regions = '{}'
  order by game.created_at, game.id, item.index`

export const selectCoupons = (tx: Tx) => tx<Coupon[]>`
  select id, code, discount, date_trunc('milliseconds', updated_at) as updated_at from coupon
  where deleted_at is null order by code`

/** Each becomes the current rate at once, because it gets the highest number. */
export async function insertRates(tx: Tx, rates: readonly Rate[]): Promise<void> {
  for (const { at, usd } of rates)
    await tx`
      insert into exchange_rate (per_rupee, origin, is_held, created_at) values (${usd}, 'source', false, ${new Date(at)})`
}

/** Makes today's rate the current one again: it gets the highest number. */
export const putLastRateBack = (tx: Tx, number: number) => tx`
  update exchange_rate set number = default where number = ${number}`

export async function selectLastRate(tx: Tx): Promise<number> {
  const [row] = await tx<[{ number: number }]>`select max(number) as number from exchange_rate`
  return row.number
}
