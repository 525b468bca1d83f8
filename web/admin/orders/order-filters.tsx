import type { Input } from '#contract/core/endpoint.ts'
import type { listAllOrders } from '#contract/orders/orders.ts'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { Day } from '#web/ui/form/date/day.tsx'
import {
  NEWEST_FIRST,
  ORDER_SORTS,
  ORDER_STATUSES,
} from '#web/features/order/order-list-options.ts'
import { FilterRow } from '#web/admin/list/filter-row.tsx'

const PAYMENTS = [
  { value: '', label: 'Any' },
  { value: 'pending', label: 'Not paid yet' },
  { value: 'paid', label: 'Paid' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'failed', label: 'Never paid' },
]
const METHODS = [
  { value: '', label: 'Any' },
  { value: 'wallet', label: 'Wallet' },
  { value: 'upi', label: 'UPI or card' },
]
/** A list has one sort order, so choosing one of these clears the other. */
const NOT_SORTED = { value: '', label: 'Not sorted' }
const DATE_SORTS = [NOT_SORTED, ...ORDER_SORTS.filter(({ value }) => value.endsWith('createdAt'))]
const AMOUNT_SORTS = [
  NOT_SORTED,
  { value: '-amount', label: 'Highest first' },
  { value: 'amount', label: 'Lowest first' },
]
const NONE = { status: '', paymentStatus: '', paymentMethod: '', from: '', to: '' }

type Props = {
  input: Input<typeof listAllOrders>
  onChange: (change: Record<string, string>) => void
}

export function OrderFilters({ input, onChange }: Props) {
  const { status, paymentStatus, paymentMethod, from, to, sort } = input
  const isFiltered = Boolean(status ?? paymentStatus ?? paymentMethod ?? from ?? to)
  const choice = (name: keyof typeof NONE) => (value: string) => onChange({ [name]: value })
  return (
    <FilterRow list="orders" onClear={isFiltered ? () => onChange(NONE) : undefined}>
      <Choice label="Status" options={ORDER_STATUSES} value={status} onChange={choice('status')} />
      <Choice
        label="Payment status"
        options={PAYMENTS}
        value={paymentStatus}
        onChange={choice('paymentStatus')}
      />
      <Choice
        label="Paid by"
        options={METHODS}
        value={paymentMethod}
        onChange={choice('paymentMethod')}
      />
      <Day label="Date from" value={from} onChange={choice('from')} />
      <Day label="Date to" value={to} onChange={choice('to')} />
      <Choice
        label="Sort by date"
        options={DATE_SORTS}
        value={sort.endsWith('createdAt') ? sort : ''}
        onChange={(chosen) => onChange({ sort: chosen === NEWEST_FIRST ? '' : chosen })}
      />
      <Choice
        label="Sort by amount"
        options={AMOUNT_SORTS}
        value={sort.endsWith('amount') ? sort : ''}
        onChange={(chosen) => onChange({ sort: chosen })}
      />
    </FilterRow>
  )
}
