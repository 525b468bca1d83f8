import type { Sql, Tx } from '#server/platform/db/db.ts'

export type PlayerRow = {
  id: string
  playerId: string
  zoneId: string
  name: string
  itemSlug: string
  gameSlug: string
  publisher: string
  isFit: boolean
}

export type PlayerKey = { userId: string; gameId: string; playerId: string; zoneId: string }

export type Confirmed = { name: string; confirmedAt: Date }

/** Players of games that were not deleted. */
const select = (sql: Sql) => sql`
  select player.id, player_id, zone_id, player.name, item_slug,
    game.slug as game_slug, game.publisher,
    regions = '{}' or player_regions = '{}' or regions && player_regions as is_fit
  from player join game on game.id = game_id and game.deleted_at is null`

export const selectPlayers = (
  sql: Sql,
  { userId, gameSlug }: { userId: string; gameSlug: string | undefined },
) => sql<PlayerRow[]>`
  ${select(sql)}
  where user_id = ${userId} ${gameSlug === undefined ? sql`` : sql`and game.slug = ${gameSlug}`}
  order by player.updated_at desc, player.id desc`

export async function selectPlayer(
  sql: Sql,
  { id, userId }: { id: string; userId: string },
): Promise<PlayerRow | null> {
  const [row] = await sql<PlayerRow[]>`
    ${select(sql)} where player.id = ${id} and user_id = ${userId}`
  return row ?? null
}

export async function selectConfirmed(
  sql: Sql,
  { userId, gameId, playerId, zoneId }: PlayerKey,
  since: Date,
): Promise<Confirmed | null> {
  const [row] = await sql<Confirmed[]>`
    select name, confirmed_at from player
    where user_id = ${userId} and game_id = ${gameId} and player_id = ${playerId}
      and zone_id = ${zoneId} and confirmed_at > ${since}`
  return row ?? null
}

type NewPlayer = PlayerKey & {
  id: string
  name: string
  confirmedAt: Date | null
  regions: string[]
  itemSlug: string
}

/**
 * Updates the row if the customer has already saved this player. A known name or region stays until a source gives
 * another.
 */
export async function upsertPlayer(
  tx: Tx,
  player: NewPlayer,
  now: Date,
): Promise<{ id: string; name: string }> {
  const [row] = await tx<[{ id: string; name: string }]>`
    insert into player ${tx.values({ ...player, createdAt: now, updatedAt: now })}
    on conflict on constraint player_once do update set
      name = case when excluded.confirmed_at is null then player.name else excluded.name end,
      confirmed_at = greatest(player.confirmed_at, excluded.confirmed_at),
      regions = case when excluded.regions = '{}' then player.regions else excluded.regions end,
      item_slug = excluded.item_slug,
      updated_at = excluded.updated_at
    returning id, name`
  return row
}

export const deleteOldPlayers = (tx: Tx, userId: string, keptMax: number) => tx`
  delete from player where id in (
    select id from player where user_id = ${userId}
    order by updated_at desc, id desc offset ${keptMax})`

export const deletePlayersOf = (sql: Sql, userId: string) => sql`
  delete from player where user_id = ${userId}`
