import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { lockItem, selectPausedItems, updateItem, type ItemRow } from './sql.ts'

/** What of a pack follows from what it costs; all in paise. */
export type Repriced = Pick<
  ItemRow,
  'costPrice' | 'sellingPrice' | 'resellerPrice' | 'isAvailable' | 'pausedFor'
>

type Place = Pick<Context, 'now' | 'log'>
type Wish = { itemId: string; decide: (item: ItemRow) => Promise<Repriced> }

/**
 * The shop changes a pack by itself: `decide` sees it as it is while nobody else can change it. Whoever
 * calls this tells the change of content, once for all packs. False when all stays as it is.
 */
export async function repriceItem(
  tx: Tx,
  { now, log }: Place,
  { itemId, decide }: Wish,
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
  tx.afterCommit(() => log.info({ item: itemId, before, after: then }, 'the shop changed a pack'))
  return true
}

/** Those that the shop itself has taken off the shelf. */
export const listPausedIds = async (sql: Sql): Promise<string[]> =>
  (await selectPausedItems(sql)).map(({ id }) => id)
