import type { Category } from '#contract/catalogue/catalog.ts'
import type { FullGame, FullItem } from '#contract/catalogue/games.ts'
import type { Tag } from '#contract/catalogue/tags.ts'
import type { Context } from '#server/context.ts'
import { readParts, toCategory, toGame, toItem } from './assemble.ts'
import { selectCategories } from './snapshot-sql.ts'
import { selectGames, selectItems } from './sql.ts'

/** The whole catalogue at one moment. see.ts decides which parts a caller may see. */
export type Catalog = {
  games: FullGame[] // oldest first
  gameBySlug: Map<string, FullGame>
  itemBySlug: Map<string, FullItem>
  categories: Category[]
  tags: Tag[]
}

export const loadCatalog = (ctx: Pick<Context, 'sql' | 'connectors'>): Promise<Catalog> =>
  ctx.sql.begin(async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`
    const gameRows = await selectGames(tx)
    const itemRows = Map.groupBy(await selectItems(tx), ({ gameId }) => gameId)
    const parts = await readParts(tx, [...gameRows, ...[...itemRows.values()].flat()])
    const games = gameRows.map((row) => {
      const items = (itemRows.get(row.id) ?? []).map((item) => toItem(ctx, item, row, parts))
      return toGame(row, items, parts)
    })
    return {
      games,
      gameBySlug: new Map(games.map((game) => [game.gameSlug, game])),
      itemBySlug: new Map(
        games.flatMap(({ itemId }) => itemId).map((item) => [item.itemSlug, item]),
      ),
      categories: (await selectCategories(tx)).map(toCategory),
      tags: [...parts.tags.values()],
    }
  })
