import type * as contract from '#contract/resellers/reseller.ts'
import { enforceRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { ApiCaller, Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { checkFit } from '#server/orders/players/check-fit.ts'
import { checkPlayer } from '#server/orders/players/check-player.ts'
import { readZone } from '#server/orders/players/players.ts'
import { getProduct, type Product } from './products.ts'
import { selectChecked, upsertChecked } from './sql.ts'
import { checkTestPlayer } from './test-mode/test-outcomes.ts'
import type { RegionDeps } from '#server/orders/regions/find-region.ts'

const HOUR_SECONDS = 60 * 60
const CHECKED_FOR_MS = 10 * 60 * 1000 // a player validated a moment ago isn't looked up again when the order comes

type Sent = { playerId: string; zoneId: string }
export type Checked = Sent & { name: string; isConfirmed: boolean }

/**
 * Tells the API client whether the game knows a player. An unknown player is an answer here, but a refusal when
 * ordering.
 */
export const validatePlayer: Handler<typeof contract.validatePlayer> = async (
  ctx,
  { productId, ...sent },
  caller,
) => {
  const product = await getProduct(ctx, productId)
  const player = { playerId: sent.playerId, zoneId: readZone(product.game, sent.zoneId) }
  try {
    const { name, isConfirmed } = await ask(ctx, { product, player }, caller)
    return { ...player, name, isKnown: isConfirmed || null }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'PLAYER_NOT_FOUND') throw error
    return { ...player, name: '', isKnown: false }
  }
}

/**
 * Finds the player that an order is for. Asks the provider only where the game insists. Elsewhere, the dispatch itself
 * shows whether the player exists.
 */
export async function checkApiPlayer(
  ctx: RegionDeps,
  { product, sent }: { product: Product; sent: Sent },
  caller: ApiCaller,
): Promise<Checked> {
  const { game } = product
  const player = { playerId: sent.playerId, zoneId: readZone(game, sent.zoneId) }
  const isAsked = game.isValidationRequired || game.playerRegions.length > 0
  return isAsked
    ? ask(ctx, { product, player }, caller)
    : { ...player, name: '', isConfirmed: false }
}

type PlayerInput = { product: Product; player: Sent }

async function ask(
  ctx: RegionDeps,
  { product, player }: PlayerInput,
  caller: ApiCaller,
): Promise<Checked> {
  if (caller.key.isTest) return checkTestPlayer(player)
  const { game, item } = product
  const sought = { ...player, gameId: game._id }
  const [found] = await checkFit(ctx, { game, ...player }, async () => {
    const since = new Date(ctx.now().getTime() - CHECKED_FOR_MS)
    const known = await selectChecked(ctx.sql, sought, since)
    if (known !== null) return { name: known, isConfirmed: true }
    await takeCheck(ctx, caller)
    const name = await checkPlayer(ctx, game, { ...player, itemSlug: item.itemSlug })
    if (name === null) return { name: '', isConfirmed: false }
    await upsertChecked(ctx.sql, { ...sought, name, checkedAt: ctx.now() })
    return { name, isConfirmed: true }
  })
  return { ...player, ...found }
}

const takeCheck = (
  { sql, config, now }: Pick<Context, 'sql' | 'now' | 'config'>,
  { id }: ApiCaller,
) =>
  enforceRateLimit(
    sql,
    {
      key: `api-player-check ${id}`,
      max: config.limits.apiPlayerChecksPerHour,
      windowSeconds: HOUR_SECONDS,
      refusal: 'TOO_MANY_PLAYER_CHECKS',
    },
    now(),
  )
