import { randomUUIDv7 } from 'node:crypto'
import type { Input } from '#contract/core/endpoint.ts'
import * as contract from '#contract/catalogue/games.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { requireConfirmed } from '#server/platform/http/limits/admit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { assembleItem } from '#server/catalogue/games/assemble.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import { refuseStale } from '#server/platform/audit/refuse-stale.ts'
import { refuseUnknownSource } from '#server/catalogue/games/known-sources.ts'
import { insertAtFreeSlug, toSlug } from '#server/catalogue/games/slugs.ts'
import {
  buryItem,
  insertItem,
  lockGameBySlug,
  lockItem,
  putItemSources,
  selectGameOf,
  selectLastIndex,
  selectSlugs,
  updateItem,
  type ItemChange,
  type ItemRow,
} from '#server/catalogue/games/sql.ts'

export const addItem: Handler<typeof contract.addItem> = (ctx, input, caller, visit) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const game = await lockGameBySlug(tx, input.gameSlug) // the lock gives packs added at once different indexes
    if (!game) throw new Refusal('NO_SUCH_GAME', { field: 'gameSlug' })
    refuseUnknownSources(ctx, input.sources ?? [], [])
    const last = (await selectLastIndex(tx, game.id)) ?? -1
    const item = {
      ...toNewItem(input),
      id: randomUUIDv7(),
      gameId: game.id,
      index: input.index ?? Math.min(last + 1, contract.INDEX_MAX),
    }
    const start = `${game.slug.slice(0, GAME_PART_MAX)} ${input.itemName}`
    const row = await placeItem(tx, { item, start, slug: input.itemSlug, now })
    const subject = `item ${row.id}`
    const answer = await assembleItem(ctx, tx, row)
    return { action: 'add item', subject, before: null, after: row, answer }
  })

type Sources = contract.ItemSource[]

function refuseUnknownSources(ctx: Pick<Context, 'connectors'>, sources: Sources, were: Sources) {
  const before = were.map(({ source }) => source)
  for (const [index, { source }] of sources.entries())
    refuseUnknownSource(ctx, { field: `sources.${index}.source`, source, before })
}

const GAME_PART_MAX = 40 // the rest of the slug is for the pack's name

type NewItem = Parameters<typeof insertItem>[1]
type Newcomer = { item: Omit<NewItem, 'slug'>; start: string; slug: string | undefined; now: Date }

export async function placeItem(tx: Tx, { item, start, slug, now }: Newcomer): Promise<ItemRow> {
  if (slug === undefined)
    return insertAtFreeSlug({
      start: toSlug(start)!, // it begins with the game's slug, so it is never null
      select: (from) => selectSlugs(tx, 'item', from),
      insert: (free) => insertItem(tx, { ...item, slug: free }, now),
    })
  const row = await insertItem(tx, { ...item, slug }, now)
  if (!row) throw new Refusal('SLUG_TAKEN', { field: 'itemSlug' })
  return row
}

export const editItem: Handler<typeof contract.editItem> = (
  ctx,
  { itemId, was, ...input },
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const before = await getItem(tx, itemId)
    const seen = was && { ...toChange(was), pausedFor: undefined, sources: was.sources }
    await refuseStale(tx, { subject: `item ${itemId}`, was: seen, is: before, caller, now })
    const { sources = before.sources } = input
    refuseUnknownSources(ctx, sources, before.sources)
    if (input.sources) await putItemSources(tx, itemId, sources)
    const after = { ...(await updateItem(tx, itemId, toChange(input), now)), sources }
    if (isWorthMore(before, after)) requireConfirmed(ctx, caller)
    const answer = await assembleItem(ctx, tx, after)
    return { action: 'edit item', subject: `item ${itemId}`, before, after, answer }
  })

const GUARDED = [
  'sellingPrice',
  'resellerPrice',
  'listPrice',
  'costPrice',
  'serviceId',
  'sources',
] as const

/** True if an edit could sell a pack for less than it is worth. A resumed pack would sell at its old price. */
const isWorthMore = (before: ItemRow, after: ItemRow): boolean =>
  GUARDED.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field])) ||
  (before.pausedFor !== null && after.pausedFor === null && after.isAvailable)

export const removeItem: Handler<typeof contract.removeItem> = (
  ctx,
  { itemId, gameSlug },
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const before = await getItem(tx, itemId)
    if ((await selectGameOf(tx, before.gameId)).slug !== gameSlug) throw new Refusal('NO_SUCH_ITEM')
    await buryItem(tx, itemId, now)
    const subject = `item ${itemId}`
    return { action: 'remove item', subject, before, after: null, answer: null }
  })

async function getItem(tx: Tx, id: string): Promise<ItemRow> {
  const item = await lockItem(tx, id)
  if (!item) throw new Refusal('NO_SUCH_ITEM')
  return item
}

type Fields = Omit<Input<typeof contract.editItem>, 'itemId' | 'was'>

const toChange = (input: Fields): ItemChange => ({
  slug: input.itemSlug,
  name: input.itemName,
  pictureId: input.itemImageId,
  isAvailable: input.itemAvailablity,
  index: input.index,
  sellingPrice: input.sellingPrice,
  resellerPrice: input.resellerSellingPrice,
  listPrice: input.dummyPrice,
  costPrice: input.costPrice,
  serviceId: input.serviceId,
  quantity: input.quantity,
  isQuantityShown: input.isShowQuantity,
  tagId: input.tagId,
  routing: input.routing,
  isPriceFixed: input.isPriceFixed,
  // An administrator who sets the availability has seen why the pack was paused.
  pausedFor: input.itemAvailablity === undefined ? undefined : null,
})

export const toNewItem = (input: Input<typeof contract.addItem>) => ({
  name: input.itemName,
  pictureId: input.itemImageId ?? null,
  isAvailable: input.itemAvailablity ?? true,
  sellingPrice: input.sellingPrice,
  resellerPrice: input.resellerSellingPrice ?? null,
  listPrice: input.dummyPrice ?? null,
  costPrice: input.costPrice ?? null,
  serviceId: input.serviceId ?? '',
  quantity: input.quantity ?? null,
  isQuantityShown: input.isShowQuantity ?? false,
  tagId: input.tagId ?? null,
  sources: input.sources ?? [],
  routing: input.routing ?? 'in order',
  isPriceFixed: input.isPriceFixed ?? false,
})
