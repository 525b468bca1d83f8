import type { Input } from '#contract/endpoint.ts'
import { formatExactly } from '#contract/money.ts'
import { NEXT_STATUS_BY_HAND } from '#contract/orders.ts'
import { hasRight } from '#contract/rights.ts'
import type * as contract from '#contract/orders.ts'
import { recordAction } from '#server/audit/audit.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import type { Tx } from '#server/db/db.ts'
import { requireConfirmed } from '#server/http/admit.ts'
import type { Handlers } from '#server/http/implement.ts'
import { Refusal } from '#server/http/refusal.ts'
import { moveMoney, type Line } from '#server/ledger/ledger.ts'
import { beginRefund, listRefundable } from '#server/payments/refund.ts'
import { insertSale, mayBeDelivered, updateOrder } from './change-sql.ts'
import { endOrder, getLockedOrder } from './end-order.ts'
import { getOrder } from './find-order.ts'
import type { OrderRow } from './list-sql.ts'
import { givesBack, refuseMove, type End } from './status-rules.ts'

type Handle = Handlers<typeof contract>
type Wish = Input<typeof contract.editOrder>

export const editOrder: Handle['editOrder'] = (ctx, wish, caller, visit) =>
  ctx.sql.begin(async (tx) => {
    const order = await getLockedOrder(tx, wish.id)
    if (order.status !== wish.status) await change(ctx, tx, { order, wish, caller, visit })
    return getOrder(tx, { id: wish.id })
  })

type Edit = { order: OrderRow; wish: Wish; caller: Caller; visit: Visit }

async function change(ctx: Context, tx: Tx, { order, wish, caller, visit }: Edit): Promise<void> {
  const { id, status, note, reference, refundTo = 'wallet' } = wish
  refuseMove(order.status, status, NEXT_STATUS_BY_HAND)
  if (refundTo === 'source' && !hasRight(caller, 'payments')) throw new Refusal('ACCESS_DENIED')
  if (order.paidAt && givesBack(status as End)) requireConfirmed(ctx, caller)
  if (order.status === 'processing') await refuseUnderWay(tx, id)
  if (status === 'completed' && !order.paidAt) await payOutside(ctx, tx, { order, wish })
  const captureId = refundTo === 'source' ? await getSource(tx, { order, wish }) : null
  await endOrder(ctx, tx, { orderId: id, end: status as End, callerId: caller.id, refundTo })
  const { amount } = order
  const refund = captureId && { captureId, amount, note, callerId: caller.id }
  const sent = refund ? await beginRefund(ctx, tx, refund) : null
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

/** Whoever ended it now would pay for what the player may get all the same. */
async function refuseUnderWay(tx: Tx, orderId: string): Promise<void> {
  if (await mayBeDelivered(tx, orderId))
    throw impossible(
      'This order has been sent to its provider, and may be delivered. Please settle the delivery',
    )
}

/** What a gateway took for it, all of which can go back; on its way it is in the wallet for a moment, as after any end. */
async function getSource(tx: Tx, { order, wish }: Pick<Edit, 'order' | 'wish'>): Promise<string> {
  const { status } = wish
  if (!givesBack(status as End) || !order.paidAt)
    throw impossible(`An order that becomes ${status} gives no payment back`)
  const [source] = await listRefundable(tx, order.id)
  if (!source) throw impossible('No payment gateway has taken money for this order')
  if (source.amount < order.amount) {
    const rest = formatExactly(source.amount, order.currency)
    throw impossible(
      `Only ${rest} of its payment is left to be sent back: the rest was sent before`,
    )
  }
  return source.captureId
}

const impossible = (message: string) => new Refusal('STATUS_NOT_POSSIBLE', { message })

/** The shop has the money, from somewhere that it keeps no account of. */
async function payOutside(
  { now, log }: Context,
  tx: Tx,
  { order, wish: { note, reference } }: Pick<Edit, 'order' | 'wish'>,
): Promise<void> {
  for (const [field, text] of Object.entries({ note, reference }))
    if (!text) throw new Refusal('OUTSIDE_PAYMENT_MISSING', { field })
  const { id, currency, amount, itemPrice, itemId } = order
  const paidAt = now()
  const lines: Line[] = [
    { from: 'house:adjustments', to: 'house:sales', currency, amount },
    { from: 'house:coupons', to: 'house:sales', currency, amount: itemPrice - amount },
  ]
  const [first, ...more] = lines.filter((line) => line.amount > 0)
  if (first) {
    const movement = { key: `order:${id}`, kind: 'order', reference, orderId: id } as const
    await moveMoney(tx, { ...movement, lines: [first, ...more], now: paidAt })
    const moved = { orderId: id, from: 'adjustments', to: 'sales', currency, amount, reference }
    tx.afterCommit(() => log.info(moved, 'money moved'))
  }
  await updateOrder(tx, id, { paidAt, paymentReference: reference })
  await insertSale(tx, itemId)
}
