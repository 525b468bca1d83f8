import { formatMoney } from '#contract/money.ts'
import type * as contract from '#contract/wallet.ts'
import type { Handlers } from '#server/http/implement.ts'
import { Refusal } from '#server/http/refusal.ts'
import { refuseWhileClosed } from '#server/settings/website.ts'

type Handle = Handlers<typeof contract>

/** Asks a gateway for its page. This version has none that could be active, and says so. */
export const addMoney: Handle['addMoney'] = async (ctx, { amount }, caller) => {
  await refuseWhileClosed(ctx, caller)
  const { addMoneyMax } = ctx.config
  if (amount > addMoneyMax) {
    const message = `At most ${formatMoney(addMoneyMax, 'INR')} can be added at a time`
    throw new Refusal('AMOUNT_TOO_LARGE', { field: 'amount', message })
  }
  throw new Refusal('PAYMENTS_NOT_OFFERED')
}
