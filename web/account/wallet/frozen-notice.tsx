import { useSuspenseQuery } from '@tanstack/react-query'
import { formatExactly, type Currency } from '#contract/core/money.ts'
import { getFrozenWallets, type FrozenWallet } from '#contract/money/adjustments.ts'
import { query } from '#web/api/call.ts'
import { formatDate } from '#web/ui/text/format.ts'

/** Tells why money in a wallet cannot be spent, and how to settle a debt. */
export function FrozenNotice() {
  const { wallets } = useSuspenseQuery(query(getFrozenWallets, {})).data
  return wallets.map((wallet) => <Notice key={wallet.currency} wallet={wallet} />)
}

const NAMES: Partial<Record<Currency, string>> = { INR: 'rupee wallet', USD: 'dollar wallet' }

function Notice({ wallet: { currency, owed, held, causes } }: { wallet: FrozenWallet }) {
  const amount = (minor: number) => formatExactly(minor, currency)
  const name = NAMES[currency] ?? `${currency} wallet`
  return (
    <section
      aria-label={`Your ${name}`}
      className="grid gap-3 border-l-4 border-bad bg-bad-soft p-4"
    >
      {owed > 0 && (
        <p>
          <strong>
            Your {name} is {amount(owed)} below zero, so you can’t spend from it.
          </strong>{' '}
          Money that comes into it pays this first.
          {currency === 'INR' && ` Add ${amount(owed)} to settle it.`}
        </p>
      )}
      {held > 0 && (
        <p>
          <strong>
            {amount(held)} of your {name} can’t be spent for now.
          </strong>{' '}
          A payment of yours is disputed at your bank. If the bank pays you back, we take it from
          here. Otherwise you can spend it again.
        </p>
      )}
      <ul className="list-disc pl-5">
        {causes.map((cause) => (
          <li key={`${cause.reference} ${cause.at}`} className="wrap-anywhere">
            {formatDate(cause.at)}: {amount(cause.amount)},{' '}
            {cause.kind === 'dispute' ? `dispute of payment ${cause.reference}` : cause.reason}
          </li>
        ))}
      </ul>
      <p>Do you think this is wrong? Please contact support.</p>
    </section>
  )
}
