import { randomUUIDv7 } from 'node:crypto'
import type { Category } from '#contract/catalogue/catalog.ts'
import type * as contract from '#contract/catalogue/categories.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { toCategory } from '#server/catalogue/games/assemble.ts'
import {
  deleteCategoryRow,
  deleteGameOfCategory,
  insertCategory,
  insertGameOfCategory,
  lockCategory,
  replaceGames,
  selectGameIds,
  updateCategory,
  type CategoryWithGames,
} from './category-sql.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import { refuseStale } from '#server/platform/audit/refuse-stale.ts'
import { insertAtFreeSlug, toSlug } from '#server/catalogue/games/slugs.ts'
import { selectSlugs, shareGames } from '#server/catalogue/games/sql.ts'

export const createCategory: Handler<typeof contract.createCategory> = (
  ctx,
  input,
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const { categoryTitle: title, gameId = [] } = input
    const id = randomUUIDv7()
    const row = await insertAtFreeSlug({
      start: toSlug(title) ?? 'category',
      select: (start) => selectSlugs(tx, 'category', start),
      insert: (slug) => insertCategory(tx, { id, slug, title }, now),
    })
    await setGames(tx, id, gameId)
    const after = await withGames(tx, row)
    const answer = toCategory(after)
    return { action: 'create category', subject: `category ${id}`, before: null, after, answer }
  })

export const editCategory: Handler<typeof contract.editCategory> = (ctx, input, caller, visit) => {
  const { id, categoryTitle, gameId, was } = input
  return edit(ctx, { id, action: 'edit category', caller, visit }, async (tx, now, before) => {
    const is = toCategory(before)
    await refuseStale(tx, { subject: `category ${id}`, was, is, caller, now })
    if (gameId) await setGames(tx, id, gameId)
    await updateCategory(tx, id, { title: categoryTitle }, now)
  })
}

export const addGameToCategory: Handler<typeof contract.addGameToCategory> = (
  ctx,
  { id, gameId },
  caller,
  visit,
) =>
  edit(ctx, { id, action: 'add game to category', caller, visit }, async (tx) => {
    await holdGames(tx, [gameId])
    await insertGameOfCategory(tx, id, gameId)
  })

/** Succeeds even if the game is not in the category or was deleted. */
export const removeGameFromCategory: Handler<typeof contract.removeGameFromCategory> = (
  ctx,
  { id, gameId },
  caller,
  visit,
) =>
  edit(ctx, { id, action: 'remove game from category', caller, visit }, async (tx) => {
    await deleteGameOfCategory(tx, id, gameId)
  })

export const deleteCategory: Handler<typeof contract.deleteCategory> = (
  ctx,
  { id },
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx) => {
    const before = await getCategory(tx, id)
    await deleteCategoryRow(tx, id)
    const subject = `category ${id}`
    return { action: 'delete category', subject, before, after: null, answer: null }
  })

type Edit = { id: string; action: string; caller: Caller; visit: Visit }

const edit = (
  ctx: Pick<Context, 'sql' | 'now' | 'changes'>,
  { id, action, caller, visit }: Edit,
  work: (tx: Tx, now: Date, before: CategoryWithGames) => Promise<void>,
): Promise<Category> =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const before = await getCategory(tx, id)
    await work(tx, now, before)
    const after = await getCategory(tx, id)
    return { action, subject: `category ${id}`, before, after, answer: toCategory(after) }
  })

/** Locks the category until the end, so that concurrent edits run one after the other. */
async function getCategory(tx: Tx, id: string): Promise<CategoryWithGames> {
  const category = await lockCategory(tx, id)
  if (!category) throw new Refusal('NO_SUCH_CATEGORY')
  return withGames(tx, category)
}

const withGames = async (tx: Tx, category: Omit<CategoryWithGames, 'gameIds'>) => ({
  ...category,
  gameIds: await selectGameIds(tx, category.id),
})

async function setGames(tx: Tx, id: string, gameIds: string[]): Promise<void> {
  const wanted = [...new Set(gameIds)]
  await holdGames(tx, wanted)
  await replaceGames(tx, id, wanted)
}

/** Locks the games, so that none is deleted while it is being added to a category. */
async function holdGames(tx: Tx, gameIds: string[]): Promise<void> {
  const { length } = await shareGames(tx, gameIds)
  if (length < gameIds.length) throw new Refusal('NO_SUCH_GAME', { field: 'gameId' })
}
