import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { recentMonths } from '#contract/core/period.ts'
import { listTransactions } from '#contract/money/wallet.ts'
import { query } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { formatMonth } from '#web/ui/text/format.ts'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { Filters } from '#web/account/filters.tsx'
import { FadedList } from '#web/account/faded-list.tsx'
import { TransactionRow } from '#web/account/transaction-row.tsx'
import { useListParams } from '#web/account/use-list-params.ts'

const STATUSES = [
  { value: '', label: 'Any' },
  { value: 'success', label: 'Success' },
  { value: 'pending', label: 'Pending' },
]

const SORTS = [
  { value: '-date', label: 'Newest first' },
  { value: 'date', label: 'Oldest first' },
  { value: 'priceHighToLow', label: 'Highest first' },
  { value: 'priceLowToHigh', label: 'Lowest first' },
]

const HEADING = 'history'

/** The wallets' transactions, page by page. */
export function History() {
  const { asked, shown, isWaiting, change } = useListParams(listTransactions.input)
  const { data } = useSuspenseQuery(query(listTransactions, shown))
  const isFiltered = Boolean(asked.month ?? asked.status)
  const clear = () => change({ month: '', status: '' })
  return (
    <section aria-labelledby={HEADING} className="grid gap-4">
      <h2 id={HEADING} className="text-2xl">
        Transaction history
      </h2>
      <HistoryFilters asked={asked} onChange={change} {...(isFiltered ? { onClear: clear } : {})} />
      <FadedList isWaiting={isWaiting}>
        {data.transactions.length > 0 ? (
          <ul className="facet border border-line bg-stall shadow-low">
            {data.transactions.map((transaction) => (
              <TransactionRow key={transaction._id} transaction={transaction} />
            ))}
          </ul>
        ) : (
          <NothingMoved onClear={isFiltered ? clear : null} />
        )}
      </FadedList>
      <Pagination
        page={shown.page}
        pageCount={Math.ceil(data.totalTransactions / shown.limit)}
        onChange={(page) => {
          change({ page: page > 1 ? String(page) : '' })
          document.getElementById(HEADING)?.scrollIntoView()
        }}
      />
    </section>
  )
}

type HistoryFiltersProps = {
  asked: { month?: string; status?: string; sort: string }
  onChange: (changes: Record<string, string>) => void
  onClear?: () => void
}

function HistoryFilters({ asked, onChange, onClear }: HistoryFiltersProps) {
  const [months] = useState(() =>
    recentMonths(new Date()).map(({ month, firstDay }) => ({
      value: month as string,
      label: formatMonth(firstDay),
    })),
  )
  return (
    <Filters label="Transactions" onClear={onClear}>
      <Choice
        label="Month"
        options={[{ value: '', label: 'Any' }, ...months]}
        value={asked.month}
        onChange={(month) => onChange({ month })}
      />
      <Choice
        label="Status"
        options={STATUSES}
        value={asked.status}
        onChange={(status) => onChange({ status })}
      />
      <div className="max-md:col-span-full">
        <Choice
          label="Sort"
          options={SORTS}
          value={asked.sort}
          onChange={(sort) => onChange({ sort: sort === '-date' ? '' : sort })}
        />
      </div>
    </Filters>
  )
}

const NothingMoved = ({ onClear }: { onClear: (() => void) | null }) =>
  onClear ? (
    <EmptyState title="No transactions" action={<Button onClick={onClear}>Show everything</Button>}>
      No transactions match these filters.
    </EmptyState>
  ) : (
    <EmptyState
      title="No transactions yet"
      action={
        <Link to={paths.home} className={buttonLook('primary')}>
          Pick a game
        </Link>
      }
    >
      Add money above or buy a pack. Your wallet transactions appear here.
    </EmptyState>
  )
