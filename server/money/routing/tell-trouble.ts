import { Currency, nameOf } from '#contract/core/money.ts'
import { GatewayMethod, METHOD_NAMES } from '#contract/money/gateways.ts'
import type { Context } from '#server/context.ts'
import { titleOf } from '#server/money/gateways/connectors.ts'
import { endAlerts, raiseAlert } from '#server/platform/alerts/alerts.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Choice } from './choose-gateway.ts'

/** Each currency besides the rupee has an alert of its own, and so has each method besides UPI. */
function keyOf(currency: Currency, method: GatewayMethod): string {
  const apart = currency !== 'INR' ? `, ${currency}` : method === 'upi' ? '' : `, ${method}`
  return `first choice of gateways in trouble${apart}`
}

export const endTrouble = (ctx: Pick<Context, 'now'>, tx: Tx): Promise<void> => {
  const keys = Currency.options.flatMap((currency) =>
    GatewayMethod.options.map((method) => keyOf(currency, method)),
  )
  return endAlerts(ctx, tx, [...new Set(keys)])
}

/** Keeps an alert open while a stand-in takes the payments of the first choice. */
export async function tellTrouble(
  ctx: Pick<Context, 'now' | 'connectors'>,
  tx: Tx,
  { name, method, trouble, reason }: Omit<Choice, 'gateway'>,
  currency: Currency,
): Promise<void> {
  const key = keyOf(currency, method)
  if (trouble === null) await endAlerts(ctx, tx, [key])
  if (!trouble) return
  const byMethod = method === 'upi' ? 'new payments' : `new payments by ${METHOD_NAMES[method]}`
  const what = currency === 'INR' ? byMethod : `new payments in ${nameOf(currency)}`
  const words = `${titleOf(ctx, name)} takes ${what}. ${reason}`
  if (reason) await raiseAlert(ctx, tx, { key, words, path: '/admin/payment-gateway' })
}
