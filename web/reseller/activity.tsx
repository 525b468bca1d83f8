import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Output } from '#contract/core/endpoint.ts'
import { OrderStatus } from '#contract/orders/order-status.ts'
import { ApiEventType } from '#contract/resellers/webhooks.ts'
import { listApiEvents } from '#contract/resellers/webhook-deliveries.ts'
import { query } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { formatMoment } from '#web/ui/text/format.ts'
import { StatusBadge } from '#web/features/order/order-status.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { textLink } from '#web/ui/text-link.ts'
import { STATES } from './delivery-words.ts'
import { useFilters } from './use-filters.ts'

const PAGE_SIZE = 20
const MODES = [
  { value: '', label: 'Live and test' },
  { value: 'false', label: 'Live' },
  { value: 'true', label: 'Test' },
]
const TYPES = [
  { value: '', label: 'All events' },
  ...ApiEventType.options.map((value) => ({ value, label: value })),
]

/** Recent events of orders placed through the API. */
export function Activity() {
  const { filterOf, changeFilters } = useFilters()
  const page = Math.max(1, Number(filterOf('page')) || 1)
  const { data: type } = ApiEventType.safeParse(filterOf('type'))
  const isTest = filterOf('mode')
  const { data } = useSuspenseQuery(
    query(listApiEvents, {
      page,
      limit: PAGE_SIZE,
      search: '',
      ...(type ? { type } : {}),
      ...(isTest ? { isTest: isTest === 'true' } : {}),
    }),
  )
  return (
    <section aria-label="Activity" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <search aria-label="Activity" className="grid gap-3 sm:grid-cols-2">
        <Choice
          label="Mode"
          options={MODES}
          value={isTest}
          onChange={(mode) => changeFilters({ mode })}
        />
        <Choice
          label="Event"
          options={TYPES}
          value={type ?? ''}
          onChange={(next) => changeFilters({ type: next })}
        />
      </search>
      {data.events.length > 0 ? (
        <Table
          caption="Activity of your API orders"
          columns={COLUMNS}
          rows={data.events}
          keyOf={({ id }) => id}
        />
      ) : (
        <EmptyState
          title="No activity yet"
          action={
            <Link to={paths.apiDocs} className={buttonLook('primary')}>
              Read the API documentation
            </Link>
          }
        >
          Orders placed through the API appear here for 30 days, with every change and webhook.
        </EmptyState>
      )}
      <Pagination
        page={page}
        pageCount={Math.ceil(data.total / PAGE_SIZE)}
        onChange={(next) => changeFilters({ page: String(next) })}
      />
    </section>
  )
}

type Event = Output<typeof listApiEvents>['events'][number]

/** Reads a text field of an event. A ping has none of the fields shown. */
const read = ({ data }: Event, name: string): string => {
  const value = data[name]
  return typeof value === 'string' ? value : ''
}

const COLUMNS: Column<Event>[] = [
  {
    title: 'Order',
    cell: (event) => {
      const [id, reference] = [read(event, '_id'), read(event, 'reference')]
      if (!id) return 'Webhook test'
      if (event.isTest) return reference
      return (
        <Link to={paths.order(id)} className={textLink}>
          {reference || read(event, 'invoiceId')}
        </Link>
      )
    },
  },
  { title: 'What happened', cell: ({ type }) => <code className="font-mono">{type}</code> },
  {
    title: 'Status',
    cell: (event) => {
      const { data: status } = OrderStatus.safeParse(read(event, 'status'))
      return status ? <StatusBadge status={status} /> : null
    },
  },
  { title: 'Product', cell: (event) => read(event, 'productName') },
  { title: 'When', cell: ({ createdAt }) => formatMoment(createdAt) },
  {
    title: 'Webhooks',
    cell: ({ deliveries, isTest }) => (
      <span className="flex flex-wrap gap-1.5">
        {isTest && <Badge tone="glass">Test</Badge>}
        {deliveries.length === 0 && <span className="text-soft">Nobody</span>}
        {deliveries.map(({ _id, state }) => (
          <Badge key={_id} tone={STATES[state].tone}>
            {STATES[state].label}
          </Badge>
        ))}
      </span>
    ),
  },
]
