import { useSuspenseQuery } from '@tanstack/react-query'
import { listWaiting } from '#contract/orders/deliveries.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Alerts } from '#web/admin/alerts/alerts.tsx'
import { WaitingOrder } from './waiting-order.tsx'

export const meta = titled('Waiting')

/** Paid orders that wait until a person acts. */
export default function WaitingPage() {
  const { data } = useSuspenseQuery(query(listWaiting, {}))
  return (
    <>
      <h1 className="text-3xl">Waiting</h1>
      <Alerts />
      {data.waiting.length > 0 ? (
        <ul className="grid items-start gap-4 xl:grid-cols-2">
          {data.waiting.map((one) => (
            <li key={one.order._id}>
              <WaitingOrder {...one} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title="No orders need attention">
          Orders that a person has to finish appear here. This page updates automatically.
        </EmptyState>
      )}
    </>
  )
}
