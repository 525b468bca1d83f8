import type { Input } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/catalogue/games.ts'
import type { Prices } from '#contract/catalogue/games.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { assembleGame } from '#server/catalogue/games/assemble.ts'
import { lockGameBySlug, lockItems, updateItem, type ItemRow } from '#server/catalogue/games/sql.ts'

type Repriced = Input<typeof contract.editPrices>['items'][number]

export const editPrices: Handler<typeof contract.editPrices> = (
  ctx,
  { gameSlug, items },
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const game = await lockGameBySlug(tx, gameSlug)
    if (!game) throw new Refusal('NO_SUCH_GAME')
    const rows = await lockAsSeen(tx, game.id, items)
    for (const item of items) await updateItem(tx, item.itemId, toColumns(item), now)
    const subject = `game ${game.id}`
    const before = Object.fromEntries(rows.map((row) => [row.id, pricesOf(row)]))
    const after = Object.fromEntries(items.map((item) => [item.itemId, toColumns(item)]))
    const answer = await assembleGame(ctx, tx, game)
    return { action: 'edit prices', subject, before, after, answer }
  })

/** Locks the packs. Refuses if a price differs from what the administrator saw. */
async function lockAsSeen(tx: Tx, gameId: string, items: Repriced[]): Promise<ItemRow[]> {
  const ids = items.map(({ itemId }) => itemId)
  const rows = await lockItems(tx, gameId, ids)
  if (rows.length < items.length) throw new Refusal('NO_SUCH_ITEM')
  const rowById = new Map(rows.map((row) => [row.id, row]))
  const isAsSeen = ({ itemId, was }: Repriced) =>
    JSON.stringify(pricesOf(rowById.get(itemId)!)) === JSON.stringify(toColumns(was))
  if (!items.every(isAsSeen)) throw new Refusal('PRICES_CHANGED')
  return rows
}

type Columns = Pick<ItemRow, 'sellingPrice' | 'resellerPrice' | 'listPrice' | 'costPrice'>

const pricesOf = ({ sellingPrice, resellerPrice, listPrice, costPrice }: ItemRow): Columns => ({
  sellingPrice,
  resellerPrice,
  listPrice,
  costPrice,
})

const toColumns = ({ sellingPrice, ...others }: Prices): Columns => ({
  sellingPrice,
  resellerPrice: others.resellerSellingPrice,
  listPrice: others.dummyPrice,
  costPrice: others.costPrice,
})
