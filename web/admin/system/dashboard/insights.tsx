import { useSuspenseQuery } from '@tanstack/react-query'
import { getInsights } from '#contract/backoffice/insights.ts'
import { dayAfter, dayOf, recentMonths } from '#contract/core/period.ts'
import { ApiError, queryOrRefusal } from '#web/api/call.ts'
import { readParams } from '#web/features/list-filters/read-params.ts'
import { Button } from '#web/ui/button.tsx'
import { Day } from '#web/ui/form/date/day.tsx'
import { Charts } from './charts.tsx'
import { FigureCard } from './figure-card.tsx'
import { toDashboardFigures } from './dashboard-figures.ts'
import { useListState } from '#web/admin/list/use-list-state.ts'

type Days = { from?: string; to?: string }

/** Figures of this month, or of the days named in the address. */
export function Insights() {
  const { input, change } = useListState()
  const address = new URLSearchParams({ from: input('from'), to: input('to') })
  const asked = readParams(getInsights.input, address.toString())
  return (
    <section aria-label="Figures" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Range asked={asked} onChange={change} />
      <Shown asked={asked} />
    </section>
  )
}

function Shown({ asked }: { asked: Days }) {
  const { data } = useSuspenseQuery(queryOrRefusal(getInsights, asked))
  if (data instanceof ApiError)
    return (
      <p role="alert" className="font-medium text-bad">
        {data.message}
      </p>
    )
  const { title, cards, uncostedCount, days } = toDashboardFigures(data)
  return (
    <>
      <h2 className="-mb-2 text-xl">{title}</h2>
      <dl className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 xl:gap-4">
        {cards.map((card) => (
          <FigureCard key={card.title} {...card} />
        ))}
      </dl>
      {uncostedCount > 0 && (
        <p className="-mt-2 text-sm text-soft">
          {uncostedCount === 1 ? 'One order is' : `${uncostedCount} orders are`} in no profit:
          nobody has said what the pack costs the shop.
        </p>
      )}
      <Charts days={days} isWeek={data.range === null} />
    </>
  )
}

type RangeProps = { asked: Days; onChange: (days: Record<string, string>) => void }

function Range({ asked: { from = '', to = '' }, onChange }: RangeProps) {
  return (
    <search aria-label="Days" className="flex flex-wrap items-end gap-3">
      <div className="grid grid-cols-2 gap-3 max-sm:w-full">
        <Day label="Date From" value={from} onChange={(day) => onChange({ from: day })} />
        <Day label="Date To" value={to} onChange={(day) => onChange({ to: day })} />
      </div>
      <div className="flex flex-wrap gap-2">
        {periods().map((period) => (
          <Button
            key={period.name}
            aria-pressed={from === period.from && to === period.to}
            className="px-3! text-sm aria-pressed:border-lantern-deep aria-pressed:bg-lantern-soft"
            onClick={() => onChange({ from: period.from, to: period.to })}
          >
            {period.name}
          </Button>
        ))}
      </div>
    </search>
  )
}

/** No days means the current month, compared with the whole month before. */
function periods() {
  const now = new Date()
  const today = dayOf(now)
  const [thisMonth, lastMonth] = recentMonths(now)
  return [
    { name: 'This month', from: '', to: '' },
    { name: 'Last month', from: lastMonth!.firstDay, to: dayAfter(thisMonth!.firstDay, -1) },
    { name: 'Last 30 days', from: dayAfter(today, -29), to: today },
    { name: 'Last 365 days', from: dayAfter(today, -364), to: today },
  ]
}
