import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { exportOrders } from '#contract/backoffice/exports.ts'
import { claimOrder, listWaiting } from '#contract/orders/deliveries.ts'
import { listAllOrders, type Order } from '#contract/orders/orders.ts'
import { call, query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { readParams } from '#web/features/list-filters/read-params.ts'
import { useNewKeys } from '#web/ui/hooks/use-new-keys.ts'
import { OfficeLink } from '#web/admin/access/office-link.tsx'
import { DownloadList } from '#web/admin/tasks/download-list.tsx'
import { BulkBar } from '#web/admin/list/bulk-bar.tsx'
import { useBulk } from '#web/admin/list/use-bulk.ts'
import { ListFrame } from '#web/admin/list/list-frame.tsx'
import { OrderFilters } from './order-filters.tsx'
import { OrdersTable } from '#web/admin/tables/orders-table.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'

export const meta = titled('Orders')

const claim =
  (isClaimed: boolean) =>
  ({ _id: id }: Order) =>
    call(claimOrder, { id, isClaimed })

export default function OrdersPage() {
  const list = useListState()
  const [params] = useSearchParams()
  const input = readParams(listAllOrders.input, params.toString())
  // Searches any field, unless a link names one, such as all orders of an email.
  if (!list.input('searchIndex')) input.searchIndex = 'any'
  const { data } = useSuspenseQuery(query(listAllOrders, input))
  const newKeys = useNewKeys(
    params.toString(),
    data.orders.map(({ _id }) => _id),
  )
  const bulk = useBulk({
    rows: data.orders,
    keyOf: ({ _id }) => _id,
    nameOf: ({ invoiceId }) => invoiceId,
    refetch: [listAllOrders, listWaiting],
  })
  const { page: _page, limit: _limit, sort: _sort, ...sought } = input
  const { status, paymentStatus, paymentMethod, from, to } = input
  return (
    <ListFrame
      title="Orders"
      list={list}
      empty={{
        title: 'No orders yet',
        words:
          'Orders appear here as customers place them. First, they need a game with packs to buy.',
        action: (
          <OfficeLink isExtra to={paths.adminGames} className={buttonLook('primary')}>
            Go to games
          </OfficeLink>
        ),
      }}
      searchHint="Invoice, reference, player or customer"
      filters={<OrderFilters input={input} onChange={list.change} />}
      action={
        <DownloadList
          endpoint={exportOrders}
          kind="export-orders"
          input={sought}
          isEmpty={data.totalOrders === 0}
        />
      }
      isFiltered={Boolean(status ?? paymentStatus ?? paymentMethod ?? from ?? to)}
      total={data.totalOrders}
    >
      <BulkBar
        bulk={bulk}
        actions={[
          { label: 'Claim', busyLabel: 'Claiming...', send: claim(true) },
          { label: 'Release', busyLabel: 'Releasing...', send: claim(false) },
        ]}
      />
      <OrdersTable orders={data.orders} newKeys={newKeys} select={bulk.select} />
    </ListFrame>
  )
}
