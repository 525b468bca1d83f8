import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listRiskReviews } from '#contract/orders/risk.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { useHotkey } from '#web/ui/hooks/use-hotkey.ts'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { Refusals } from './refusals.tsx'
import { ReviewedOrder } from './reviewed-order.tsx'

export const meta = titled('Review')

/** Orders that risk rules or bans hold, and those that they did not let pass. */
export default function ReviewPage() {
  const list = useListState()
  return (
    <>
      <h1 className="text-3xl">Review</h1>
      <Tabs
        label="Orders"
        kept={{
          chosen: list.input('tab') || 'held',
          onChoose: (tab) => list.change({ tab: tab === 'held' ? '' : tab }),
        }}
        tabs={[
          { value: 'held', label: 'Held', content: <Held /> },
          { value: 'refused', label: 'Not taken', content: <Refusals list={list} /> },
        ]}
      />
    </>
  )
}

function Held() {
  const { data } = useSuspenseQuery(query(listRiskReviews, {}))
  const { reviews, total } = data
  const [at, setAt] = useState(0)
  const current = Math.min(at, reviews.length - 1)
  useHotkey('j', () => setAt(Math.min(current + 1, reviews.length - 1)))
  useHotkey('k', () => setAt(Math.max(current - 1, 0)))
  if (reviews.length === 0)
    return (
      <EmptyState title="No orders to review">
        Orders that a risk rule or a ban holds appear here. They’re paid, and wait for your
        decision.
      </EmptyState>
    )
  return (
    <div className="grid gap-4">
      <p className="text-soft">
        {total === 1 ? '1 order is' : `${total} orders are`} paid and held. Keys: <kbd>J</kbd> and{' '}
        <kbd>K</kbd> choose an order, <kbd>D</kbd> delivers it, <kbd>R</kbd> refunds it.
      </p>
      <ol className="grid items-start gap-4 xl:grid-cols-2">
        {reviews.map((review, index) => (
          <li key={review.order._id}>
            <ReviewedOrder review={review} isCurrent={index === current} />
          </li>
        ))}
      </ol>
    </div>
  )
}
