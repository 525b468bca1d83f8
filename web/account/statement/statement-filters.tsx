import { walletCurrencies } from '#web/features/currency/currency-options.ts'
import type { Currency } from '#contract/core/money.ts'
import { dayOf, recentMonths } from '#contract/core/period.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { Day } from '#web/ui/form/date/day.tsx'
import { Filters } from '#web/account/filters.tsx'
import { useUser } from '#web/account/use-user.ts'

type Period = { from: string; to: string }
type StatementFiltersProps = {
  asked: Period & { currency: Currency }
  onChange: (changes: Record<string, string>) => void
}

/** Chooses a wallet and a period. Buttons offer the most common periods. */
export function StatementFilters({ asked, onChange }: StatementFiltersProps) {
  const user = useUser()
  return (
    <div className="grid gap-3 print:hidden">
      <Filters label="Statement">
        <div className="col-span-full">
          <Choice
            label="Wallet"
            options={walletCurrencies(user).map((value) => ({ value, label: value }))}
            value={asked.currency}
            onChange={(currency) => onChange({ currency: currency === 'INR' ? '' : currency })}
          />
        </div>
        <Day label="From" value={asked.from} onChange={(from) => onChange({ from })} />
        <Day label="To" value={asked.to} onChange={(to) => onChange({ to })} />
      </Filters>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Days</legend>
        {periodsOf(user.createdAt).map(({ name, from, to }) => (
          <Button
            key={name}
            size="sm"
            aria-pressed={asked.from === from && asked.to === to}
            onClick={() => onChange({ from, to })}
            className="aria-pressed:border-lantern-deep aria-pressed:bg-lantern-soft"
          >
            {name}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}

function periodsOf(createdAt: string): (Period & { name: string })[] {
  const now = new Date()
  const [thisMonth, lastMonth] = recentMonths(now).map(({ firstDay }) => firstDay)
  const today = dayOf(now)
  return [
    { name: 'This month', from: thisMonth!, to: today },
    { name: 'Last month', from: lastMonth!, to: dayBefore(thisMonth!) },
    { name: 'Everything', from: dayOf(new Date(createdAt)), to: today },
  ]
}

function dayBefore(day: string): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}
