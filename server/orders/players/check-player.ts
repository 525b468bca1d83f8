import type { FullGame } from '#contract/catalogue/games.ts'
import type { Context } from '#server/context.ts'
import type { PlayerVerdict } from '#connectors/suppliers/supplier.ts'
import { Refusal } from '#server/platform/refusal.ts'

type CheckInput = { playerId: string; zoneId: string; itemSlug: string }

const NAME_LENGTH_MAX = 100

/**
 * Returns the player's name from the game's supplier, and refuses players that it doesn't know. Null if no supplier can
 * be asked and the game doesn't require a check.
 */
export async function checkPlayer(
  ctx: Pick<Context, 'log' | 'suppliers'>,
  game: FullGame,
  sought: CheckInput,
): Promise<string | null> {
  const verdict = await ask(ctx, game, sought)
  if (verdict?.is === 'known') return verdict.name
  if (verdict?.is === 'unknown') throw new Refusal('PLAYER_NOT_FOUND')
  if (verdict?.is === 'elsewhere') throw new Refusal('PLAYER_ELSEWHERE')
  if (game.isValidationRequired) throw new Refusal('PLAYERS_UNREACHABLE')
  return null
}

/** Null if the supplier can't look up players, or didn't answer. */
async function ask(
  { suppliers, log }: Pick<Context, 'log' | 'suppliers'>,
  game: FullGame,
  { playerId, zoneId, itemSlug }: CheckInput,
): Promise<PlayerVerdict | null> {
  const supplier = (await suppliers()).get(game.apiName)
  if (!supplier?.validatePlayer) return null
  try {
    const verdict = await supplier.validatePlayer({
      game: game.givenGameName,
      region: game.givenRegion,
      serviceId: findServiceId(game, itemSlug),
      playerId,
      zoneId,
    })
    return verdict.is === 'known' ? { ...verdict, name: toName(verdict.name) } : verdict
  } catch (error) {
    log.warn({ err: error, supplier: game.apiName }, 'player not checked')
    return null
  }
}

/** Product ID of the pack to be bought, or of any pack. */
function findServiceId({ itemId: items }: FullGame, itemSlug: string): string {
  const item = items.find((one) => one.itemSlug === itemSlug)
  return item?.serviceId || (items.find(({ serviceId }) => serviceId)?.serviceId ?? '')
}

/** Cleans a player's name: some contain characters that can't be stored or shown. */
function toName(text: string): string {
  const clean = text.replaceAll(/\p{Cc}/gu, '').trim()
  if (!clean) throw new Error('A player without a name')
  return clean.slice(0, NAME_LENGTH_MAX).toWellFormed()
}
