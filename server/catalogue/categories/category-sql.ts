import type { Tx } from '#server/platform/db/db.ts'

type CategoryRow = { id: string; slug: string; title: string }
export type CategoryWithGames = CategoryRow & { gameIds: string[] }

export async function lockCategory(tx: Tx, id: string): Promise<CategoryRow | null> {
  const [row] = await tx<CategoryRow[]>`
    select id, slug, title from category where id = ${id} for no key update`
  return row ?? null
}

export async function selectGameIds(tx: Tx, categoryId: string): Promise<string[]> {
  const rows = await tx<{ gameId: string }[]>`
    select game_id from category_game where category_id = ${categoryId} order by position, game_id`
  return rows.map(({ gameId }) => gameId)
}

/** Null if the slug is taken. */
export async function insertCategory(
  tx: Tx,
  category: CategoryRow,
  now: Date,
): Promise<CategoryRow | null> {
  const [row] = await tx<CategoryRow[]>`
    insert into category ${tx.values({ ...category, createdAt: now, updatedAt: now })}
    on conflict (slug) do nothing
    returning id, slug, title`
  return row ?? null
}

export async function updateCategory(
  tx: Tx,
  id: string,
  change: { title?: string | undefined },
  now: Date,
): Promise<CategoryRow> {
  const [row] = await tx<[CategoryRow]>`
    update category set ${tx.set({ ...change, updatedAt: now })} where id = ${id}
    returning id, slug, title`
  return row
}

export const deleteCategoryRow = (tx: Tx, id: string) => tx`delete from category where id = ${id}`

/** Sets the games of a category, in the given order. */
export async function replaceGames(tx: Tx, categoryId: string, gameIds: string[]): Promise<void> {
  await tx`delete from category_game where category_id = ${categoryId}`
  await tx`
    insert into category_game (category_id, game_id, position)
    select ${categoryId}, game_id, place
    from unnest(${gameIds}::uuid[]) with ordinality as game (game_id, place)`
}

/** Adds the game at the end. A game already in the category keeps its position. */
export const insertGameOfCategory = (tx: Tx, categoryId: string, gameId: string) => tx`
  insert into category_game (category_id, game_id, position)
  select ${categoryId}, ${gameId}, coalesce(max(position), 0) + 1
  from category_game where category_id = ${categoryId}
  on conflict (category_id, game_id) do nothing`

export const deleteGameOfCategory = (tx: Tx, categoryId: string, gameId: string) => tx`
  delete from category_game where category_id = ${categoryId} and game_id = ${gameId}`
