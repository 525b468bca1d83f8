import { Margin } from '#web/admin/catalogue/prices/price-words.tsx'

type Props = { price: number | null; cost: number | null }

const PERCENT = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })

/** Margin of a pack in rupees, and as a percentage of its cost. */
export function ItemMargin({ price, cost }: Props) {
  if (price === null || cost === null) return <span className="text-soft">–</span>
  const margin = price - cost
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-1.5 stacked:justify-start">
      <Margin margin={margin} />
      {cost > 0 && <span className="text-soft">{PERCENT.format((margin / cost) * 100)} %</span>}
    </span>
  )
}
