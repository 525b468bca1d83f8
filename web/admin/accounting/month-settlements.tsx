import { useSuspenseQuery } from '@tanstack/react-query'
import { getSettlements, type GatewaySettlements } from '#contract/accounting/books.ts'
import { formatHundredths } from '#contract/core/money.ts'
import { query } from '#web/api/call.ts'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { GatewayTitle } from '#web/features/connectors/gateway-title.tsx'
import { useGateways } from '#web/features/connectors/use-gateways.ts'

/** Sums of each gateway in a month: captured, settled, fees, and paid to the bank. */
export function MonthSettlements({ month }: { month: string }) {
  const { gateways } = useSuspenseQuery(query(getSettlements, { month })).data
  const listed = new Set(gateways.map(({ gateway }) => gateway))
  const notes = useGateways().flatMap(({ name, settlementNote }) =>
    listed.has(name) && settlementNote ? [settlementNote] : [],
  )
  if (gateways.length === 0) return null
  const unmatched = gateways.reduce((sum, { unmatchedCount }) => sum + unmatchedCount, 0)
  return (
    <section aria-labelledby="settlements" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="settlements" className="text-xl">
        Gateways
      </h2>
      {unmatched > 0 && (
        <p className="font-semibold text-bad">
          {unmatched === 1
            ? 'A settled payment differs from our books. Look for it in settlements.csv.'
            : `${unmatched} settled payments differ from our books. Look for them in settlements.csv.`}
        </p>
      )}
      <Table
        caption="Gateways"
        columns={COLUMNS}
        rows={gateways}
        keyOf={({ gateway, currency }) => `${gateway} ${currency}`}
      />
      {notes.length > 0 && <p className="max-w-prose text-soft">{notes.join(' ')}</p>}
    </section>
  )
}

type Figure = 'captured' | 'unsettled' | 'settled' | 'fee' | 'feeTax' | 'paid'

const show =
  (figure: Figure) =>
  (row: GatewaySettlements): string =>
    formatHundredths(row[figure], row.currency)

const COLUMNS: Column<GatewaySettlements>[] = [
  { title: 'Gateway', cell: ({ gateway }) => <GatewayTitle name={gateway} /> },
  { title: 'Captured', isFigure: true, cell: show('captured') },
  { title: 'Not settled yet', isFigure: true, cell: show('unsettled') },
  { title: 'Settled', isFigure: true, cell: show('settled') },
  { title: 'Fees', isFigure: true, cell: show('fee') },
  { title: 'GST on fees', isFigure: true, cell: show('feeTax') },
  { title: 'Paid to the bank', isFigure: true, cell: show('paid') },
]
