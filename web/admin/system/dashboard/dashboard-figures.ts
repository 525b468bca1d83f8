import type { Output } from '#contract/core/endpoint.ts'
import type { FiguresOfDay, getInsights } from '#contract/backoffice/insights.ts'
import { formatMoney } from '#contract/core/money.ts'
import { formatDay, formatMonth } from '#web/ui/text/format.ts'

export type Card = {
  title: string
  value: string
  /** The figure, the one before it, and a name for the earlier one. */
  now: number
  before: number
  against: string // such as 'last month'
  beforeShown: string
  /** True if more is good. Unset if more is neither good nor bad. */
  isGoodWhenMore?: boolean
}

type Figures = {
  title: string
  cards: Card[]
  uncostedCount: number
  days: FiguresOfDay[]
}

type Answer = Output<typeof getInsights>

/** Converts an answer to what the dashboard shows. */
export const toDashboardFigures = (answer: Answer): Figures =>
  answer.range ? ofRange(answer.range) : ofMonth(answer)

function ofMonth(answer: Answer): Figures {
  const [revenue, profit, orders, queries] = toCards('last month', [
    [answer.thisMonthRevenue, answer.lastMonthRevenue],
    [answer.thisMonthOrderProfit, answer.lastMonthOrderProfit],
    [answer.thisMonthOrderCount, answer.lastMonthOrderCount],
    [answer.thisMonthQueryCount, answer.lastMonthQueryCount],
  ])
  return {
    title: formatMonth(answer.last7day.at(-1)!),
    cards: [revenue, profit, orders, { ...queries, value: formatCount(answer.allQueryCount) }],
    uncostedCount: answer.thisMonthUncostedCount,
    days: answer.last7day.map((day, index) => ({
      day,
      revenue: answer.last7dayRevenueCountArray[index]!,
      orderProfit: answer.last7dayOrderProfitArray[index]!,
      orderCount: answer.last7dayOrderCountArray[index]!,
    })),
  }
}

function ofRange({ from, to, total, before, days }: NonNullable<Answer['range']>): Figures {
  const against = days.length === 1 ? 'on the day before' : `in the ${days.length} days before`
  return {
    title: from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`,
    cards: toCards(against, [
      [total.revenue, before.revenue],
      [total.orderProfit, before.orderProfit],
      [total.orderCount, before.orderCount],
      [total.queryCount, before.queryCount],
    ]),
    uncostedCount: total.uncostedCount,
    days,
  }
}

type Pair = [now: number, before: number]
type Four<One> = [revenue: One, profit: One, orders: One, queries: One]

const COUNT = new Intl.NumberFormat('en-IN')
const formatCount = (count: number): string => COUNT.format(count)

const toCards = (against: string, [revenue, profit, orders, queries]: Four<Pair>): Four<Card> => [
  { title: 'Total Revenue', ...toMoney(revenue), against, isGoodWhenMore: true },
  { title: 'Total Profit', ...toMoney(profit), against, isGoodWhenMore: true },
  { title: 'Total Order', ...toCount(orders), against, isGoodWhenMore: true },
  { title: 'All Query', ...toCount(queries), against },
]

const compare = ([now, before]: Pair, format: (figure: number) => string) => ({
  value: format(now),
  now,
  before,
  beforeShown: format(before),
})

const toMoney = (pair: Pair) => compare(pair, (paise) => formatMoney(paise, 'INR'))
const toCount = (pair: Pair) => compare(pair, formatCount)
