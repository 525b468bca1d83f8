import { useSuspenseQuery } from '@tanstack/react-query'
import { getSettlements, type GatewaySettlements } from '#contract/accounting/books.ts'
import { formatHundredths } from '#contract/core/money.ts'
import { GATEWAY_TITLES } from '#contract/money/gateways.ts'
import { query } from '#web/api/call.ts'
import { Table, type Column } from '#web/ui/table/table.tsx'

/** Sums of each gateway in a month: captured, settled, fees, and paid to the bank. */
export function MonthSettlements({ month }: { month: string }) {
  const { gateways } = useSuspenseQuery(query(getSettlements, { month })).data
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
      <p className="max-w-prose text-soft">
        PayPal settles into its balance, and only withdrawals reach the bank. PhonePe tells only the
        sum of each settlement, so its payments count as not settled, and its fees aren’t known.
        Bitcoin is settled once it’s in your wallet.
      </p>
    </section>
  )
}

type Figure = 'captured' | 'unsettled' | 'settled' | 'fee' | 'feeTax' | 'paid'

const show =
  (figure: Figure) =>
  (row: GatewaySettlements): string =>
    formatHundredths(row[figure], row.currency)

const COLUMNS: Column<GatewaySettlements>[] = [
  { title: 'Gateway', cell: ({ gateway }) => GATEWAY_TITLES[gateway] },
  { title: 'Captured', isFigure: true, cell: show('captured') },
  { title: 'Not settled yet', isFigure: true, cell: show('unsettled') },
  { title: 'Settled', isFigure: true, cell: show('settled') },
  { title: 'Fees', isFigure: true, cell: show('fee') },
  { title: 'GST on fees', isFigure: true, cell: show('feeTax') },
  { title: 'Paid to the bank', isFigure: true, cell: show('paid') },
]
