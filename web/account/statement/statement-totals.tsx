import { formatBalance } from '#contract/core/money.ts'
import type { Statement } from '#contract/money/statement.ts'

export function StatementTotals({ statement }: { statement: Statement }) {
  const { currency, openingBalance, closingBalance, lines } = statement
  const amounts = lines.map(({ amount }) => amount)
  const figures = [
    { name: 'Opening balance', amount: openingBalance },
    { name: 'Came in', amount: sum(amounts.filter((amount) => amount > 0)) },
    { name: 'Went out', amount: sum(amounts.filter((amount) => amount < 0).map(Math.abs)) },
    { name: 'Closing balance', amount: closingBalance },
  ]
  return (
    <dl className="facet grid grid-cols-2 gap-x-4 gap-y-5 border border-line bg-stall p-5 shadow-low md:grid-cols-4">
      {figures.map(({ name, amount }) => (
        <div key={name}>
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="money text-lg font-bold wrap-anywhere">
            {formatBalance(amount, currency)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
