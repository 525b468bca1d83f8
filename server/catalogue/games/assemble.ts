import { MANUAL } from '#contract/catalogue/sources.ts'
import type { Category } from '#contract/catalogue/catalog.ts'
import type { FullGame, FullItem } from '#contract/catalogue/games.ts'
import type { Picture } from '#contract/catalogue/gallery.ts'
import type { Tag } from '#contract/catalogue/tags.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { toPicture } from '#server/catalogue/gallery/gallery.ts'
import type { CategoryWithGames } from '#server/catalogue/categories/category-sql.ts'
import { hasSource } from './known-sources.ts'
import { selectSpeeds } from './speed-sql.ts'
import { selectGameOf, selectItems, selectPictures, type GameRow, type ItemRow } from './sql.ts'
import { selectTags } from './snapshot-sql.ts'
import type { TagRow } from '#server/catalogue/tags/tag-sql.ts'

type Deps = Pick<Context, 'connectors'>

/** Pictures and tags of games and packs, and their delivery times in seconds. */
type Parts = {
  pictures: Map<string, Picture>
  tags: Map<string, Tag>
  speeds: Map<string, number>
}

export async function readParts(tx: Tx, rows: { pictureId: string | null }[]): Promise<Parts> {
  const ids = new Set(rows.flatMap(({ pictureId }) => pictureId ?? []))
  const pictures = ids.size === 0 ? [] : await selectPictures(tx, [...ids])
  return {
    pictures: byId(pictures.map(toPicture)),
    tags: byId((await selectTags(tx)).map(toTag)),
    speeds: new Map((await selectSpeeds(tx)).map(({ id, seconds }) => [id, seconds])),
  }
}

const byId = <One extends { _id: string }>(all: One[]) => new Map(all.map((one) => [one._id, one]))

/** Reads a game as this transaction sees it. */
export async function assembleGame(ctx: Deps, tx: Tx, row: GameRow): Promise<FullGame> {
  const items = await selectItems(tx, { gameId: row.id })
  const parts = await readParts(tx, [row, ...items])
  return toGame(
    row,
    items.map((item) => toItem(ctx, item, row, parts)),
    parts,
  )
}

export async function assembleItem(ctx: Deps, tx: Tx, row: ItemRow): Promise<FullItem> {
  return toItem(ctx, row, await selectGameOf(tx, row.gameId), await readParts(tx, [row]))
}

const find = <One>(all: Map<string, One>, id: string | null): One | null =>
  id === null ? null : (all.get(id) ?? null)

export const toGame = (
  row: GameRow,
  items: FullItem[],
  { pictures, tags, speeds }: Parts,
): FullGame => ({
  _id: row.id,
  gameSlug: row.slug,
  gameName: row.name,
  gameDescription: row.description,
  gameFrom: row.publisher,
  gameLink: row.link,
  gameAvailablity: row.isAvailable,
  gameImageId: find(pictures, row.pictureId),
  tagId: find(tags, row.tagId),
  apiName: row.source,
  givenGameName: row.sourceGame,
  givenRegion: row.sourceRegion,
  inputFieldOne: row.playerLabel,
  inputFieldTwo: row.zoneLabel,
  inputFieldTwoOption: row.zoneOptions,
  isValidationRequired: row.isValidationRequired,
  playerRegions: row.playerRegions,
  isDeliveredByHand: row.source === MANUAL,
  deliverySeconds: speeds.get(row.id) ?? null,
  itemId: items,
})

export const toItem = (
  ctx: Deps,
  row: ItemRow,
  game: Pick<GameRow, 'slug' | 'source'>,
  { pictures, tags, speeds }: Parts,
): FullItem => ({
  _id: row.id,
  itemSlug: row.slug,
  itemName: row.name,
  itemImageId: find(pictures, row.pictureId),
  itemAvailablity: row.isAvailable,
  index: row.index,
  sellingPrice: row.sellingPrice,
  resellerSellingPrice: row.resellerPrice,
  dummyPrice: row.listPrice,
  costPrice: row.costPrice,
  serviceId: row.serviceId,
  quantity: row.quantity,
  heldQuantity: row.heldCount,
  isShowQuantity: row.isQuantityShown,
  noOfPurchases: row.purchaseCount,
  tagId: find(tags, row.tagId),
  gameSlug: game.slug,
  deliverySeconds: speeds.get(row.id) ?? null,
  sources: row.sources,
  hasSource: hasSource(ctx, [game.source, ...row.sources.map(({ source }) => source)]),
  routing: row.routing,
  isPriceFixed: row.isPriceFixed,
  pausedFor: row.pausedFor,
})

export const toCategory = ({ id, title, slug, gameIds }: CategoryWithGames): Category => ({
  _id: id,
  categoryTitle: title,
  categorySlug: slug,
  gameId: gameIds,
  noOfGames: gameIds.length,
})

export const toTag = ({ id, name, color, background }: TagRow): Tag => ({
  _id: id,
  tagName: name,
  tagColor: color,
  tagBackground: background,
})
