import type { Currency } from '#contract/core/money.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { dayOf, recentMonths } from '#contract/core/period.ts'
import { getStatement } from '#contract/money/statement.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { formatDay } from '#web/ui/text/format.ts'
import { CheckedFile } from './checked-file.tsx'
import { CheckedStatement } from './checked-statement.tsx'
import { FadedList } from '#web/account/faded-list.tsx'
import { StatementActions } from './statement-actions.tsx'
import { StatementFilters } from './statement-filters.tsx'
import { StatementLines } from './statement-lines.tsx'
import { StatementTotals } from './statement-totals.tsx'
import { useUser } from '#web/account/use-user.ts'
import { useListParams } from '#web/account/use-list-params.ts'

export const meta = titled('Statement')

/** Defaults to this month if the address names no days. */
function fill({ currency, from, to }: { currency: Currency; from?: string; to?: string }) {
  const now = new Date()
  return { currency, from: from ?? recentMonths(now)[0]!.firstDay, to: to ?? dayOf(now) }
}

export default function StatementPage() {
  const { fullName, email } = useUser()
  const { asked, shown, isWaiting, change } = useListParams(getStatement.input)
  const input = fill(shown)
  const { data: statement } = useSuspenseQuery(query(getStatement, input))
  return (
    <>
      <div className="grid gap-1">
        <h1 className="text-3xl">Statement</h1>
        <p className="text-soft">
          {input.currency} wallet of {fullName}, {formatDay(input.from)} to {formatDay(input.to)}
          <span className="hidden print:inline">, {email}</span>
        </p>
      </div>
      <StatementFilters asked={fill(asked)} onChange={change} />
      <FadedList isWaiting={isWaiting}>
        <StatementTotals statement={statement} />
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <div className="grid gap-4">
            <CheckedStatement statement={statement} />
            <StatementActions input={input} />
          </div>
          <CheckedFile />
        </div>
        <StatementLines key={JSON.stringify(input)} statement={statement} />
      </FadedList>
    </>
  )
}
