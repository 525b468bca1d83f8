import type { FullGame, FullItem } from '#contract/catalogue/games.ts'
import type { Catalog } from '#server/catalogue/games/snapshot.ts'

type Sold = { game: FullGame; item: FullItem }

export const findGames = ({ games }: Catalog, words: string, max: number): FullGame[] =>
  best(games, max, ({ gameName, gameSlug }) => closeness([gameName, gameSlug], words))

export const findItems = ({ games }: Catalog, words: string, max: number): Sold[] =>
  best(
    games.flatMap((game) => game.itemId.map((item): Sold => ({ game, item }))),
    max,
    ({ item: { itemName, itemSlug } }) => closeness([itemName, itemSlug], words),
  )

const NEAREST = 4

/** Ranks how closely the best name matches: equal, prefix, start of a word, or anywhere inside. */
function closeness(names: string[], typed: string): number {
  const words = typed.toLowerCase()
  return Math.max(
    ...names.map((name) => {
      const own = name.toLowerCase()
      if (own === words) return NEAREST
      if (own.startsWith(words)) return NEAREST - 1
      const at = own.indexOf(words)
      if (at < 0) return 0
      return /[\p{L}\p{N}]/u.test(own[at - 1]!) ? 1 : 2
    }),
  )
}

/** Sorts by closeness and keeps the order of equals. */
function best<T>(all: T[], max: number, nearness: (one: T) => number): T[] {
  const found = all.map((one) => ({ one, near: nearness(one) })).filter(({ near }) => near > 0)
  return found
    .toSorted((a, b) => b.near - a.near)
    .slice(0, max)
    .map(({ one }) => one)
}
