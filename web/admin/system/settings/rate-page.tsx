import { useSuspenseQuery } from '@tanstack/react-query'
import type { Output } from '#contract/core/endpoint.ts'
import { listRates } from '#contract/catalogue/rate.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { formatRate, SetRate } from './set-rate.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'

export const meta = titled('Set Currency')

export default function RatePage() {
  return (
    <>
      <h1 className="text-3xl">Set Currency</h1>
      <Card className="max-w-text">
        <SetRate />
      </Card>
      <PastRates />
    </>
  )
}

function PastRates() {
  const { page, change } = useListState()
  const { rates, total } = useSuspenseQuery(query(listRates, { page, limit: PAGE_SIZE })).data
  return (
    <section aria-labelledby="rates" className="grid max-w-checkout gap-4">
      <h2 id="rates" className="text-xl">
        All rates
      </h2>
      <Table caption="All rates" columns={COLUMNS} rows={rates} keyOf={({ _id }) => _id} />
      <Pagination
        page={page}
        pageCount={Math.ceil(total / PAGE_SIZE)}
        onChange={(next) => change({ page: String(next) })}
      />
    </section>
  )
}

type PastRate = Output<typeof listRates>['rates'][number]

const COLUMNS: Column<PastRate>[] = [
  { title: 'Since', cell: ({ createdAt }) => formatDate(createdAt) },
  { title: '₹1 in USD', isFigure: true, cell: ({ USD }) => formatRate(USD) },
  { title: '$1 in INR', isFigure: true, cell: ({ USD }) => (1 / USD).toFixed(2) },
  { title: 'Set by', cell: toOrigin },
]

function toOrigin({ origin, fullName }: PastRate): string {
  if (origin === 'administrator') return fullName ?? 'An administrator'
  return origin === 'source' ? 'Rate source' : 'The shop, at first'
}
