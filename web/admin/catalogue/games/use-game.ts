import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { findGameAsAdmin, type FullGame } from '#contract/catalogue/games.ts'
import { queryOrRefusal, type ApiError } from '#web/api/call.ts'

const gameQuery = (slug: string) => queryOrRefusal(findGameAsAdmin, { slug })

export const useGame = (slug: string): FullGame | ApiError => useSuspenseQuery(gameQuery(slug)).data

/** Puts a saved game into the cache under its present slug, so that the next step shows it at once. */
export function useCacheGame(): (game: FullGame) => void {
  const client = useQueryClient()
  return (game) => client.setQueryData(gameQuery(game.gameSlug).queryKey, game)
}
