import type * as contract from '#contract/catalogue/catalog.ts'
import type { Category } from '#contract/catalogue/catalog.ts'
import type { FullGame } from '#contract/catalogue/games.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { browse, type Look } from './browse.ts'
import { seeGame, seeItem } from './see.ts'

/** Customers can't search by supplier. */
const game: Look<FullGame> = {
  text: ({ gameName, gameFrom, tagId }) => `${gameName} ${gameFrom} ${tagId?.tagName ?? ''}`,
  name: ({ gameName }) => gameName,
}

const category: Look<Category> = {
  text: ({ categoryTitle }) => categoryTitle,
  name: ({ categoryTitle }) => categoryTitle,
}

export const listGames: Handler<typeof contract.listGames> = async ({ catalog }, list, caller) => {
  const { games } = await catalog()
  return browse(games, list, game).found.map((one) => seeGame(one, caller?.role))
}

export const listGameNames: Handler<typeof contract.listGameNames> = async ({ catalog }) => {
  const { games } = await catalog()
  const { found } = browse(games, { sort: 'gameName' }, game)
  return found.map(({ _id, gameSlug, gameName }) => ({ _id, gameSlug, gameName }))
}

export const findGame: Handler<typeof contract.findGame> = async (
  { catalog },
  { slug },
  caller,
) => {
  const found = (await catalog()).gameBySlug.get(slug)
  if (!found) throw new Refusal('NO_SUCH_GAME')
  return seeGame(found, caller?.role)
}

export const findItem: Handler<typeof contract.findItem> = async (
  { catalog },
  { itemSlug },
  caller,
) => {
  const found = (await catalog()).itemBySlug.get(itemSlug)
  if (!found) throw new Refusal('NO_SUCH_ITEM')
  return seeItem(found, caller?.role)
}

export const listCategories: Handler<typeof contract.listCategories> = async (
  { catalog },
  list,
) => {
  const { categories } = await catalog()
  const { found, total } = browse(categories, list, category)
  return { categories: found, total }
}

export const listAllCategories: Handler<typeof contract.listAllCategories> = async ({ catalog }) =>
  (await catalog()).categories

export const findCategory: Handler<typeof contract.findCategory> = async ({ catalog }, { id }) => {
  const found = (await catalog()).categories.find(({ _id }) => _id === id)
  if (!found) throw new Refusal('NO_SUCH_CATEGORY')
  return found
}
