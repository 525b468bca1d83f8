import type { Currency } from '#contract/core/money.ts'

const attributes = () => document.documentElement.dataset

/** The currencies that the shop takes, rupees first. Pages contain each price in all of them. */
export const listCurrencies = (): Currency[] =>
  (attributes()['currencies'] ?? 'INR').split(' ') as Currency[]

/** The currency in which prices are shown. An attribute that is set before the first paint selects it. */
export const readCurrency = (): Currency => (attributes()['currency'] ?? 'INR') as Currency

type Choice = { currency: Currency; symbol: string; rate: number }

/** `rate` is the value of one rupee in that currency. The page reloads, so that all prices change together. */
export function chooseCurrency({ currency, symbol, rate }: Choice): void {
  localStorage.setItem('currency', currency)
  localStorage.setItem('currencySymbol', symbol)
  localStorage.setItem('currencyRate', String(rate))
  window.location.reload()
}
