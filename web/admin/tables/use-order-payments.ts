import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { Output } from '#contract/core/endpoint.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { listPayments, type Payment } from '#contract/money/payments.ts'
import { call, queryAgain } from '#web/api/call.ts'
import { useRight } from '#web/admin/access/use-right.ts'

const ASK_EVERY_MS = 5_000
const NONE: Output<typeof listPayments> = { payments: [], totalPayments: 0 }

/** Payments of an order through gateways. Null without the right to see them. */
export function useOrderPayments(order: OrderWithTimeline): Payment[] | null {
  const isMine = useRight('payments')
  const input = { page: 1, limit: 20, search: order.invoiceId, searchIndex: 'invoiceId' } as const
  const seen = useDeferredValue(order.version)
  const { data } = useSuspenseQuery({
    ...queryAgain(listPayments, input, seen),
    queryFn: async () => (isMine ? call(listPayments, input) : NONE),
    refetchInterval: ({ state }) =>
      isMine && (order.status === 'pending' || state.data?.payments.some(isMoving))
        ? ASK_EVERY_MS
        : false,
  })
  return isMine ? data.payments.filter(({ orderId }) => orderId?._id === order._id) : null
}

/** A payout is under way, so the payment will change soon. */
export const isMoving = ({ captures }: Payment): boolean =>
  captures.some(({ refunds }) => refunds.some(({ state }) => state === 'asked'))

/** Money that paid for an order and was not sent back. This is the most that can go back to its source. */
export const unreturnedOf = (payments: Payment[] | null): number =>
  (payments ?? [])
    .flatMap(({ sendsBack, captures }) => (sendsBack ? captures : []))
    .filter(({ settledAs }) => settledAs === 'order')
    .reduce((sum, { amount, refunds }) => {
      const returned = refunds
        .filter(({ state }) => state !== 'failed')
        .reduce((total, refund) => total + refund.amount, 0)
      return sum + amount - returned
    }, 0)
