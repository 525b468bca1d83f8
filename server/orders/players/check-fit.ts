import { sayCountries, sayOneOf } from '#contract/countries.ts'
import type { FullGame } from '#contract/games.ts'
import { checkRegion } from '#contract/regions.ts'
import type { Context } from '#server/context.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { findCountries } from '#server/orders/regions/countries.ts'
import { findRegion } from '#server/orders/regions/find-region.ts'

type Fitted = Pick<FullGame, 'playerRegions'>
type Sought = { game: Fitted; playerId: string; zoneId: string }

/**
 * Asks for the country of a player while somebody else asks for the name, and refuses whom the packs do not fit. Answers with the
 * countries it may be: none where nobody knows, and where what is known is of somebody with another name.
 */
export async function checkFit<Named extends { name: string }>(
  ctx: Context,
  { game, ...player }: Sought,
  findName: () => Promise<Named>,
): Promise<[named: Named, regions: string[]]> {
  if (game.playerRegions.length === 0) return [await findName(), []]
  const [named, found] = await Promise.all([findName(), ask(ctx, player)])
  const isSomebodyElse = named.name && found?.username && named.name !== found.username
  const regions = found && !isSomebodyElse ? findCountries(found.region) : []
  refuseUnfit(game, regions)
  return [named, regions]
}

/** Null where nobody knows, or nobody answers: that keeps nobody from buying. */
async function ask(ctx: Context, { playerId, zoneId }: { playerId: string; zoneId: string }) {
  const player = checkRegion.input.safeParse({ id: playerId, zone: zoneId })
  if (!player.success) return null // an account of another kind than those that can be asked about
  try {
    return await findRegion(ctx, player.data)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Before anybody has paid: packs for players of some countries reach no other account. */
export function refuseUnfit({ playerRegions }: Fitted, regions: string[]): void {
  if (playerRegions.length === 0 || regions.length === 0) return
  if (regions.some((region) => playerRegions.includes(region))) return
  const message = `These packs are for players in ${sayCountries(playerRegions)}. Your account is in ${sayOneOf(regions)}`
  throw new Refusal('PLAYER_UNFIT', { message })
}
