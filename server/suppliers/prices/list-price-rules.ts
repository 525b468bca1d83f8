import type { FullGame, FullItem } from '#contract/catalogue/games.ts'
import type * as contract from '#contract/catalogue/suppliers/prices.ts'
import type { GameWithRule, PausedPack, PricedPack } from '#contract/catalogue/suppliers/prices.ts'
import { browse, type Look } from '#server/catalogue/games/browse.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { toRule } from './price-rules.ts'
import { selectDoubts, selectRules, type RuleRow } from './rule-sql.ts'

const PAUSED_MAX = 200

type Ruled = { game: FullGame; rule: RuleRow }

const look: Look<Ruled> = {
  text: ({ game }) => [game.gameName, game.gameSlug].join(' '),
  name: ({ game }) => game.gameName,
}

export const listPriceRules: Handler<typeof contract.listPriceRules> = async (ctx, list) => {
  const rules = new Map((await selectRules(ctx.sql)).map((rule) => [rule.gameId, rule]))
  const { games } = await ctx.catalog()
  const ruled = games.flatMap((game) => {
    const rule = rules.get(game._id)
    return rule ? { game, rule } : []
  })
  const { found, total } = browse(ruled, { sort: 'gameName', ...list }, look)
  const paused = await listPaused(ctx, games, (game) => rules.has(game._id))
  return { games: found.map(toWire), totalGames: total, paused }
}

async function listPaused(
  { sql }: Pick<Context, 'sql'>,
  games: FullGame[],
  hasRule: (game: FullGame) => boolean,
): Promise<PausedPack[]> {
  const packs = games.flatMap((game) =>
    game.itemId.flatMap(({ _id, itemName, pausedFor }) =>
      pausedFor === null ? [] : { game, _id, itemName, pausedFor },
    ),
  )
  const ids = packs.map(({ _id }) => _id)
  const doubts = new Map((await selectDoubts(sql, ids)).map(({ itemId, cost }) => [itemId, cost]))
  const paused = packs.map(({ game, ...pack }) => ({
    ...pack,
    gameSlug: game.gameSlug,
    gameName: game.gameName,
    doubtfulCost: doubts.get(pack._id) ?? null,
    hasRule: hasRule(game),
  }))
  const [itself, person] = [paused.filter(comesBack), paused.filter((pack) => !comesBack(pack))]
  return [...person, ...itself].slice(0, PAUSED_MAX)
}

/** True for packs that resume by themselves. The others wait for a person, and are listed first. */
const comesBack = ({ doubtfulCost, hasRule }: PausedPack): boolean =>
  doubtfulCost === null && hasRule

const toWire = ({ game, rule }: Ruled): GameWithRule => ({
  gameSlug: game.gameSlug,
  gameName: game.gameName,
  rule: toRule(rule),
  syncedAt: rule.syncedAt?.toISOString() ?? null,
  fault: rule.fault,
  packs: game.itemId.map(toPricedPack),
})

const toPricedPack = (item: FullItem): PricedPack => ({
  _id: item._id,
  itemName: item.itemName,
  itemAvailablity: item.itemAvailablity,
  costPrice: item.costPrice,
  sellingPrice: item.sellingPrice,
  resellerSellingPrice: item.resellerSellingPrice,
  margin: item.costPrice === null ? null : item.sellingPrice - item.costPrice,
  isPriceFixed: item.isPriceFixed,
  pausedFor: item.pausedFor,
})
