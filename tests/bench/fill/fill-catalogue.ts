import type { Sql } from '#server/platform/db/db.ts'

const ITEMS_OF_A_GAME = 10

/** Resellers' price for the first pack of each game, in paise. */
export const FIRST_PACK_PRICE = 85_00

/** Adds invented games until the shop has this many. */
export async function fillCatalogue(sql: Sql, count: number): Promise<void> {
  await sql`
    insert into game (id, slug, name, description, publisher, link, is_available, source,
      source_game, source_region, player_label, zone_label, zone_options, is_validation_required,
      created_at, updated_at)
    select gen_random_uuid(), 'game-' || n, 'Lantern Legends ' || n,
      'Diamonds for Lantern Legends ' || n || ', delivered to your player in moments.',
      'Global', '', true, 'manual', '', '', 'User ID', 'Server ID', '{}', true,
      now() + n * interval '1 second', now()
    from generate_series((select count(*) from game) + 1, ${count}) n`
  await sql`
    insert into item (id, game_id, slug, name, is_available, index, selling_price, reseller_price,
      list_price, cost_price, service_id, is_quantity_shown, created_at, updated_at)
    select gen_random_uuid(), game.id, game.slug || '-pack-' || n, (n * 60) || ' diamonds', true, n,
      n * 8900, n * ${FIRST_PACK_PRICE}::int, n * 9900, n * 8000, 'service-' || n, false, now(), now()
    from game, generate_series(1, ${ITEMS_OF_A_GAME}) n
    where not exists (select from item where game_id = game.id)`
  await sql`select pg_notify('content', '')` // tells running shops to clear their caches
}
