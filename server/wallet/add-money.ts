import { formatMoney } from '#contract/money.ts'
import type * as contract from '#contract/wallet.ts'
import type { Handlers } from '#server/http/implement.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Asks a gateway for its page. This version has none that could be active, and says so. */
export const addMoney: Handlers<typeof contract>['addMoney'] = async ({ config }, { amount }) => {
  if (amount > config.addMoneyMax) {
    const message = `At most ${formatMoney(config.addMoneyMax, 'INR')} can be added at a time`
    throw new Refusal('AMOUNT_TOO_LARGE', { field: 'amount', message })
  }
  throw new Refusal('PAYMENTS_NOT_OFFERED')
}
