import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  DeliveryState,
  listWebhookDeliveries,
  replayDelivery,
  replayWebhook,
  type Delivery,
} from '#contract/resellers/webhook-deliveries.ts'
import { ApiEventType, type Webhook } from '#contract/resellers/webhooks.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { toast } from '#web/state/toasts.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { formatMoment } from '#web/ui/text/format.ts'
import { ChevronLeftIcon } from '#web/ui/icons/icons.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { sayAttempt, STATES } from '#web/reseller/delivery-words.ts'
import { useFilters } from '#web/reseller/use-filters.ts'

const PAGE_SIZE = 20
const STATE_OPTIONS = [
  { value: '', label: 'All states' },
  ...DeliveryState.options.map((value) => ({ value, label: STATES[value].label })),
]
const TYPE_OPTIONS = [
  { value: '', label: 'All events' },
  ...ApiEventType.options.map((value) => ({ value, label: value })),
]
const DAY_MS = 24 * 60 * 60 * 1000

type Props = { webhook: Webhook; onBack: () => void }

/** Log of messages sent to one webhook, with a button to send one again. */
export function Deliveries({ webhook, onBack }: Props) {
  const { filterOf, changeFilters } = useFilters()
  const [looked, setLooked] = useState<string | null>(null)
  const page = Math.max(1, Number(filterOf('page')) || 1)
  const { data: state } = DeliveryState.safeParse(filterOf('state'))
  const { data: type } = ApiEventType.safeParse(filterOf('type'))
  const { data } = useSuspenseQuery(
    query(listWebhookDeliveries, {
      id: webhook._id,
      page,
      limit: PAGE_SIZE,
      search: filterOf('search'),
      ...(state ? { state } : {}),
      ...(type ? { type } : {}),
    }),
  )
  return (
    <section
      aria-label={`Deliveries to ${webhook.name}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="quiet" onClick={onBack}>
          <ChevronLeftIcon /> All webhooks
        </Button>
        <h2 className="text-xl wrap-anywhere">{webhook.name}</h2>
        <ReplayAll webhook={webhook} />
      </div>
      <Filters />
      {data.deliveries.length > 0 ? (
        <Table
          caption="Deliveries"
          columns={toColumns(setLooked)}
          rows={data.deliveries}
          keyOf={({ _id }) => _id}
        />
      ) : (
        <EmptyState title="No deliveries yet">Test the webhook, or place an order.</EmptyState>
      )}
      <Pagination
        page={page}
        pageCount={Math.ceil(data.total / PAGE_SIZE)}
        onChange={(next) => changeFilters({ page: String(next) })}
      />
      {looked && <DeliveryDialog id={looked} onClose={() => setLooked(null)} />}
    </section>
  )
}

function Filters() {
  const { filterOf, changeFilters } = useFilters()
  return (
    <search aria-label="Deliveries" className="grid gap-3 sm:grid-cols-3">
      <Choice
        label="State"
        options={STATE_OPTIONS}
        value={filterOf('state')}
        onChange={(next) => changeFilters({ state: next })}
      />
      <Choice
        label="Event"
        options={TYPE_OPTIONS}
        value={filterOf('type')}
        onChange={(next) => changeFilters({ type: next })}
      />
      <Field label="Order or event">
        {(wiring) => (
          <Input
            {...wiring}
            type="search"
            placeholder="ID"
            defaultValue={filterOf('search')}
            onChange={({ target }) => changeFilters({ search: target.value.trim() })}
          />
        )}
      </Field>
    </search>
  )
}

function ReplayAll({ webhook: { _id: id } }: Pick<Props, 'webhook'>) {
  const replay = useSend(replayWebhook, {
    refetch: [listWebhookDeliveries],
    onDone: ({ count }) =>
      toast(
        'success',
        count === 1 ? 'Sending 1 delivery again' : `Sending ${count} deliveries again`,
      ),
  })
  return (
    <Button
      size="sm"
      className="sm:ml-auto"
      isBusy={replay.isPending}
      onClick={() => replay.mutate({ id, since: new Date(Date.now() - DAY_MS).toISOString() })}
    >
      Resend today’s failed deliveries
    </Button>
  )
}

function Replay({ id }: { id: string }) {
  const replay = useSend(replayDelivery, { refetch: [listWebhookDeliveries] })
  return (
    <Button size="sm" isBusy={replay.isPending} onClick={() => replay.mutate({ id })}>
      Send again
    </Button>
  )
}

const toColumns = (look: (id: string) => void): Column<Delivery>[] => [
  {
    title: 'Event',
    cell: ({ _id, type }) => (
      <button
        type="button"
        onClick={() => look(_id)}
        className="min-h-11 text-left font-mono font-semibold text-lantern-deep underline decoration-2 underline-offset-4"
      >
        {type}
      </button>
    ),
  },
  {
    title: 'State',
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
  {
    title: 'Last attempt',
    cell: ({ lastAttempt }) => (lastAttempt ? sayAttempt(lastAttempt) : 'Not sent yet'),
  },
  { title: 'Attempts', isFigure: true, cell: ({ attempts }) => attempts },
  { title: 'When', cell: ({ createdAt }) => formatMoment(createdAt) },
  { title: 'Again', cell: ({ _id }) => <Replay id={_id} /> },
]
