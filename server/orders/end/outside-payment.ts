import { hasRight } from '#contract/rights.ts'
import type { Caller, Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { requireConfirmed } from '#server/platform/http/admit.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { findDebited, moveMoney, reserveReference, type Line } from '#server/money/ledger/ledger.ts'
import { insertSale, updateOrder } from './change-sql.ts'
import type { OrderRow } from '#server/orders/read/list-sql.ts'

/** Account for money that reached the shop outside its wallets and gateways, such as cash or a bank transfer. */
export const OUTSIDE = 'house:adjustments'

export const isPaidOutside = async (sql: Sql | Tx, orderId: string): Promise<boolean> =>
  (await findDebited(sql, `order:${orderId}`)) === OUTSIDE

type Input = { order: OrderRow; note: string; reference: string; caller: Caller }

/**
 * Records a payment that the shop received outside its gateways. It is taken on trust, so it needs the payments right.
 */
export async function recordOutsidePayment(
  ctx: Context,
  tx: Tx,
  { order, note, reference: typed, caller }: Input,
): Promise<void> {
  if (!hasRight(caller, 'payments')) throw new Refusal('OUTSIDE_PAYMENT_RIGHT')
  requireConfirmed(ctx, caller)
  for (const [field, text] of Object.entries({ note, reference: typed }))
    if (!text) throw new Refusal('OUTSIDE_PAYMENT_MISSING', { field })
  const reference = typed.toUpperCase()
  if (!(await reserveReference(tx, [typed, reference]))) {
    const message = `The payment ${typed} is already recorded in this shop`
    throw new Refusal('OUTSIDE_REFERENCE_USED', { field: 'reference', message })
  }
  const { id, currency, amount, itemPrice, itemId } = order
  const paidAt = ctx.now()
  const lines: Line[] = [
    { from: OUTSIDE, to: 'house:sales', currency, amount },
    { from: 'house:coupons', to: 'house:sales', currency, amount: itemPrice - amount },
  ]
  const [first, ...more] = lines.filter((line) => line.amount > 0)
  if (first) {
    const movement = { key: `order:${id}`, kind: 'order', reference, orderId: id } as const
    await moveMoney(tx, { ...movement, lines: [first, ...more], now: paidAt })
    const moved = { orderId: id, from: 'adjustments', to: 'sales', currency, amount, reference }
    tx.afterCommit(() => ctx.log.info(moved, 'money moved'))
  }
  await updateOrder(tx, id, { paidAt, paymentReference: reference })
  await insertSale(tx, itemId)
}
