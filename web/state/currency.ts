type Currency = 'INR' | 'USD'

const SYMBOLS = { INR: '₹', USD: '$' } as const

/** What prices are shown in. The page carries both; an attribute set before the first paint shows one. */
export const readCurrency = (): Currency =>
  document.documentElement.dataset['currency'] === 'USD' ? 'USD' : 'INR'

/** `rate` is how much of the currency one rupee is. */
export function chooseCurrency(currency: Currency, rate: number): void {
  localStorage.setItem('currency', currency)
  localStorage.setItem('currencySymbol', SYMBOLS[currency])
  localStorage.setItem('currencyRate', String(rate))
  window.location.reload()
}
