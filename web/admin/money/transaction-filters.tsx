import { useState } from 'react'
import type { Input } from '#contract/core/endpoint.ts'
import { recentMonths } from '#contract/core/period.ts'
import type { listAllTransactions } from '#contract/money/wallet.ts'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { Day } from '#web/ui/form/date/day.tsx'
import { formatMonth } from '#web/ui/text/format.ts'
import { FilterRow } from '#web/admin/list/filter-row.tsx'

const STATUSES = [
  { value: '', label: 'Any' },
  { value: 'success', label: 'Success' },
  { value: 'completed', label: 'Completed' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
]
const NEWEST_FIRST = '-date'
const SORTS = [
  { value: NEWEST_FIRST, label: 'Newest first' },
  { value: 'date', label: 'Oldest first' },
  { value: 'priceHighToLow', label: 'Price high to low' },
  { value: 'priceLowToHigh', label: 'Price low to high' },
]
const NONE = { status: '', month: '', from: '', to: '' }

type Props = {
  input: Input<typeof listAllTransactions>
  onChange: (change: Record<string, string>) => void
}

export function TransactionFilters({ input, onChange }: Props) {
  const [months] = useState(listMonths)
  const { status, month, from, to, sort } = input
  const isFiltered = Boolean(status ?? month ?? from ?? to)
  const choice = (name: keyof typeof NONE) => (value: string) => onChange({ [name]: value })
  return (
    <FilterRow list="transactions" onClear={isFiltered ? () => onChange(NONE) : undefined}>
      <Choice label="Status" options={STATUSES} value={status} onChange={choice('status')} />
      <Choice label="Month" options={months} value={month} onChange={choice('month')} />
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

const listMonths = () => [
  { value: '', label: 'Any' },
  ...recentMonths(new Date()).map(({ month, firstDay }) => ({
    value: month as string,
    label: formatMonth(firstDay),
  })),
]
