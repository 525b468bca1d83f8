import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listWebhooks, type Webhook } from '#contract/resellers/webhooks.ts'
import { query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Deliveries } from './deliveries.tsx'
import { useFilters } from '#web/reseller/use-filters.ts'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

/** Lists the reseller's webhooks, and the deliveries of a chosen one. */
export function Webhooks() {
  const { data: webhooks } = useSuspenseQuery(query(listWebhooks, {}))
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const { filterOf, changeFilters } = useFilters()
  const chosen = webhooks.find(({ _id }) => _id === filterOf('webhook'))
  if (chosen)
    return (
      <Deliveries
        key={chosen._id}
        webhook={chosen}
        onBack={() => changeFilters({ webhook: '', state: '', type: '', search: '' })}
      />
    )
  return (
    <section aria-label="Webhooks" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-text text-soft">
          We tell your server about every change of your orders, so it doesn’t have to ask.
        </p>
        {webhooks.length > 0 && <Button onClick={() => setEdited('new')}>Add a webhook</Button>}
      </div>
      {webhooks.length > 0 ? (
        <ul className="grid gap-3">
          {webhooks.map((webhook) => (
            <WebhookCard
              key={webhook._id}
              webhook={webhook}
              onEdit={() => setEdited(webhook)}
              onLook={() => changeFilters({ webhook: webhook._id })}
            />
          ))}
        </ul>
      ) : (
        <EmptyState
          title="No webhooks yet"
          action={
            <Button look="primary" onClick={() => setEdited('new')}>
              Add a webhook
            </Button>
          }
        >
          Add your server’s address and send it a test event.
        </EmptyState>
      )}
      {edited && (
        <WebhookDialog webhook={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </section>
  )
}
