import type { Input } from '#contract/core/endpoint.ts'
import { formatHundredths, toHundredths } from '#contract/core/money.ts'
import { NEXT_STATUS_BY_HAND } from '#contract/orders/orders.ts'
import { hasRight } from '#contract/accounts/rights.ts'
import type * as contract from '#contract/orders/orders.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { requireConfirmed } from '#server/platform/http/limits/admit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { beginPayout, listRefundable } from '#server/money/payouts/begin-payout.ts'
import { mayBeDelivered } from './change-sql.ts'
import { endOrder, getLockedOrder } from './end-order.ts'
import { getOrder } from '#server/orders/read/find-order.ts'
import type { OrderRow } from '#server/orders/read/list-sql.ts'
import { isPaidOutside } from '#server/orders/read/paid-outside.ts'
import { recordOutsidePayment } from './outside-payment.ts'
import { givesBack, refuseMove, type End } from './status-rules.ts'

type EditInput = Input<typeof contract.editOrder>

export const editOrder: Handler<typeof contract.editOrder> = (ctx, input, caller, visit) =>
  ctx.sql.begin(async (tx) => {
    const order = await getLockedOrder(tx, input.id)
    if (order.status !== input.status) await change(ctx, tx, { order, input, caller, visit })
    return getOrder(tx, { id: input.id, reader: caller })
  })

type Edit = { order: OrderRow; input: EditInput; caller: Caller; visit: Visit }

async function change(
  ctx: Pick<Context, 'now' | 'log' | 'config' | 'connectors'>,
  tx: Tx,
  { order, input, caller, visit }: Edit,
): Promise<void> {
  const { id, status, note, reference, refundTo = 'wallet' } = input
  refuseMove(order.status, status, NEXT_STATUS_BY_HAND)
  refuseRight({ order, input, caller })
  if (order.paidAt && givesBack(status as End)) requireConfirmed(ctx, caller)
  if (order.status === 'processing') await refuseUnderWay(tx, id)
  if (status === 'completed' && !order.paidAt)
    await recordOutsidePayment(ctx, tx, { order, note, reference, caller })
  const captureId = refundTo === 'source' ? await getSource(tx, { order, input }) : null
  await endOrder(ctx, tx, { orderId: id, end: status as End, callerId: caller.id, refundTo })
  const amount = toHundredths(order.amount, order.currency)
  const refund = captureId && { captureId, amount, note, callerId: caller.id }
  const sent = refund ? await beginPayout(ctx, tx, refund) : null
  await recordAction(tx, {
    callerId: caller.id,
    address: visit.address,
    action: 'edit order',
    subject: `order ${id}`,
    before: { status: order.status, version: order.version },
    after: {
      status,
      version: order.version + 1,
      note,
      reference,
      ...(sent ? { refund: sent.reference } : {}),
    },
    now: ctx.now(),
  })
}

/**
 * Requires the payments right to send money back to its source or to refund a completed order. Otherwise staff with the
 * orders right could send money away, or give away a delivered pack.
 */
function refuseRight({ order, input, caller }: Pick<Edit, 'order' | 'input' | 'caller'>): void {
  if (hasRight(caller, 'payments')) return
  if (input.refundTo === 'source') throw new Refusal('ACCESS_DENIED')
  if (order.status === 'completed') throw new Refusal('REFUND_RIGHT')
}

/** Refuses to end an order that may still be delivered: the shop would pay for both the pack and the refund. */
async function refuseUnderWay(tx: Tx, orderId: string): Promise<void> {
  if (await mayBeDelivered(tx, orderId))
    throw impossible(
      'This order was sent to its supplier and may be delivered. Please settle the delivery',
    )
}

/**
 * Finds the gateway payment of an order, all of which must be refundable. On its way back the money is in the wallet
 * for a moment, as after any end.
 */
async function getSource(tx: Tx, { order, input }: Pick<Edit, 'order' | 'input'>): Promise<string> {
  const { status } = input
  if (!givesBack(status as End) || !order.paidAt)
    throw impossible(`An order that becomes ${status} isn’t refunded`)
  if (await isPaidOutside(tx, order.id))
    throw impossible(
      'This order was paid outside the shop. Please return the money outside the shop too',
    )
  const [source] = await listRefundable(tx, order.id)
  if (!source)
    throw impossible('No payment gateway took money for this order, or the payment is disputed')
  if (source.amount < toHundredths(order.amount, order.currency)) {
    const rest = formatHundredths(source.amount, order.currency)
    throw impossible(
      `Only ${rest} of its payment is left to send back. The rest was already sent or is disputed`,
    )
  }
  return source.captureId
}

const impossible = (message: string) => new Refusal('STATUS_NOT_POSSIBLE', { message })
