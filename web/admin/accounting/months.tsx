import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import {
  getBookedMonth,
  getBooksOfMonth,
  getDocumentsOfMonth,
  listBookedMonths,
  type BookedMonth,
  type MonthInSums,
  type Sums,
} from '#contract/accounting/books.ts'
import { formatExactly } from '#contract/core/money.ts'
import { query } from '#web/api/call.ts'
import { DownloadButton } from '#web/features/download/download-button.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/choice/select.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { formatDate, formatMonth } from '#web/ui/text/format.ts'
import { CloseMonth } from './close-month.tsx'
import { KINDS } from './kinds.ts'
import { MonthDocuments } from './month-documents.tsx'
import { MonthSettlements } from './month-settlements.tsx'

/** A month's sums, its files and its documents. */
export function Months() {
  const { months } = useSuspenseQuery(query(listBookedMonths, {})).data
  const list = useListState()
  const asked = list.input('month')
  const month = months.find((one) => one.month === asked) ?? months[0]
  if (!month)
    return (
      <EmptyState title="No documents yet">
        Each paid order gets an invoice. A month appears here with its first document.
      </EmptyState>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="max-w-form">
        <Field label="Month">
          {(wiring) => (
            <Select
              {...wiring}
              value={month.month}
              onChange={({ target }) => list.change({ month: target.value })}
              options={months.map(toOption)}
            />
          )}
        </Field>
      </div>
      <Suspense fallback={<p className="text-soft">Loading…</p>}>
        <OfMonth key={month.month} month={month.month} />
      </Suspense>
    </div>
  )
}

const nameMonth = (month: string): string => formatMonth(`${month}-01`)

const toOption = ({ month, closedAt }: BookedMonth) => ({
  value: month,
  label: `${nameMonth(month)}${closedAt ? ', closed' : ''}`,
})

function OfMonth({ month }: { month: string }) {
  const { data } = useSuspenseQuery(query(getBookedMonth, { month }))
  return (
    <>
      <section aria-labelledby="sums" className="grid max-w-checkout gap-4">
        <h2 id="sums" className="text-xl">
          {nameMonth(month)}
        </h2>
        <State booked={data} />
        <Table
          caption="Sums of the month’s documents"
          columns={COLUMNS}
          rows={data.sums}
          keyOf={({ kind }) => kind}
        />
        <div className="flex flex-wrap gap-3 max-sm:*:w-full">
          <DownloadButton
            look="primary"
            endpoint={getBooksOfMonth}
            input={{ month }}
            name={`books-${month}.zip`}
            label="Books"
          />
          <DownloadButton
            endpoint={getDocumentsOfMonth}
            input={{ month }}
            name={`documents-${month}.zip`}
            label="Documents as PDF"
          />
          {data.isOver && !data.closedAt && <CloseMonth booked={data} name={nameMonth(month)} />}
        </div>
        <p className="text-soft">
          The books are GSTR-1 as JSON and CSV, a day book, a general journal, settlements of the
          gateways, and files for Tally and Zoho Books.
        </p>
      </section>
      <MonthSettlements month={month} />
      <MonthDocuments month={month} />
    </>
  )
}

/** Says if the month is closed, and what happened since. */
function State({ booked }: { booked: MonthInSums }) {
  const { isOver, closedAt, closedBy, isUnchanged, correctedLater } = booked
  const { count, total } = correctedLater
  const amount = formatExactly(total, 'INR')
  return (
    <Card>
      <div className="grid gap-2">
        <p>
          {closedAt
            ? `Closed on ${formatDate(closedAt)} by ${closedBy}.`
            : isOver
              ? 'Over, and not closed yet.'
              : 'This month isn’t over.'}
        </p>
        {!isUnchanged && (
          <p className="font-semibold text-bad">
            Its documents no longer add up to what they did when it was closed.
          </p>
        )}
        {count > 0 && (
          <p>
            Later months took back {amount} of it, in {count}{' '}
            {count === 1 ? 'document' : 'documents'}.
          </p>
        )}
      </div>
    </Card>
  )
}

const rupees = (paise: number): string => formatExactly(paise, 'INR')

const COLUMNS: Column<Sums>[] = [
  { title: 'Kind', cell: ({ kind }) => KINDS[kind] },
  { title: 'Count', isFigure: true, cell: ({ count }) => count },
  { title: 'From', cell: ({ first }) => first },
  { title: 'To', cell: ({ last }) => last },
  { title: 'Without tax', isFigure: true, cell: ({ base }) => rupees(base) },
  { title: 'Tax', isFigure: true, cell: ({ tax }) => rupees(tax) },
  { title: 'Total', isFigure: true, cell: ({ total }) => rupees(total) },
]
