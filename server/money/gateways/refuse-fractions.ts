import { priceStepOf, tellStep, type Currency } from '#contract/core/money.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Refuses an amount that gateways can't take or send: part of a cent, or part of a yen. */
export function refuseFractions(amount: number, currency: Currency): void {
  if (amount % priceStepOf(currency) !== 0)
    throw new Refusal('WRONG_AMOUNT', { field: 'amount', message: tellStep(currency) })
}
