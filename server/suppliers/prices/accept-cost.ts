import type { FullGame } from '#contract/catalogue/games.ts'
import type * as contract from '#contract/catalogue/suppliers/prices.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import { repriceItem, type Repriced } from '#server/catalogue/games/items/reprice.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { judge } from './guard.ts'
import { keepVerdict } from './reprice-packs.ts'
import { selectDoubts, shareRule, type RuleRow } from './rule-sql.ts'

/** Accepts only the cost that was shown. Refuses with a conflict if the cost has changed since. */
export const acceptCost: Handler<typeof contract.acceptCost> = async (
  ctx,
  { itemId, costPrice },
  caller,
  visit,
) => {
  const { games } = await ctx.catalog()
  const game = games.find(({ itemId: items }) => items.some(({ _id }) => _id === itemId))
  if (!game) throw new Refusal('NO_SUCH_ITEM')
  return changeContent(ctx, { caller, visit }, async (tx) => {
    const rule = await shareRule(tx, game._id)
    if (!rule) throw new Refusal('NO_SUCH_RULE')
    const done = await takeCost(ctx, tx, { game, itemId, costPrice, rule })
    if (!done) throw new Refusal('NO_SUCH_ITEM')
    const { before, after } = done
    const subject = `item ${itemId}`
    const { pausedFor } = after
    return { action: 'accept cost', subject, before, after, answer: { pausedFor } }
  })
}

type AcceptCostInput = { game: FullGame; itemId: string; costPrice: number; rule: RuleRow }

async function takeCost(
  ctx: Pick<Context, 'now' | 'log'>,
  tx: Tx,
  { game, itemId, costPrice, rule }: AcceptCostInput,
) {
  let done: { before: Repriced; after: Repriced } | undefined
  await repriceItem(ctx, tx, {
    itemId,
    async decide(item) {
      const [doubt] = await selectDoubts(tx, [itemId])
      if (!doubt || item.pausedFor === null) throw new Refusal('NOTHING_TO_ACCEPT')
      if (doubt.cost !== costPrice) throw new Refusal('COST_CHANGED')
      const landed = { is: 'known', cost: costPrice } as const
      const verdict = judge({ ...item, costPrice }, { rule, landed, doubt: null })
      await keepVerdict(ctx, tx, { game, item }, verdict)
      done = { before: item, after: verdict.after }
      return verdict.after
    },
  })
  return done
}
