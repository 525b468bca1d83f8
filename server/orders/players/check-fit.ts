import { sayCountries, sayOneOf } from '#contract/core/countries.ts'
import type { FullGame } from '#contract/catalogue/games.ts'
import { checkRegion } from '#contract/orders/regions.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findCountries } from '#server/orders/regions/countries.ts'
import { findRegion, type RegionDeps } from '#server/orders/regions/find-region.ts'

type Fitted = Pick<FullGame, 'playerRegions'>
type FitInput = { game: Fitted; playerId: string; zoneId: string }

/**
 * Looks up a player's country and name at the same time, and refuses players whom the packs don't fit. Returns the
 * countries that the player may be in. The list is empty if nobody knows, or if the source found another name.
 */
export async function checkFit<Named extends { name: string }>(
  ctx: RegionDeps,
  { game, ...player }: FitInput,
  findName: () => Promise<Named>,
): Promise<[named: Named, regions: string[]]> {
  if (game.playerRegions.length === 0) return [await findName(), []]
  const [named, found] = await Promise.all([findName(), ask(ctx, player)])
  const isSomebodyElse = named.name && found?.username && named.name !== found.username
  const regions = found && !isSomebodyElse ? findCountries(found.region) : []
  refuseUnfit(game, regions)
  return [named, regions]
}

/** Null if no source knows the player or answers, which does not stop the purchase. */
async function ask(ctx: RegionDeps, { playerId, zoneId }: { playerId: string; zoneId: string }) {
  const player = checkRegion.input.safeParse({ id: playerId, zone: zoneId })
  if (!player.success) return null // not a kind of account that sources can be asked about
  try {
    return await findRegion(ctx, player.data)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Refuses players who can't receive the packs before they pay: some packs reach only accounts of certain countries. */
export function refuseUnfit({ playerRegions }: Fitted, regions: string[]): void {
  if (playerRegions.length === 0 || regions.length === 0) return
  if (regions.some((region) => playerRegions.includes(region))) return
  const message = `These packs are for players in ${sayCountries(playerRegions)}. Your account is in ${sayOneOf(regions)}`
  throw new Refusal('PLAYER_UNFIT', { message })
}
