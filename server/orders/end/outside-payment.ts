import { hasRight } from '#contract/accounts/rights.ts'
import type { Caller, Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { requireConfirmed } from '#server/platform/http/limits/admit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { moveOrderMoney, reserveReference } from '#server/money/ledger/ledger.ts'
import { insertSale, updateOrder } from './change-sql.ts'
import type { OrderRow } from '#server/orders/read/list-sql.ts'
import { OUTSIDE } from '#server/orders/read/paid-outside.ts'

type Input = { order: OrderRow; note: string; reference: string; caller: Caller }

/**
 * Records a payment that the shop received outside its gateways. It is taken on trust, so it needs the payments right.
 */
export async function recordOutsidePayment(
  ctx: Pick<Context, 'now' | 'log' | 'config'>,
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
  const { id: orderId, itemId } = order
  const paidAt = ctx.now()
  const movement = {
    kind: 'order',
    orderId,
    payer: OUTSIDE,
    order,
    reference,
    now: paidAt,
  } as const
  await moveOrderMoney(ctx, tx, movement)
  await updateOrder(tx, orderId, { paidAt, paymentReference: reference })
  await insertSale(tx, itemId)
}
