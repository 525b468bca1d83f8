import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import {
  lockItem,
  selectPausedItems,
  updateItem,
  type ItemRow,
} from '#server/catalogue/games/sql.ts'

/** The fields of a pack that depend on its cost. Money is in paise. */
export type Repriced = Pick<
  ItemRow,
  'costPrice' | 'sellingPrice' | 'resellerPrice' | 'isAvailable' | 'pausedFor'
>

type Deps = Pick<Context, 'now' | 'log'>
type RepriceInput = { itemId: string; decide: (item: ItemRow) => Promise<Repriced> }

/**
 * Changes a pack automatically; `decide` sees it under its lock. The caller must announce the change, once for all
 * packs. False if nothing changed.
 */
export async function repriceItem(
  { now, log }: Deps,
  tx: Tx,
  { itemId, decide }: RepriceInput,
): Promise<boolean> {
  const item = await lockItem(tx, itemId)
  if (!item) return false
  const after = await decide(item)
  const names = Object.keys(after) as (keyof Repriced)[]
  const changed = names.filter((name) => after[name] !== item[name])
  if (changed.length === 0) return false
  await updateItem(tx, itemId, after, now())
  const before = Object.fromEntries(changed.map((name) => [name, item[name]]))
  const then = Object.fromEntries(changed.map((name) => [name, after[name]]))
  tx.afterCommit(() =>
    log.info({ item: itemId, before, after: then }, 'pack changed by its price rule or its cost'),
  )
  return true
}

/** Lists the packs that the shop has paused automatically. */
export const listPausedIds = async (sql: Sql): Promise<string[]> =>
  (await selectPausedItems(sql)).map(({ id }) => id)
