import * as contract from '#contract/orders/leaderboard.ts'
import { implement } from '#server/platform/http/implement.ts'
import { getLeaderboard, getOwnPlace, listLeaderboard } from './leaderboard.ts'
import { getPrizes, setPrizes } from './prizes.ts'
import { reclaimPrize } from './reclaim-prize.ts'

export const leaderboardRoutes = implement(contract, {
  getLeaderboard,
  getOwnPlace,
  listLeaderboard,
  getPrizes,
  setPrizes,
  reclaimPrize,
})
