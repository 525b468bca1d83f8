import type { LoaderFunctionArgs } from 'react-router'
import { getLeaderboard, getPrizes, type Entry, type Prizes } from '#contract/orders/leaderboard.ts'
import { formatMoney } from '#contract/core/money.ts'
import { periodStart, SHOP_TIME_ZONE } from '#contract/core/period.ts'
import { loadForAll } from '#web/api/visitor.ts'

export type Row = { rank: number; name: string; total: string; paise: number }

/** Leaderboard of one month. */
export type Board = {
  month: string
  rows: Row[]
  rewards: { place: string; amount: string | null }[]
}

export async function loadBoards({ context }: LoaderFunctionArgs) {
  const [ranking, { currentPrize, previousPrize }] = await Promise.all([
    loadForAll(context, getLeaderboard, {}),
    loadForAll(context, getPrizes, {}),
  ])
  const { currentPeriod, pastPeriod, daysLeft, endsAt, isPastClosed } = ranking
  return {
    current: toBoard(currentPeriod, ranking.currentLeaderboard, currentPrize),
    previous: toBoard(pastPeriod, ranking.pastLeaderboard, previousPrize),
    daysLeft,
    lastDay: DAY.format(new Date(new Date(endsAt).getTime() - 1)),
    isPastClosed,
  }
}

const toBoard = (period: string, entries: Entry[], prizes: Prizes): Board => ({
  month: MONTH.format(periodStart(period)),
  rows: entries.map(({ fname, totalSpent }, index) => ({
    rank: index + 1,
    name: fname,
    total: formatMoney(totalSpent, 'INR'),
    paise: totalSpent,
  })),
  rewards: [
    toReward('1st', prizes.firstPrize),
    toReward('2nd', prizes.secondPrize),
    toReward('3rd', prizes.thirdPrize),
    toReward('Top 10', prizes.topTenPrize),
  ],
})

const toReward = (place: string, paise: number) => ({
  place,
  amount: paise > 0 ? formatMoney(paise, 'INR') : null,
})

const DAY = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  timeZone: SHOP_TIME_ZONE,
})

const MONTH = new Intl.DateTimeFormat('en-IN', {
  month: 'long',
  year: 'numeric',
  timeZone: SHOP_TIME_ZONE,
})
