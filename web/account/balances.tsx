import type { ReactNode } from 'react'
import { balanceIn } from '#contract/core/balances.ts'
import { formatBalance, nameOf } from '#contract/core/money.ts'
import { walletCurrencies } from '#web/features/currency/currency-options.ts'
import { Gem } from '#web/ui/gem.tsx'
import { useUser } from './use-user.ts'

/** The balances of the customer's wallets, as the server knows them. */
export function Balances() {
  const user = useUser()
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      {walletCurrencies(user).map((currency) => (
        <Figure
          key={currency}
          name={`${currency} wallet`}
          note={`Pays for orders in ${nameOf(currency)}`}
        >
          {formatBalance(balanceIn(user, currency), currency)}
        </Figure>
      ))}
    </dl>
  )
}

type FigureProps = { name: ReactNode; note?: ReactNode; children: ReactNode; className?: string }

/** A figure on a dark tile. */
export const Figure = ({ name, note, children, className = '' }: FigureProps) => (
  <div
    className={`facet-6 relative overflow-hidden border border-line bg-night p-5 text-on-night ${className}`}
  >
    <Gem className="absolute -right-2 -bottom-3 size-16 opacity-80" />
    <dt className="text-sm font-semibold">{name}</dt>
    <dd className="money relative text-xl font-bold wrap-anywhere lg:text-2xl">{children}</dd>
    {note && <dd className="relative mt-1 text-sm opacity-80">{note}</dd>}
  </div>
)
