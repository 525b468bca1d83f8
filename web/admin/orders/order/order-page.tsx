import { useSuspenseQueries } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { Link, useParams } from 'react-router'
import { listParcels, listWaiting } from '#contract/orders/deliveries.ts'
import { findOrderAsAdmin, type OrderWithTimeline } from '#contract/orders/orders.ts'
import { ApiError, query, queryAgain } from '#web/api/call.ts'
import { useLiveOrder, type LiveOrder } from '#web/api/use-live-order.ts'
import { DeliveryProof } from '#web/features/order/delivery-proof.tsx'
import { titled } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { ChevronLeftIcon } from '#web/ui/icons/icons.tsx'
import { StatusBadge } from '#web/features/order/order-status.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderCodes } from './order-codes.tsx'
import { OrderCustomer, OrderGift, OrderMoney, OrderPack } from './order-facts.tsx'
import { OrderPayments } from './order-payments.tsx'
import { OrderSteps } from './order-steps.tsx'
import { DispatchLines } from '#web/admin/orders/waiting/dispatch-lines.tsx'
import { EvidenceButton } from '#web/admin/tables/evidence-button.tsx'
import { DisputeMarks } from '#web/admin/tables/dispute-marks.tsx'
import { unreturnedOf, useOrderPayments } from '#web/admin/tables/use-order-payments.ts'

export const meta = titled('Order')

export default function OrderPage() {
  const id = useParams()['id']!
  return <OrderDetails key={id} id={id} />
}

function OrderDetails({ id }: { id: string }) {
  const live = useLiveOrder(id, findOrderAsAdmin)
  return (
    <>
      <Link
        to={paths.adminOrders}
        className="-my-3 inline-flex min-h-11 items-center gap-1 justify-self-start text-sm underline-offset-4 hover:underline"
      >
        <ChevronLeftIcon className="size-4" /> All orders
      </Link>
      {live instanceof ApiError ? (
        <>
          <h1 className="text-3xl">Order</h1>
          <EmptyState title={live.message}>The link may be incomplete.</EmptyState>
        </>
      ) : (
        <ShownOrder live={live} />
      )}
    </>
  )
}

function ShownOrder({ live }: { live: LiveOrder }) {
  const { order, line } = live
  const { codes, ...delivery } = useDelivery(order)
  const payments = useOrderPayments(order)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-2xl wrap-anywhere sm:text-3xl">{order.invoiceId}</h1>
        <StatusBadge status={order.status} />
        <span className="ml-auto">
          <EvidenceButton orderId={order._id} />
        </span>
      </div>
      <DisputeMarks of={{ orderId: order._id }} />
      <OrderActions order={order} {...delivery} refundable={unreturnedOf(payments)} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-6">
          <Card title="What happened">
            <OrderSteps order={order} line={line} />
          </Card>
          <Card title="Delivery">
            {delivery.dispatches.length > 0 ? (
              <DispatchLines dispatches={delivery.dispatches} />
            ) : (
              <p className="text-soft">Nothing was sent to a supplier.</p>
            )}
          </Card>
          <OrderCodes orderId={order._id} codes={codes} />
          <DeliveryProof
            order={order}
            title="Picture for the customer"
            alt={`The delivery of ${order.itemId.itemName}`}
          />
          {payments && order.paymentMethod === 'upi' && <OrderPayments payments={payments} />}
        </div>
        <div className="grid gap-6 lg:max-xl:grid-cols-2 lg:max-xl:items-start">
          <OrderCustomer order={order} />
          <OrderPack order={order} />
          <OrderGift order={order} />
          <OrderMoney order={order} />
        </div>
      </div>
    </>
  )
}

/** Loads the dispatches of an order, and whether it waits for a person. */
function useDelivery({ _id: id, version }: OrderWithTimeline) {
  const seen = useDeferredValue(version) // keeps the old data on screen while the new data loads
  // The possible actions depend on both queries, so both must finish.
  const [{ data }, { data: list }] = useSuspenseQueries({
    queries: [queryAgain(listParcels, { id }, seen), query(listWaiting, {})],
  })
  const waiting = list.waiting.find(({ order }) => order._id === id)
  return { ...data, waiting }
}
