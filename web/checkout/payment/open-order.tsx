import { useQuery } from '@tanstack/react-query'
import { formatExactly } from '#contract/core/money.ts'
import { listOrders, type Quote } from '#contract/orders/orders.ts'
import { query } from '#web/api/call.ts'
import { PayNow } from '#web/features/payment/pay-now.tsx'
import { usePageRestored } from '#web/ui/hooks/use-page-restored.ts'
import { findOpenOrder } from './find-open-order.ts'
import type { OrderChoice } from '#web/checkout/order-choice.ts'

const OPEN = { page: 1, limit: 10, search: '', sort: '-createdAt', status: 'pending' } as const

/** Reminds customers of an unpaid order. Paying continues it, unless the terms differ. */
export function OpenOrder({ input, quote }: { input: OrderChoice; quote: Quote }) {
  const { data, refetch } = useQuery({ ...query(listOrders, OPEN), staleTime: 0 })
  usePageRestored(refetch)
  const found = findOpenOrder(data?.orders ?? [], input, quote)
  if (!found) return null
  const { order, isSame } = found
  return (
    <div className="grid gap-3 rounded-md bg-pending-soft px-4 py-3">
      <output className="text-sm font-medium text-pending">
        {isSame
          ? `You already have an unpaid order for this player. Paying here continues order ${order.invoiceId}.`
          : `You already have an unpaid order of ${formatExactly(order.amount, order.currency)} for this player. Paying here places a second order.`}
      </output>
      {!isSame && (
        <PayNow key={order._id} order={order} look="plain" label="Pay the unpaid order" />
      )}
    </div>
  )
}
