import { nameOf, type Currency } from '#contract/core/money.ts'
import { listCurrencies } from '#web/state/currency.ts'

/** "Rupees", "Dollars", "Euros". */
export function titleOf(currency: Currency): string {
  const name = nameOf(currency)
  return name[0]!.toUpperCase() + name.slice(1)
}

/** Options of a form field. */
export const currencyOptions = (currencies: readonly Currency[] = listCurrencies()) =>
  currencies.map((currency) => ({ value: currency, label: titleOf(currency) }))

type Wallets = { otherBalances: readonly { currency: Currency }[] }

/** The currencies that the shop takes, and those that a person has a wallet in. */
export const walletCurrencies = ({ otherBalances }: Wallets): Currency[] => [
  ...new Set([...listCurrencies(), ...otherBalances.map(({ currency }) => currency)]),
]
