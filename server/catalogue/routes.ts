import * as catalog from '#contract/catalogue/catalog.ts'
import * as categories from '#contract/catalogue/categories.ts'
import * as games from '#contract/catalogue/games.ts'
import * as tags from '#contract/catalogue/tags.ts'
import { implement } from '#server/platform/http/implement.ts'
import {
  addGameToCategory,
  createCategory,
  deleteCategory,
  editCategory,
  removeGameFromCategory,
} from '#server/catalogue/categories/categories.ts'
import { editPrices } from '#server/catalogue/games/items/edit-prices.ts'
import {
  createGame,
  deleteGame,
  editGame,
  findGameAsAdmin,
  listGamesAsAdmin,
} from '#server/catalogue/games/games.ts'
import { addItem, editItem, removeItem } from '#server/catalogue/games/items/items.ts'
import {
  findCategory,
  findGame,
  findItem,
  listAllCategories,
  listCategories,
  listGameNames,
  listGames,
} from '#server/catalogue/games/show.ts'
import {
  createTag,
  deleteTag,
  editTag,
  listAllTags,
  listTags,
} from '#server/catalogue/tags/tags.ts'

export const catalogRoutes = [
  ...implement(catalog, {
    listGames,
    listGameNames,
    findGame,
    findItem,
    listCategories,
    listAllCategories,
    findCategory,
  }),
  ...implement(games, {
    listGamesAsAdmin,
    findGameAsAdmin,
    createGame,
    editGame,
    deleteGame,
    addItem,
    editItem,
    removeItem,
    editPrices,
  }),
  ...implement(categories, {
    createCategory,
    editCategory,
    addGameToCategory,
    removeGameFromCategory,
    deleteCategory,
  }),
  ...implement(tags, { listTags, listAllTags, createTag, editTag, deleteTag }),
]
