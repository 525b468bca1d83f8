import { Currency } from '#contract/core/money.ts'
import { GATEWAY_TITLES } from '#contract/money/gateways.ts'
import type { Context } from '#server/context.ts'
import { endAlerts, raiseAlert } from '#server/platform/alerts/alerts.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Choice } from './choose-gateway.ts'

/** The list of dollars has an alert of its own. */
const keyOf = (currency: Currency) =>
  `first choice of gateways in trouble${currency === 'INR' ? '' : `, ${currency}`}`

export const endTrouble = (ctx: Pick<Context, 'now'>, tx: Tx): Promise<void> =>
  endAlerts(ctx, tx, Currency.options.map(keyOf))

/** Keeps an alert open while a stand-in takes the payments of the first choice. */
export async function tellTrouble(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { name, trouble, reason }: Omit<Choice, 'gateway'>,
  currency: Currency,
): Promise<void> {
  const key = keyOf(currency)
  if (trouble === null) await endAlerts(ctx, tx, [key])
  if (!trouble) return
  const what = currency === 'USD' ? 'new payments in dollars' : 'new payments'
  const words = `${GATEWAY_TITLES[name]} takes ${what}. ${reason}`
  if (reason) await raiseAlert(ctx, tx, { key, words, path: '/admin/payment-gateway' })
}
