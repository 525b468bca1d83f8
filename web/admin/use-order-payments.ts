import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { Output } from '#contract/endpoint.ts'
import type { OrderWithTimeline } from '#contract/orders.ts'
import { listPayments, type Payment } from '#contract/payments.ts'
import { call, queryAgain } from '#web/api/call.ts'
import { useRight } from './use-right.ts'

const ASK_EVERY_MS = 5_000
const NONE: Output<typeof listPayments> = { payments: [], totalPayments: 0 }

/** The attempts to pay for an order through a gateway, and what came of them; null for who may not see them. */
export function useOrderPayments(order: OrderWithTimeline): Payment[] | null {
  const isMine = useRight('payments')
  const wish = { page: 1, limit: 20, search: order.invoiceId, searchIndex: 'invoiceId' } as const
  const seen = useDeferredValue(order.version)
  const { data } = useSuspenseQuery({
    ...queryAgain(listPayments, wish, seen),
    queryFn: async () => (isMine ? call(listPayments, wish) : NONE),
    refetchInterval: ({ state }) =>
      isMine && (order.status === 'pending' || state.data?.payments.some(isMoving))
        ? ASK_EVERY_MS
        : false,
  })
  return isMine ? data.payments.filter(({ orderId }) => orderId?._id === order._id) : null
}

/** It will say something else in a moment. */
const isMoving = ({ captures }: Payment): boolean =>
  captures.some(({ refunds }) => refunds.some(({ state }) => state === 'asked'))

/** What paid for an order and has not gone back: the most that its end can send to where it came from. */
export const unreturnedOf = (payments: Payment[] | null): number =>
  (payments ?? [])
    .flatMap(({ captures }) => captures)
    .filter(({ settledAs }) => settledAs === 'order')
    .reduce((sum, { amount, refunds }) => {
      const returned = refunds
        .filter(({ state }) => state !== 'failed')
        .reduce((total, refund) => total + refund.amount, 0)
      return sum + amount - returned
    }, 0)
