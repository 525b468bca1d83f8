import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { OrderWithTimeline } from '#contract/orders.ts'
import { listPayments, type Payment } from '#contract/payments.ts'
import { queryAgain } from '#web/api/call.ts'

const ASK_EVERY_MS = 5_000

/** The attempts to pay for an order through a gateway, and what came of them; none where the wallet paid. */
export function useOrderPayments(order: OrderWithTimeline): Payment[] {
  const wish = { page: 1, limit: 20, search: order.invoiceId, searchIndex: 'invoiceId' } as const
  const seen = useDeferredValue(order.version)
  const { data } = useSuspenseQuery({
    ...queryAgain(listPayments, wish, seen),
    refetchInterval: ({ state }) =>
      order.status === 'pending' || state.data?.payments.some(isMoving) ? ASK_EVERY_MS : false,
  })
  return data.payments.filter(({ orderId }) => orderId?._id === order._id)
}

/** It will say something else in a moment. */
const isMoving = ({ captures }: Payment): boolean =>
  captures.some(({ refunds }) => refunds.some(({ state }) => state === 'asked'))

/** What paid for an order and has not gone back: the most that its end can send to where it came from. */
export const unreturnedOf = (payments: Payment[]): number =>
  payments
    .flatMap(({ captures }) => captures)
    .filter(({ settledAs }) => settledAs === 'order')
    .reduce((sum, { amount, refunds }) => {
      const returned = refunds
        .filter(({ state }) => state !== 'failed')
        .reduce((total, refund) => total + refund.amount, 0)
      return sum + amount - returned
    }, 0)
