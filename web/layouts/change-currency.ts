import { REFUSALS } from '#contract/errors.ts'
import { chooseCurrency, readCurrency } from '#web/state/currency.ts'
import { toast } from '#web/state/toasts.ts'

const [, SOMETHING_WRONG] = REFUSALS.BUG

/** To the other of the two. The page is loaded again, so that every price on it changes at once. */
export async function changeCurrency(): Promise<void> {
  if (readCurrency() === 'USD') return chooseCurrency('INR', 1)
  try {
    const { askRate } = await import('./ask-rate.ts')
    chooseCurrency('USD', await askRate())
  } catch {
    toast('error', SOMETHING_WRONG)
  }
}
