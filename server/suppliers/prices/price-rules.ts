import type { FullGame } from '#contract/catalogue/games.ts'
import type * as contract from '#contract/catalogue/suppliers/prices.ts'
import type { PriceRule } from '#contract/catalogue/suppliers/prices.ts'
import { changeQuietly } from '#server/platform/audit/change-content.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { deleteRule, lockRule, upsertRule, type RuleRow } from './rule-sql.ts'

/** Saves the rule. A job reads the costs and reprices the packs shortly after. */
export const putPriceRule: Handler<typeof contract.putPriceRule> = async (
  ctx,
  { gameSlug, ...rule },
  caller,
  visit,
) => {
  const { _id: gameId } = await getPricedGame(ctx, gameSlug)
  return changeQuietly(ctx, { caller, visit }, async (tx, now) => {
    const row = await lockRule(tx, gameId)
    const before = row && toRule(row)
    await upsertRule(tx, gameId, rule, now)
    await enqueue(tx, 'sync-products', { gameId }, { runAt: now })
    const subject = `price rule of game ${gameId}`
    return { action: 'set price rule', subject, before, after: rule, answer: null }
  })
}

/** Prices stay as they are, and paused packs stay paused. */
export const deletePriceRule: Handler<typeof contract.deletePriceRule> = async (
  ctx,
  { gameSlug },
  caller,
  visit,
) => {
  const { _id: gameId } = await getGame(ctx, gameSlug)
  return changeQuietly(ctx, { caller, visit }, async (tx) => {
    const row = await lockRule(tx, gameId)
    if (!row) throw new Refusal('NO_SUCH_RULE')
    const before = toRule(row)
    await deleteRule(tx, gameId)
    const subject = `price rule of game ${gameId}`
    return { action: 'delete price rule', subject, before, after: null, answer: null }
  })
}

export async function getGame(
  { catalog }: Pick<Context, 'catalog'>,
  slug: string,
): Promise<FullGame> {
  const game = (await catalog()).gameBySlug.get(slug)
  if (!game) throw new Refusal('NO_SUCH_GAME')
  return game
}

/** Refuses manual games, because no supplier lists their costs. */
export async function getPricedGame(
  ctx: Pick<Context, 'catalog'>,
  slug: string,
): Promise<FullGame> {
  const game = await getGame(ctx, slug)
  if (game.apiName === 'manual') throw new Refusal('NO_LISTED_PRICES')
  return game
}

/** Drops the columns that the last repricing wrote. */
export const toRule = (row: RuleRow): PriceRule => ({
  kind: row.kind,
  margin: row.margin,
  resellerMargin: row.resellerMargin,
  roundTo: row.roundTo,
  roundMinus: row.roundMinus,
  changeMax: row.changeMax,
})
