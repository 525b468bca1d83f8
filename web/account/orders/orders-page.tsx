import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { listOrders } from '#contract/orders/orders.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { Day } from '#web/ui/form/date/day.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import {
  NEWEST_FIRST,
  ORDER_SORTS,
  ORDER_STATUSES,
} from '#web/features/order/order-list-options.ts'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { pollOpenOrders } from '#web/account/poll-open-orders.ts'
import { Filters } from '#web/account/filters.tsx'
import { FadedList } from '#web/account/faded-list.tsx'
import { PayLinks } from '#web/account/pay-links/pay-links.tsx'
import { OrderDetails } from './order-details.tsx'
import { OrderCard } from './order-card.tsx'
import { useListParams } from '#web/account/use-list-params.ts'

export const meta = titled('Orders')

/** The list of orders, or the order that `order` in the address names. */
export default function OrdersPage() {
  const [params] = useSearchParams()
  const id = params.get('order')
  return id ? <OrderDetails key={id} id={id} /> : <OrderList />
}

function OrderList() {
  const { asked, shown, isWaiting, change } = useListParams(listOrders.input)
  const { data } = useSuspenseQuery({
    ...query(listOrders, shown),
    refetchInterval: pollOpenOrders,
  })
  const { status, from, to } = asked
  const isFiltered = Boolean(status ?? from ?? to)
  const clear = () => change({ status: '', from: '', to: '' })
  return (
    <>
      <h1 className="text-3xl">Orders</h1>
      <Filters label="Orders" onClear={isFiltered ? clear : undefined}>
        <Choice
          label="Status"
          options={ORDER_STATUSES}
          value={status}
          onChange={(chosen) => change({ status: chosen })}
        />
        <Choice
          label="Sort"
          options={ORDER_SORTS}
          value={asked.sort}
          onChange={(sort) => change({ sort: sort === NEWEST_FIRST ? '' : sort })}
        />
        <Day label="From" value={from} onChange={(day) => change({ from: day })} />
        <Day label="To" value={to} onChange={(day) => change({ to: day })} />
      </Filters>
      <FadedList isWaiting={isWaiting}>
        <output className="text-sm text-soft">{countOf(data.totalOrders)}</output>
        {data.orders.length > 0 ? (
          <ul className="grid gap-4 md:grid-cols-2">
            {data.orders.map((order) => (
              <OrderCard key={order._id} order={order} />
            ))}
          </ul>
        ) : (
          <NoOrders onClear={isFiltered ? clear : null} />
        )}
      </FadedList>
      <Pagination
        page={shown.page}
        pageCount={Math.ceil(data.totalOrders / shown.limit)}
        onChange={(page) => {
          change({ page: page > 1 ? String(page) : '' })
          window.scrollTo({ top: 0 })
        }}
      />
      <PayLinks />
    </>
  )
}

const countOf = (total: number) => (total === 1 ? '1 order' : `${total} orders`)

const NoOrders = ({ onClear }: { onClear: (() => void) | null }) =>
  onClear ? (
    <EmptyState title="No such orders" action={<Button onClick={onClear}>Show all orders</Button>}>
      No orders match these filters. Try other dates or another status.
    </EmptyState>
  ) : (
    <EmptyState
      title="No orders yet"
      action={
        <Link to={paths.home} className={buttonLook('primary')}>
          Pick a game
        </Link>
      }
    >
      Your orders appear here, from payment to delivery.
    </EmptyState>
  )
