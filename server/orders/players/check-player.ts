import type { FullGame } from '#contract/games.ts'
import type { Context } from '#server/context.ts'
import type { PlayerVerdict } from '#server/suppliers/adapters/fulfilment.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

type Sought = { playerId: string; zoneId: string; itemSlug: string }

const NAME_LENGTH_MAX = 100

/**
 * The player's name, as the game's provider has it. Null where nobody can be asked and the game
 * does not insist; somebody the provider does not know is refused.
 */
export async function checkPlayer(
  ctx: Context,
  game: FullGame,
  sought: Sought,
): Promise<string | null> {
  const verdict = await ask(ctx, game, sought)
  if (verdict?.is === 'known') return verdict.name
  if (verdict?.is === 'unknown') throw new Refusal('PLAYER_NOT_FOUND')
  if (verdict?.is === 'elsewhere') throw new Refusal('PLAYER_ELSEWHERE')
  if (game.isValidationRequired) throw new Refusal('PLAYERS_UNREACHABLE')
  return null
}

/** Null where the provider does not know players, or did not answer. */
async function ask(
  { providers, log }: Context,
  game: FullGame,
  { playerId, zoneId, itemSlug }: Sought,
): Promise<PlayerVerdict | null> {
  const { [game.apiName]: provider } = await providers()
  if (!provider?.validatePlayer) return null
  try {
    const verdict = await provider.validatePlayer({
      game: game.givenGameName,
      region: game.givenRegion,
      serviceId: findServiceId(game, itemSlug),
      playerId,
      zoneId,
    })
    return verdict.is === 'known' ? { ...verdict, name: toName(verdict.name) } : verdict
  } catch (error) {
    log.warn({ err: error, provider: game.apiName }, 'a player could not be checked')
    return null
  }
}

/** Of the pack that is to be bought, or of any. */
function findServiceId({ itemId: items }: FullGame, itemSlug: string): string {
  const item = items.find((one) => one.itemSlug === itemSlug)
  return item?.serviceId || (items.find(({ serviceId }) => serviceId)?.serviceId ?? '')
}

/** Players call themselves all sorts of things; some cannot be kept or shown. */
function toName(text: string): string {
  const clean = text.replaceAll(/\p{Cc}/gu, '').trim()
  if (!clean) throw new Error('A player without a name')
  return clean.slice(0, NAME_LENGTH_MAX).toWellFormed()
}
