import type { Prizes } from '#contract/orders/leaderboard.ts'

export const RANK_MAX = 10

export const NO_PRIZES: Prizes = { firstPrize: 0, secondPrize: 0, thirdPrize: 0, topTenPrize: 0 }

export const prizeFor = (rank: number, prizes: Prizes): number =>
  [prizes.firstPrize, prizes.secondPrize, prizes.thirdPrize][rank - 1] ?? prizes.topTenPrize

/**
 * The part of a prize that is still deserved when it is paid. Refunds since the closing count. A winner gets at most
 * the prize of the rank that the rest of the spend would have had. Nobody moves up for it.
 */
export function prizeFromRest(
  prize: number,
  { remaining, ahead }: { remaining: number; ahead: number },
  prizes: Prizes,
): number {
  if (remaining <= 0 || ahead >= RANK_MAX) return 0
  return Math.min(prize, prizeFor(ahead + 1, prizes))
}
