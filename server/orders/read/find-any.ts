import type { Context } from '#server/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Reader } from '#server/accounts/users/colleagues.ts'
import { findUserIds } from '#server/accounts/users/users.ts'
import { selectIdsOfAny } from './any-sql.ts'
import type { Search } from './list-sql.ts'

/** Searches that match more orders are refused, because they would read them all. */
const FOUND_MAX = 10_000

const PLAYER_AND_ZONE = /^([^\s(]+)(?:\s*\(\s*|\s+)([^\s()]+)\s*\)?$/

/**
 * Finds orders by any field: the start of an invoice, a player ID or a reference, or a part of the customer's email,
 * phone or name.
 */
export async function findAny(
  ctx: Pick<Context, 'sql'>,
  search: string,
  reader: Reader,
): Promise<Search> {
  const [, player, zone] = PLAYER_AND_ZONE.exec(search) ?? []
  const [userIds, orderIds] = await Promise.all([
    findUserIds(ctx, { search, searchIndex: 'any' }, reader),
    selectIdsOfAny(ctx.sql, {
      text: search,
      capitals: search.toUpperCase(),
      player: player && zone ? { id: player, zone } : null,
      max: FOUND_MAX + 1,
    }),
  ])
  if (orderIds.length > FOUND_MAX) throw new Refusal('SEARCH_TOO_WIDE', { field: 'search' })
  return { any: { userIds, orderIds } }
}
