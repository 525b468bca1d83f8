import { useQuery } from '@tanstack/react-query'
import { listOrders } from '#contract/orders.ts'
import { query } from '#web/api/call.ts'
import { PayNow } from '#web/layouts/pay-now.tsx'
import { useComeBack } from '#web/ui/use-come-back.ts'
import type { Wish } from './wish.ts'

const OPEN = { page: 1, limit: 10, search: '', sort: '-createdAt', status: 'pending' } as const

/** Who left the payment page by the way back finds the order that waits, and need not place another. */
export function OpenOrder({ wish }: { wish: Wish }) {
  const { data, refetch } = useQuery({ ...query(listOrders, OPEN), staleTime: 0 })
  useComeBack(refetch)
  const order = data?.orders.find(
    ({ itemId, gameDetailId }) =>
      itemId.itemSlug === wish.itemSlug && gameDetailId._id === wish.gameDetailId,
  )
  if (!order) return null
  return (
    <div className="grid gap-3 rounded-md bg-pending-soft px-4 py-3">
      <output className="text-sm font-medium text-pending">
        You have ordered this already, and it waits for its payment. To proceed here would be a
        second order.
      </output>
      <PayNow key={order._id} order={order} look="plain" />
    </div>
  )
}
