import { getOwnPlace } from '#contract/orders/leaderboard.ts'
import { formatMoney } from '#contract/core/money.ts'
import { call } from '#web/api/call.ts'
import type { Row } from './load-boards.ts'

const TOP = 10

const NO_SPEND = 'None of your orders count this month yet. Orders count once they’re delivered.'

/** Describes the customer's rank this month. */
export async function describeOwnRank(rows: Row[]): Promise<string> {
  const { rank, spend } = await call(getOwnPlace, {})
  if (spend === 0) return NO_SPEND
  const spent = `you spent ${formatMoney(spend, 'INR')}`
  if (rank === null) return `This month ${spent}. More than a thousand players are ahead of you.`
  const missing = (rows[TOP - 1]?.paise ?? 0) - spend
  const place = `You are number ${rank}: ${spent} this month.`
  if (rank <= TOP || missing < 0) return place
  return `${place} Spend ${formatMoney(missing + 1, 'INR')} more to reach the top ten.`
}
