import type { Source } from '#contract/catalogue/sources.ts'
import type { ItemSource } from '#contract/catalogue/games.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type GameRow = {
  id: string
  slug: string
  name: string
  description: string
  publisher: string
  link: string
  isAvailable: boolean
  pictureId: string | null
  tagId: string | null
  source: Source
  sourceGame: string
  sourceRegion: string
  playerLabel: string
  zoneLabel: string
  zoneOptions: string[]
  isValidationRequired: boolean
  playerRegions: string[]
}

export type ItemRow = {
  id: string
  gameId: string
  slug: string
  name: string
  pictureId: string | null
  isAvailable: boolean
  index: number
  sellingPrice: number
  resellerPrice: number | null
  listPrice: number | null
  costPrice: number | null
  serviceId: string
  quantity: number | null
  heldCount: number // units that unpaid orders hold
  isQuantityShown: boolean
  purchaseCount: number
  tagId: string | null
  routing: 'in order' | 'best'
  isPriceFixed: boolean
  pausedFor: string | null
  sources: ItemSource[]
}

/** Fields that are undefined were not sent and stay unchanged. */
type ChangeOf<Row> = { [Name in keyof Omit<Row, 'id'>]?: Row[Name] | undefined }
export type GameChange = ChangeOf<GameRow>
export type ItemChange = ChangeOf<
  Omit<ItemRow, 'gameId' | 'purchaseCount' | 'heldCount' | 'sources'>
>

const gameColumns = (sql: Sql | Tx) => sql`
  id, slug, name, description, publisher, link, is_available, picture_id, tag_id,
  source, source_game, source_region, player_label, zone_label, zone_options,
  is_validation_required, player_regions`

const itemColumns = (sql: Sql | Tx) => sql`
  id, game_id, slug, name, picture_id, is_available, index, selling_price, reseller_price,
  list_price, cost_price, service_id, quantity, is_quantity_shown, purchase_count, tag_id, routing, is_price_fixed,
  paused_for, case when quantity is null then 0 else (
    select count(*) from orders where item_id = item.id and status = 'pending' and takes_stock) end as held_count, (
    select coalesce(jsonb_agg(jsonb_build_object('source', supplier, 'givenGameName', game, 'givenRegion', region,
      'serviceId', product_id) order by position), '[]')
    from item_supplier where item_id = item.id
  ) as sources`

export const selectGames = (tx: Tx) => tx<GameRow[]>`
  select ${gameColumns(tx)} from game where deleted_at is null order by created_at, id`

export async function lockGame(tx: Tx, id: string): Promise<GameRow | null> {
  const [row] = await tx<GameRow[]>`
    select ${gameColumns(tx)} from game where id = ${id} and deleted_at is null
    for no key update`
  return row ?? null
}

export async function lockGameBySlug(tx: Tx, slug: string): Promise<GameRow | null> {
  const [row] = await tx<GameRow[]>`
    select ${gameColumns(tx)} from game where slug = ${slug} and deleted_at is null
    for no key update`
  return row ?? null
}

/** Returns the games that exist, locked so that none is deleted meanwhile. */
export const shareGames = (tx: Tx, ids: string[]) => tx<{ id: string }[]>`
  select id from game where id = any(${ids}) and deleted_at is null order by id for share`

/** Null if the slug is taken. */
export async function insertGame(tx: Tx, game: GameRow, now: Date): Promise<GameRow | null> {
  const [row] = await tx<GameRow[]>`
    insert into game ${tx.values({ ...game, createdAt: now, updatedAt: now })}
    on conflict (slug) where deleted_at is null do nothing
    returning ${gameColumns(tx)}`
  return row ?? null
}

export async function updateGame(
  tx: Tx,
  id: string,
  change: GameChange,
  now: Date,
): Promise<GameRow> {
  const [row] = await tx<[GameRow]>`
    update game set ${tx.set({ ...change, updatedAt: now })} where id = ${id}
    returning ${gameColumns(tx)}`
  return row
}

const buried = (tx: Tx, now: Date) => tx`
  set deleted_at = ${now}, updated_at = ${now}, picture_id = null, tag_id = null`

export async function buryGame(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`update game ${buried(tx, now)} where id = ${id}`
  await tx`select from item where game_id = ${id} order by id for no key update` // as `lockItems`
  await tx`update item ${buried(tx, now)} where game_id = ${id} and deleted_at is null`
  await tx`delete from category_game where game_id = ${id}`
}

export const selectItems = (tx: Tx, { gameId }: { gameId?: string } = {}) => tx<ItemRow[]>`
  select ${itemColumns(tx)} from item
  where deleted_at is null ${gameId ? tx`and game_id = ${gameId}` : tx``}
  order by index, created_at, id`

export async function lockItem(tx: Tx, id: string): Promise<ItemRow | null> {
  const [row] = await tx<ItemRow[]>`
    select ${itemColumns(tx)} from item where id = ${id} and deleted_at is null
    for no key update`
  return row ?? null
}

/** Locks the packs by id, the same order as placing orders. */
export const lockItems = (tx: Tx, gameId: string, ids: string[]) => tx<ItemRow[]>`
  select ${itemColumns(tx)} from item
  where id = any(${ids}) and game_id = ${gameId} and deleted_at is null
  order by id for no key update`

export const selectPausedItems = (sql: Sql) => sql<{ id: string }[]>`
  select id from item where paused_for is not null and deleted_at is null`

export async function selectGameOf(tx: Tx, id: string): Promise<Pick<GameRow, 'slug' | 'source'>> {
  const [row] = await tx<[Pick<GameRow, 'slug' | 'source'>]>`
    select slug, source from game where id = ${id}`
  return row
}

export async function selectLastIndex(tx: Tx, gameId: string): Promise<number | null> {
  const [row] = await tx<[{ last: number | null }]>`
    select max(index) as last from item where game_id = ${gameId} and deleted_at is null`
  return row.last
}

type NewItem = Omit<ItemRow, 'purchaseCount' | 'heldCount' | 'pausedFor'>

/** Null if the slug is taken. */
export async function insertItem(
  tx: Tx,
  { sources, ...item }: NewItem,
  now: Date,
): Promise<ItemRow | null> {
  const [row] = await tx<ItemRow[]>`
    insert into item ${tx.values({ ...item, createdAt: now, updatedAt: now })}
    on conflict (slug) where deleted_at is null do nothing
    returning ${itemColumns(tx)}`
  if (!row) return null
  await putItemSources(tx, row.id, sources)
  return { ...row, sources }
}

/** Replaces all suppliers of a pack. */
export async function putItemSources(tx: Tx, itemId: string, sources: ItemSource[]): Promise<void> {
  await tx`delete from item_supplier where item_id = ${itemId}`
  for (const [index, { source, givenGameName, givenRegion, serviceId }] of sources.entries()) {
    const there = { supplier: source, game: givenGameName, region: givenRegion }
    const row = { itemId, position: index + 1, ...there, productId: serviceId }
    await tx`insert into item_supplier ${tx.values(row)}`
  }
}

export async function updateItem(
  tx: Tx,
  id: string,
  change: ItemChange,
  now: Date,
): Promise<ItemRow> {
  const [row] = await tx<[ItemRow]>`
    update item set ${tx.set({ ...change, updatedAt: now })} where id = ${id}
    returning ${itemColumns(tx)}`
  return row
}

export const buryItem = (tx: Tx, id: string, now: Date) => tx`
  update item ${buried(tx, now)} where id = ${id}`

/** Reads the slugs that equal `start` or begin with it. */
export async function selectSlugs(
  tx: Tx,
  table: 'game' | 'item' | 'category',
  start: string,
): Promise<string[]> {
  const isThere = table === 'category' ? tx`` : tx`and deleted_at is null`
  const rows = await tx<{ slug: string }[]>`
    select slug from ${tx(table)}
    where (slug = ${start} or slug like ${`${start}-%`}) ${isThere}`
  return rows.map(({ slug }) => slug)
}

type PictureRow = {
  id: string
  name: string
  key: string
  width: number
  height: number
  color: string
}

export const selectPictures = (tx: Tx, ids: string[]) => tx<PictureRow[]>`
  select picture.id, picture.name, image.key, image.width, image.height, image.color
  from picture join image on image.id = picture.image_id
  where picture.id = any(${ids})`
