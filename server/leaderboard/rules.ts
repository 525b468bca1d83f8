import type { Prizes } from '#contract/leaderboard.ts'

export const RANK_MAX = 10

export const NO_PRIZES: Prizes = { firstPrize: 0, secondPrize: 0, thirdPrize: 0, topTenPrize: 0 }

export const prizeFor = (rank: number, prizes: Prizes): number =>
  [prizes.firstPrize, prizes.secondPrize, prizes.thirdPrize][rank - 1] ?? prizes.topTenPrize
