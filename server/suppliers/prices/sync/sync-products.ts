import { endAlerts, listOpenKeys } from '#server/platform/alerts/alerts.ts'
import { listPausedIds } from '#server/catalogue/games/items/reprice.ts'
import type { FullGame } from '#contract/catalogue/games.ts'
import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import {
  findKnownCosts,
  listSupplierGames,
  type KnownCosts,
} from '#server/suppliers/prices/known-costs.ts'
import { findLandedCost, type SupplierGame } from '#server/suppliers/prices/landed-cost.ts'
import { deleteProductsElsewhere } from '#server/suppliers/products/product-sql.ts'
import { keyOf, readProducts, type Faults } from '#server/suppliers/products/read-products.ts'
import {
  ALERT_PREFIX,
  alertKeyOf,
  repricePacks,
  type RuledGame,
} from '#server/suppliers/prices/reprice-packs.ts'
import { selectRules, updateSynced } from '#server/suppliers/prices/rule-sql.ts'

export type SyncDeps = Pick<
  Context,
  'sql' | 'now' | 'log' | 'changes' | 'catalog' | 'rates' | 'suppliers' | 'connectors'
>

const UNUSED_MS = 60 * 60 * 1000

/**
 * Reads the product lists and reprices the packs of one game with a rule, or of all. Also reads the lists of packs with
 * several suppliers, because orders choose by cost.
 */
export async function syncProducts(
  ctx: SyncDeps,
  { gameId }: JobPayload<'sync-products'>,
): Promise<void> {
  const games = (await listRuledGames(ctx)).filter(({ game }) => !gameId || game._id === gameId)
  const ruled = games.map(({ game }) => game)
  const others = gameId ? [] : (await ctx.catalog()).games.filter(hasChoice)
  const places = listSupplierGames([...ruled, ...others])
  const faults = await readProducts(ctx, places)
  const known = await findKnownCosts(ctx, ctx.sql, places)
  await repricePacks(ctx, games, known)
  const synced = ruled.map((game) => ({
    gameId: game._id,
    fault: tellFaults(game, faults, known),
  }))
  await updateSynced(ctx.sql, synced, ctx.now())
  if (!gameId) await tidyUp(ctx, places)
}

const hasChoice = ({ itemId }: FullGame): boolean =>
  itemId.some(({ sources }) => sources.length > 0)

/** Reads the cached catalogue. Packs that seem to change are checked again under a lock. */
export async function listRuledGames({
  sql,
  catalog,
}: Pick<Context, 'sql' | 'catalog'>): Promise<RuledGame[]> {
  const rules = new Map((await selectRules(sql)).map((rule) => [rule.gameId, rule]))
  return (await catalog()).games.flatMap((game) => {
    const rule = rules.get(game._id)
    return rule ? { game, rule } : []
  })
}

const FAULTS_MAX = 5

/** The distinct errors, joined into one text. Null if there are none. */
export function tellFaults(game: FullGame, faults: Faults, known: KnownCosts): string | null {
  const unread = listSupplierGames([game]).flatMap(
    (supplierGame) => faults.get(keyOf(supplierGame)) ?? [],
  )
  const unknown = game.itemId.flatMap((item) => {
    const landed = findLandedCost(game, item, known)
    return landed.is === 'unknown' ? landed.why : []
  })
  const all = [...new Set([...unread, ...unknown])].slice(0, FAULTS_MAX)
  return all.length > 0 ? all.join('. ') : null
}

/** Deletes lists that no pack uses. Ends alerts of packs that were deleted or put back on sale. */
async function tidyUp(ctx: Pick<Context, 'sql' | 'now'>, places: SupplierGame[]): Promise<void> {
  const { sql, now } = ctx
  await deleteProductsElsewhere(sql, places, new Date(now().getTime() - UNUSED_MS))
  const open = await listOpenKeys(sql, ALERT_PREFIX)
  if (open.length === 0) return
  const paused = new Set((await listPausedIds(sql)).map(alertKeyOf))
  const over = open.filter((key) => !paused.has(key))
  await endAlerts(ctx, sql, over)
}
