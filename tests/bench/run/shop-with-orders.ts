import { connect, type Sql } from '#server/platform/db/db.ts'
import { FIRST_PACK_PRICE } from '#tests/bench/fill/fill-catalogue.ts'
import { startShop, type Shop } from './start-shop.ts'
import { writePeople } from '#tests/bench/fill/write-people.ts'

export type FullShop = Shop & {
  sql: Sql
  databaseUrl: string
  folder: string
  people: number
  buyers: { many: string; one: string } // paths of input files for wrk
}

type ShopOptions = { folder: string; databaseUrl: string }

/** Starts a shop on a filled database and writes the files of its buyers. */
export async function openShop(
  stack: AsyncDisposableStack,
  options: ShopOptions,
): Promise<FullShop> {
  const sql = connect(options.databaseUrl, { connectionsMax: 2, statementTimeoutMs: 600_000 })
  stack.defer(() => sql.end())
  const shop = await startShop(stack, options)
  const [{ people }] = await sql<[{ people: number }]>`select count(*) as people from bench_user`
  const buyers = await writePeople(sql, { folder: options.folder, secret: shop.secret })
  return { ...shop, ...options, sql, people, buyers }
}

/**
 * Writes a pgbench script that places one reseller order per transaction, with the shop's own statement.
 * The script fails if the order is refused.
 */
export const placeByPgbench = (
  people: number,
): string => `\\set nth random(0, ${Math.floor(people / 10) * 9 - 1})
  \\set wallet :nth / 9 * 10 + :nth % 9
  select 1 / (code is null)::int from place_orders((
    select jsonb_build_array(jsonb_build_object(
      'place', 1, 'id', uuidv7(), 'invoice', 'GSP' || upper(right(uuidv7()::text, 16)), 'user_id', bench_user.id,
      'role', 'reseller', 'key', gen_random_uuid(), 'request_hash', '\\x00', 'answer', '{}'::jsonb,
      'game_id', game, 'item_id', item.id, 'saved_player', player, 'currency', 'INR', 'item_price', ${FIRST_PACK_PRICE},
      'amount', ${FIRST_PACK_PRICE}, 'price_inr', ${FIRST_PACK_PRICE}, 'discount_inr', 0, 'amount_inr', ${FIRST_PACK_PRICE},
      'created_at', date_trunc('milliseconds', now())))
    from bench_user join item on item.game_id = game and item.index = 1 where number = :wallet));`
