import { useSuspenseQuery } from '@tanstack/react-query'
import { listAllOrders } from '#contract/orders/orders.ts'
import type { UserOverview } from '#contract/backoffice/user-detail.ts'
import { query } from '#web/api/call.ts'
import { Table } from '#web/ui/table/table.tsx'
import { PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { orderColumns } from '#web/admin/tables/orders-table.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'
import { UserPageList } from './user-page-list.tsx'

const COLUMNS = orderColumns.filter(({ title }) => title !== 'Customer')

export function UserOrders({ user: { _id: userId } }: { user: UserOverview }) {
  const list = useListState()
  const { data } = useSuspenseQuery(
    query(listAllOrders, {
      page: list.page,
      limit: PAGE_SIZE,
      search: '',
      searchIndex: 'invoiceId',
      sort: '-createdAt',
      userId,
    }),
  )
  return (
    <UserPageList list={list} total={data.totalOrders} nothing="No orders yet">
      <Table caption="Orders" columns={COLUMNS} rows={data.orders} keyOf={({ _id }) => _id} />
    </UserPageList>
  )
}
