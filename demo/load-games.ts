import { listAllCategories } from '#contract/catalogue/catalog.ts'
import { createCategory } from '#contract/catalogue/categories.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { addItem, createGame, listGamesAsAdmin, type FullGame } from '#contract/catalogue/games.ts'
import { createTag, listAllTags } from '#contract/catalogue/tags.ts'
import type { DemoCategory } from '#demo/catalogue/catalogue.ts'
import type { DemoGame, DemoPack, DemoTag } from '#demo/catalogue/game.ts'
import { DEMO_TAGS } from '#demo/catalogue/tags.ts'
import type { Client } from './client.ts'
import { inTurns } from './in-turns.ts'
import { cardName, heapName, type Pictures } from './pictures.ts'

/** Ids of pictures and tags, which a game's fields refer to. */
export type Known = { pictures: Pictures; tags: ReadonlyMap<string, string> }

export async function loadTags(client: Client): Promise<ReadonlyMap<string, string>> {
  const there = await client.call(listAllTags, {})
  const tags = new Map(there.map(({ tagName, _id }) => [tagName, _id]))
  for (const [tagName, { color, background }] of Object.entries(DEMO_TAGS)) {
    if (tags.has(tagName)) continue
    const look = { tagColor: color, tagBackground: background }
    tags.set(tagName, (await client.call(createTag, { tagName, ...look }))._id)
  }
  return tags
}

/** Creates games one by one, so that the last of the list is the newest. Then creates their packs. */
export async function loadGames(
  client: Client,
  games: readonly DemoGame[],
  known: Known,
): Promise<ReadonlyMap<string, string>> {
  const there = await listAll(client)
  const ids = new Map([...there.values()].map(({ gameSlug, _id }) => [gameSlug, _id]))
  for (const game of games)
    if (!ids.has(game.slug))
      ids.set(game.slug, (await client.call(createGame, toGameInput(game, known)))._id)
  const missing = games.flatMap((game) => {
    const packs = new Set(there.get(game.slug)?.itemId.map(({ itemSlug }) => itemSlug))
    return game.packs.filter(({ slug }) => !packs.has(slug)).map((pack) => ({ game, pack }))
  })
  await inTurns(4, missing, ({ game, pack }) =>
    client.call(addItem, toItemInput(game, pack, known)),
  )
  return ids
}

async function listAll(client: Client): Promise<Map<string, FullGame>> {
  const found = new Map<string, FullGame>()
  for (let page = 1; ; page++) {
    const list = await client.call(listGamesAsAdmin, {
      page,
      limit: 100,
      search: '',
      sort: 'createdAt',
    })
    for (const game of list.games) found.set(game.gameSlug, game)
    if (page * 100 >= list.totalGames) return found
  }
}

export async function loadCategories(
  client: Client,
  categories: readonly DemoCategory[],
  gameIds: ReadonlyMap<string, string>,
): Promise<void> {
  const there = await client.call(listAllCategories, {})
  const titles = new Set(there.map(({ categoryTitle }) => categoryTitle))
  for (const { title, games } of categories) {
    if (titles.has(title)) continue
    const gameId = games.map(({ slug }) => gameIds.get(slug)!)
    await client.call(createCategory, { categoryTitle: title, gameId })
  }
}

const tagOf = ({ tags }: Known, tag: DemoTag | null | undefined) =>
  tag ? (tags.get(tag) ?? null) : null

export const toGameInput = (game: DemoGame, known: Known): Input<typeof createGame> => ({
  gameName: game.name,
  gameSlug: game.slug,
  gameDescription: game.description,
  gameFrom: game.from,
  gameLink: `https://example.com/games/${game.slug}`,
  gameAvailablity: game.isAvailable ?? true,
  gameImageId: known.pictures.get(cardName(game)) ?? null,
  tagId: tagOf(known, game.tag),
  apiName: game.source,
  givenGameName: game.givenName,
  givenRegion: game.givenRegion,
  inputFieldOne: game.fields[0],
  inputFieldTwo: game.fields[1] ?? '',
  inputFieldTwoOption: [...(game.options ?? [])],
  isValidationRequired: game.isChecked ?? false,
  playerRegions: [...(game.playerRegions ?? [])],
})

export const toItemInput = (
  game: DemoGame,
  pack: DemoPack,
  known: Known,
): Input<typeof addItem> => ({
  gameSlug: game.slug,
  itemName: pack.name,
  itemSlug: pack.slug,
  itemImageId: known.pictures.get(heapName(game, pack.heap)) ?? null,
  itemAvailablity: pack.isAvailable,
  index: pack.index,
  sellingPrice: pack.sellingPrice,
  resellerSellingPrice: pack.resellerPrice,
  dummyPrice: pack.listPrice,
  costPrice: pack.costPrice,
  serviceId: pack.serviceId,
  sources: pack.sources,
  routing: pack.sources.length > 0 ? 'best' : 'in order',
  quantity: pack.quantity,
  isShowQuantity: pack.isQuantityShown,
  tagId: tagOf(known, pack.tag),
})
