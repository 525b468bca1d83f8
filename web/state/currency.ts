type Currency = 'INR' | 'USD'

const SYMBOLS = { INR: '₹', USD: '$' } as const

/**
 * The currency in which prices are shown. Pages contain both, and an attribute set before the first paint selects one.
 */
export const readCurrency = (): Currency =>
  document.documentElement.dataset['currency'] === 'USD' ? 'USD' : 'INR'

/** `rate` is the value of one rupee in that currency. */
export function chooseCurrency(currency: Currency, rate: number): void {
  localStorage.setItem('currency', currency)
  localStorage.setItem('currencySymbol', SYMBOLS[currency])
  localStorage.setItem('currencyRate', String(rate))
  window.location.reload()
}
