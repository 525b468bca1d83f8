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
import { OtherCurrencies } from './other-currencies.tsx'
import { formatRate, inRupees, SetRate } from './set-rate.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'

export const meta = titled('Set Currency')

export default function RatePage() {
  return (
    <>
      <h1 className="text-3xl">Set Currency</h1>
      <Card className="max-w-text">
        <SetRate />
      </Card>
      <OtherCurrencies />
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
  { title: 'Currency', cell: ({ currency }) => currency },
  { title: 'For ₹1', isFigure: true, cell: ({ rate }) => formatRate(rate) },
  { title: 'In rupees', isFigure: true, cell: ({ rate }) => `₹${inRupees(rate)}` },
  { title: 'Set by', cell: toOrigin },
]

function toOrigin({ origin, fullName, isOffered }: PastRate): string {
  const name = fullName ?? 'An administrator'
  if (origin === 'administrator') return isOffered ? name : `${name}, who stopped offering it`
  return origin === 'source' ? 'Rate source' : 'The shop, at first'
}
