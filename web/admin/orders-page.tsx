import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams, type MetaFunction } from 'react-router'
import { getOrdersFile, listAllOrders } from '#contract/orders.ts'
import { query } from '#web/api/call.ts'
import { readWishes } from '#web/ui/read-wishes.ts'
import { DownloadList } from './download-list.tsx'
import { ListFrame } from './list-frame.tsx'
import { OrderFilters } from './order-filters.tsx'
import { OrdersTable } from './orders-table.tsx'
import { useListState } from './use-list-state.ts'

export const meta: MetaFunction = () => [{ title: 'Orders | Gemstall' }]

const FIELDS = [
  { value: 'invoiceId', label: 'Invoice Id' },
  { value: 'email', label: 'Email' },
]

const ASK_EVERY_MS = 15_000

/** Every order of the shop. */
export default function OrdersPage() {
  const list = useListState({ searchIndex: 'invoiceId' })
  const [params] = useSearchParams()
  const wish = readWishes(listAllOrders.input, params.toString())
  const { data } = useSuspenseQuery({
    ...query(listAllOrders, wish),
    refetchInterval: ASK_EVERY_MS,
  })
  const { page: _page, limit: _limit, sort: _sort, ...sought } = wish
  return (
    <ListFrame
      title="Orders"
      list={list}
      fields={FIELDS}
      searchIndex={wish.searchIndex}
      filters={<OrderFilters wish={wish} onChange={list.change} />}
      action={
        <DownloadList
          endpoint={getOrdersFile}
          wish={sought}
          name="orders"
          total={data.totalOrders}
        />
      }
      total={data.totalOrders}
    >
      <OrdersTable orders={data.orders} />
    </ListFrame>
  )
}
