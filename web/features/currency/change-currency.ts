import { SOMETHING_WRONG } from '#contract/core/errors/something-wrong.ts'
import type { Currency } from '#contract/core/money.ts'
import { chooseCurrency, listCurrencies, readCurrency } from '#web/state/currency.ts'
import { toast } from '#web/state/toasts.ts'

export const payInRupees = (): void => chooseCurrency({ currency: 'INR', symbol: '₹', rate: 1 })

/** Shows prices in another currency: in the next one, unless one is named. */
export async function changeCurrency(currency: Currency = nextCurrency()): Promise<void> {
  if (currency === 'INR') return payInRupees()
  try {
    const { fetchChoice } = await import('./fetch-choice.ts')
    chooseCurrency(await fetchChoice(currency))
  } catch {
    toast('error', SOMETHING_WRONG)
  }
}

function nextCurrency(): Currency {
  const all = listCurrencies()
  return all[(all.indexOf(readCurrency()) + 1) % all.length] ?? 'INR'
}
