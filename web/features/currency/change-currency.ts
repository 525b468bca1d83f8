import { SOMETHING_WRONG } from '#contract/core/errors/something-wrong.ts'
import { chooseCurrency, readCurrency } from '#web/state/currency.ts'
import { toast } from '#web/state/toasts.ts'

/** Switches between rupees and dollars. The page reloads, so that all prices change together. */
export async function changeCurrency(): Promise<void> {
  if (readCurrency() === 'USD') return chooseCurrency('INR', 1)
  try {
    const { fetchRate } = await import('./fetch-rate.ts')
    chooseCurrency('USD', await fetchRate())
  } catch {
    toast('error', SOMETHING_WRONG)
  }
}
