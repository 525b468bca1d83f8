import { listGames, type Game } from '#contract/catalog.ts'
import { call } from '#web/api/call.ts'

const RESULTS_MAX = 8

/** Apart from the rest: the schemas come when somebody begins to type. */
export const findGames = (search: string): Promise<Game[]> =>
  call(listGames, { search, limit: RESULTS_MAX })
