import { listGames, type Game } from '#contract/catalogue/catalog.ts'
import { call } from '#web/api/call.ts'

const RESULTS_MAX = 8

/** In its own file, so that the schemas load only when somebody types. */
export const findGames = (search: string): Promise<Game[]> =>
  call(listGames, { search, limit: RESULTS_MAX })
