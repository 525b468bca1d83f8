import type { Input } from '#contract/endpoint.ts'
import type { listAllOrders } from '#contract/orders.ts'
import { Choice } from '#web/ui/choice.tsx'
import { Day } from '#web/ui/day.tsx'
import { FilterRow } from './filter-row.tsx'

const STATUSES = [
  { value: '', label: 'Any' },
  { value: 'pending', label: 'Pending' },
  { value: 'processing', label: 'Processing' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'failed', label: 'Failed' },
  { value: 'refunded', label: 'Refunded' },
]
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
  { value: 'upi', label: 'UPI' },
]
const NEWEST_FIRST = '-createdAt'
const SORTS = [
  { value: NEWEST_FIRST, label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
  { value: '-amount', label: 'Highest amount' },
  { value: 'amount', label: 'Lowest amount' },
]
const NONE = { status: '', paymentStatus: '', paymentMethod: '', from: '', to: '' }

type Props = {
  wish: Input<typeof listAllOrders>
  onChange: (change: Record<string, string>) => void
}

export function OrderFilters({ wish, onChange }: Props) {
  const { status, paymentStatus, paymentMethod, from, to, sort } = wish
  const isFiltered = Boolean(status ?? paymentStatus ?? paymentMethod ?? from ?? to)
  const choice = (name: keyof typeof NONE) => (value: string) => onChange({ [name]: value })
  return (
    <FilterRow onClear={isFiltered ? () => onChange(NONE) : undefined}>
      <Choice label="Status" options={STATUSES} value={status} onChange={choice('status')} />
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
        label="Sort"
        options={SORTS}
        value={sort}
        onChange={(chosen) => onChange({ sort: chosen === NEWEST_FIRST ? '' : chosen })}
      />
    </FilterRow>
  )
}
