import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { findGameAsAdmin, type FullGame } from '#contract/games.ts'
import { queryOrRefusal, type ApiError } from '#web/api/call.ts'

const gameQuery = (slug: string) => queryOrRefusal(findGameAsAdmin, { slug })

export const useGame = (slug: string): FullGame | ApiError => useSuspenseQuery(gameQuery(slug)).data

/** What a call answered is what the next step shows, at once and under the address that it has now. */
export function useKeepGame(): (game: FullGame) => void {
  const client = useQueryClient()
  return (game) => client.setQueryData(gameQuery(game.gameSlug).queryKey, game)
}
