import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  previewPriceRule,
  type PackPreview,
  type PriceRule,
} from '#contract/catalogue/suppliers/prices.ts'
import { ApiError, queryOrRefusal } from '#web/api/call.ts'
import { Skeleton } from '#web/ui/status/skeleton.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { Margin, rupees } from './price-words.tsx'

type Props = { gameSlug: string; rule: PriceRule }

/** Shows each pack's present price beside its price under the rule. */
export function PricePreview({ gameSlug, rule }: Props) {
  const { resellerMargin, ...fields } = rule
  const input = { gameSlug, ...fields, ...(resellerMargin === null ? {} : { resellerMargin }) }
  const { data, error } = useQuery({
    ...queryOrRefusal(previewPriceRule, input),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">Preview</h2>
      <div aria-live="polite" className="grid gap-3">
        {(error || data instanceof ApiError) && (
          <p className="font-medium text-bad">{(error ?? (data as ApiError)).message}</p>
        )}
        {!data && !error && <Skeleton className="h-64 w-full" />}
        {data && !(data instanceof ApiError) && (
          <>
            {data.fault && <p className="font-medium text-bad">{data.fault}.</p>}
            <Table
              caption="Prices by this rule"
              columns={COLUMNS}
              rows={data.packs}
              keyOf={({ _id }) => _id}
            />
          </>
        )}
      </div>
    </section>
  )
}

const COLUMNS: Column<PackPreview>[] = [
  {
    title: 'Pack',
    cell: ({ itemName, isPriceFixed, fault }) => (
      <>
        <span className="font-medium">{itemName}</span>
        {isPriceFixed && <span className="block text-soft">Fixed price</span>}
        {fault && <span className="block text-bad">{fault}</span>}
      </>
    ),
  },
  { title: 'Cost', isFigure: true, cell: ({ costPrice }) => rupees(costPrice) },
  { title: 'Price now', isFigure: true, cell: ({ sellingPrice }) => rupees(sellingPrice) },
  { title: 'Margin now', isFigure: true, cell: Margin },
  {
    title: 'New price',
    isFigure: true,
    cell: ({ sellingPriceThen }) => <strong>{rupees(sellingPriceThen)}</strong>,
  },
  {
    title: 'Resellers',
    isFigure: true,
    cell: ({ resellerSellingPriceThen }) => rupees(resellerSellingPriceThen),
  },
  {
    title: 'New margin',
    isFigure: true,
    cell: ({ marginThen }) => <Margin margin={marginThen} />,
  },
]
