import type { FullGame, FullItem } from '#contract/catalogue/games.ts'
import { endAlerts, raiseAlert } from '#server/platform/alerts/alerts.ts'
import { repriceItem, type Repriced } from '#server/catalogue/games/items/reprice.ts'
import type { Context } from '#server/context.ts'
import { tellChange } from '#server/platform/db/changes.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { judge, type Verdict } from './guard.ts'
import type { KnownCosts } from './known-costs.ts'
import { findLandedCost } from './landed-cost.ts'
import { deleteDoubt, selectDoubts, shareRules, upsertDoubt, type RuleRow } from './rule-sql.ts'

export const AT_ONCE = 100 // orders of these packs wait during a batch

export const alertKeyOf = (itemId: string): string => `${ALERT_PREFIX}${itemId}`
export const ALERT_PREFIX = 'paused '

export type RuledGame = { game: FullGame; rule: RuleRow }
type RuledPack = RuledGame & { item: FullItem }

/**
 * Reprices packs by their current cost. Compares without locks first, because changes are rare. Locks packs in the
 * order of their ids, as orders do. Invalidates the catalogue once per batch.
 */
export async function repricePacks(
  ctx: Pick<Context, 'sql' | 'now' | 'log' | 'changes'>,
  games: RuledGame[],
  known: KnownCosts,
): Promise<void> {
  const due = await findDuePacks(ctx, games, known)
  for (let start = 0; start < due.length; start += AT_ONCE)
    await ctx.sql.begin((tx) => repriceBatch(ctx, tx, due.slice(start, start + AT_ONCE), known))
}

/** Packs that are likely to change, in locking order. */
export async function findDuePacks(
  ctx: Pick<Context, 'sql'>,
  games: RuledGame[],
  known: KnownCosts,
): Promise<RuledPack[]> {
  const packs = games.flatMap(({ game, rule }) => game.itemId.map((item) => ({ game, rule, item })))
  const doubts = await readDoubts(ctx, packs)
  return packs
    .filter(({ item, ...ruled }) => isDue(item, ruled, known, doubts.get(item._id) ?? null))
    .toSorted((one, other) => (one.item._id < other.item._id ? -1 : 1))
}

/** A pack before and after repricing. */
export type Reprice = { name: string; before: Repriced; after: Repriced }

/** Runs in the caller's transaction. Returns the changes. */
export async function repriceBatch(
  ctx: Pick<Context, 'now' | 'log' | 'changes'>,
  tx: Tx,
  packs: RuledPack[],
  known: KnownCosts,
): Promise<Reprice[]> {
  const changes: Reprice[] = []
  const rules = await shareRules(tx, [...new Set(packs.map(({ game }) => game._id))])
  for (const { game, item } of packs) {
    const rule = rules.find(({ gameId }) => gameId === game._id)
    const change = rule && (await repricePack(ctx, tx, { game, item, rule }, known))
    if (change) changes.push(change)
  }
  if (changes.length > 0) await tellChange(ctx, tx)
  return changes
}

async function readDoubts(
  { sql }: Pick<Context, 'sql'>,
  packs: RuledPack[],
): Promise<Map<string, number>> {
  const rows = await selectDoubts(
    sql,
    packs.map(({ item }) => item._id),
  )
  return new Map(rows.map(({ itemId, cost }) => [itemId, cost]))
}

function isDue(
  item: FullItem,
  { game, rule }: RuledGame,
  known: KnownCosts,
  doubt: number | null,
): boolean {
  const pack = {
    costPrice: item.costPrice,
    sellingPrice: item.sellingPrice,
    resellerPrice: item.resellerSellingPrice,
    isAvailable: item.itemAvailablity,
    isPriceFixed: item.isPriceFixed,
    pausedFor: item.pausedFor,
  }
  const verdict = judge(pack, { rule, landed: findLandedCost(game, item, known), doubt })
  return doubt !== verdict.doubt || isOther(verdict.after, pack)
}

const isOther = (after: Repriced, before: Repriced): boolean =>
  Object.entries(after).some(([name, value]) => before[name as keyof Repriced] !== value)

/** Decides again under the locks of the rule and the pack. */
async function repricePack(
  ctx: Pick<Context, 'now' | 'log'>,
  tx: Tx,
  { game, item, rule }: RuledPack,
  known: KnownCosts,
): Promise<Reprice | null> {
  let change: Reprice | null = null
  const isChanged = await repriceItem(ctx, tx, {
    itemId: item._id,
    async decide(held) {
      const [doubted] = await selectDoubts(tx, [held.id])
      const landed = findLandedCost(game, held, known)
      const verdict = judge(held, { rule, landed, doubt: doubted?.cost ?? null })
      await keepVerdict(ctx, tx, { game, item: held }, verdict)
      change = { name: held.name, before: held, after: verdict.after }
      return verdict.after
    },
  })
  return isChanged ? change : null
}

type KeptPack = { game: FullGame; item: { id: string; name: string } }

/** Stores the doubtful cost and raises or ends the pack's alert. The pack itself is saved elsewhere. */
export async function keepVerdict(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { game, item }: KeptPack,
  { after, doubt }: Verdict,
): Promise<void> {
  if (doubt === null) await deleteDoubt(tx, item.id)
  else await upsertDoubt(tx, { itemId: item.id, cost: doubt })
  const key = alertKeyOf(item.id)
  if (after.pausedFor === null) return endAlerts(ctx, tx, [key])
  await raiseAlert(ctx, tx, {
    key,
    words: `${item.name} of ${game.gameName} is paused. ${after.pausedFor}`,
    path: '/admin/sources?tab=prices',
  })
}
