import { Badge, type Tone } from '#web/ui/status/badge.tsx'
import type { Card } from './dashboard-figures.ts'

const PERCENT = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })

/** Shows a figure with its change. */
export const FigureCard = ({ title, value, ...compared }: Card) => (
  <div className="facet-6 grid content-start gap-1 border border-line bg-stall p-5 shadow-low">
    <dt className="text-sm font-semibold text-soft">{title}</dt>
    <dd className="money text-xl font-bold wrap-anywhere">{value}</dd>
    <dd className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
      <Change {...compared} />
    </dd>
  </div>
)

type ChangeProps = Omit<Card, 'title' | 'value'>

/** A change from zero has no percentage. */
function Change({ now, before, beforeShown, against, isGoodWhenMore = false }: ChangeProps) {
  if (before === 0) return now === 0 ? `Nothing, as ${against}` : `Nothing ${against}`
  const percent = ((now - before) / Math.abs(before)) * 100
  const tone: Tone = !isGoodWhenMore || percent === 0 ? 'plain' : percent > 0 ? 'good' : 'bad'
  return (
    <>
      <Badge tone={tone}>
        {percent > 0 ? '+' : percent < 0 ? '−' : ''}
        {PERCENT.format(Math.abs(percent))} %
      </Badge>
      against {beforeShown} {against}
    </>
  )
}
