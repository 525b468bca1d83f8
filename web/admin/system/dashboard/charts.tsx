import type { FiguresOfDay } from '#contract/backoffice/insights.ts'
import { formatMoney } from '#contract/core/money.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { formatDay } from '#web/ui/text/format.ts'
import { ChartCard, type Row } from './chart-card.tsx'

const SHORT_RUPEES = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  notation: 'compact',
  maximumFractionDigits: 1,
})

const MONEY = {
  format: (paise: number) => formatMoney(paise, 'INR'),
  formatShort: (paise: number) => SHORT_RUPEES.format(paise / 100),
}
const COUNT = { format: String, formatShort: String }

const TRANSACTIONS = [
  { key: 'revenue', name: 'Revenue', look: 'lantern' },
  { key: 'orderProfit', name: 'Profit', look: 'glass' },
] as const
const ORDERS = [{ key: 'orderCount', name: 'Orders', look: 'lantern' }] as const

type ChartsProps = { days: FiguresOfDay[]; isWeek: boolean }

export function Charts({ days, isWeek }: ChartsProps) {
  const rows = days.map((one, index) => toRow(one, isWeek ? index + 1 : null))
  const shown = { rows, note: isWeek ? 'Day 7 is today, so far' : '' }
  const span = isWeek ? 'last 7 days' : `${days.length} ${days.length === 1 ? 'day' : 'days'}`
  const isEmpty = days.every(({ revenue, orderCount }) => revenue === 0 && orderCount === 0)
  if (isEmpty)
    return (
      <Card title={`Sales, ${span}`}>
        <EmptyState title="Nothing sold yet">
          Charts appear after the first sale in this period.
        </EmptyState>
      </Card>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
      <ChartCard title={`Transactions, ${span}`} lines={TRANSACTIONS} unit={MONEY} {...shown} />
      <ChartCard title={`Orders, ${span}`} lines={ORDERS} unit={COUNT} {...shown} />
    </div>
  )
}

/** Seven days are numbered, ending today. Other ranges are labelled by date. */
const toRow = ({ day, ...figures }: FiguresOfDay, number: number | null): Row => ({
  ...figures,
  label: number ? `Day ${number}` : formatDay(day).replace(/ \d{4}$/, ''),
  name: number ? `Day ${number}, ${formatDay(day)}` : formatDay(day),
})
