import { GATEWAY_TITLES } from '#contract/money/gateways.ts'
import type { Context } from '#server/context.ts'
import { endAlerts, raiseAlert } from '#server/platform/alerts/alerts.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Choice } from './choose-gateway.ts'

const KEY = 'first choice of gateways in trouble'

export const endTrouble = (ctx: Pick<Context, 'now'>, tx: Tx): Promise<void> =>
  endAlerts(ctx, tx, [KEY])

/** Keeps an alert open while a stand-in takes the payments of the first choice. */
export async function tellTrouble(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { name, trouble, reason }: Choice,
): Promise<void> {
  if (trouble === null) await endTrouble(ctx, tx)
  if (!trouble) return
  const words = `${GATEWAY_TITLES[name]} takes new payments. ${reason}`
  if (reason) await raiseAlert(ctx, tx, { key: KEY, words, path: '/admin/payment-gateway' })
}
