import { z } from 'zod'
import * as contract from '#contract/orders.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/db.ts'
import type { Handlers } from '#server/http/implement.ts'
import { Refusal } from '#server/http/refusal.ts'
import {
  forgetAnswer,
  orFirstAnswer,
  toRequest,
  type Request,
} from '#server/idempotency/idempotency.ts'
import { listPaymentsOfOrder } from '#server/payments/captures.ts'
import { refuseMissing } from '#server/payments/customer-needs.ts'
import { getActiveGateway, openPage, preparePayment } from '#server/payments/open-payment.ts'
import { refuseWhileClosed } from '#server/settings/website.ts'
import { endOrder, getLockedOrder } from './end-order.ts'
import type { OrderRow } from './list-sql.ts'
import { placeOrder } from './place-order.ts'

type Handle = Handlers<typeof contract>

const Kept = z.object({ orderId: z.string() })
const MINUTE_MS = 60_000
const HOPELESS: string[] = ['PAYMENT_PAGE_UNREACHABLE', 'PAYMENTS_NOT_OFFERED', 'PHONE_NEEDED']

/** What is kept under the key is the order, so that a page that was lost on the way can be opened again. */
export const placeUpiOrder: Handle['placeUpiOrder'] = async (ctx, input, caller, visit) => {
  await refuseWhileClosed(ctx, caller)
  const { idempotencyKey, ...chosen } = input
  const key = visit.idempotencyKey ?? idempotencyKey ?? null
  const endpoint = contract.placeUpiOrder
  const request = toRequest({ endpoint, callerId: caller.id, key, input: chosen })
  const answer = await orFirstAnswer(ctx, request, async () => {
    const { gateway } = await getActiveGateway(ctx)
    await refuseMissing(ctx.sql, gateway, caller.id)
    const expiresAt = new Date(ctx.now().getTime() + ctx.config.orderExpiryMinutes * MINUTE_MS)
    const buyer = { caller, buyerAddress: visit.ip }
    return placeOrder(ctx, { ...chosen, ...buyer, currency: 'INR', request, expiresAt })
  })
  const { orderId } = Kept.parse(answer)
  try {
    return { payment_url: await openOrderPage(ctx, { orderId, isKnown: true }) }
  } catch (error) {
    if (error instanceof Refusal && HOPELESS.includes(error.code))
      await giveUp(ctx, { orderId, request, answer })
    throw error
  }
}

export const payOrder: Handle['payOrder'] = async (ctx, { id }, caller) => {
  await refuseWhileClosed(ctx, caller)
  return { payment_url: await openOrderPage(ctx, { orderId: id, userId: caller.id }) }
}

type Wanted = {
  orderId: string
  userId?: string // whose it must be
  isKnown?: boolean // what was answered before is answered again, whatever became of the order
}

/** One payment at a time: its page is opened by whoever comes first, and is everybody's. */
async function openOrderPage(ctx: Context, wanted: Wanted): Promise<string> {
  const { active, byName } = await ctx.gateways()
  const { paymentId, order } = await ctx.sql.begin(async (tx) => {
    const order = await getLockedOrder(tx, wanted.orderId)
    if (wanted.userId && order.userId !== wanted.userId) throw new Refusal('NO_SUCH_ORDER')
    const known = await findPayment(ctx, tx, { order, isKnown: wanted.isKnown ?? false })
    if (known) return { paymentId: known, order }
    const gateway = active && byName[active]
    if (!gateway) throw new Refusal('PAYMENTS_NOT_OFFERED')
    const { id: orderId, userId, amount } = order
    await refuseMissing(tx, gateway, userId)
    const payment = { userId, purpose: 'order', orderId, gateway: active, amount } as const
    return { paymentId: (await preparePayment(ctx, tx, payment)).id, order }
  })
  return openPage(ctx, { paymentId, words: `${order.itemName}, ${order.gameName}` })
}

type Seen = { order: OrderRow; isKnown: boolean }

/** Null where a new one is to be opened. */
async function findPayment(ctx: Context, tx: Tx, { order, isKnown }: Seen): Promise<string | null> {
  const payments = await listPaymentsOfOrder(tx, order.id)
  const problem = findProblem(order, ctx.now())
  if (!problem) return payments.findLast(({ state }) => state === 'open')?.id ?? null
  const last = payments.findLast(({ page }) => page)
  if (!isKnown) throw new Refusal('STATUS_NOT_POSSIBLE', { message: problem })
  if (!last) throw new Refusal('PAYMENT_PAGE_UNREACHABLE')
  return last.id
}

function findProblem({ status, expiresAt }: OrderRow, now: Date): string | null {
  if (status !== 'pending') return `This order is ${status}: there is nothing to pay for it`
  if (expiresAt && expiresAt <= now)
    return 'The time to pay for this order is over. Please place a new one'
  return null
}

type Attempt = { orderId: string; request: Request | null; answer: unknown }

/** Nobody can pay for it, so it keeps nothing from others, and the key is good for another try. */
const giveUp = (ctx: Context, { orderId, request, answer }: Attempt): Promise<void> =>
  ctx.sql.begin(async (tx) => {
    const order = await getLockedOrder(tx, orderId)
    const reason = 'The payment page could not be reached, and nothing was charged'
    if (order.status === 'pending')
      await endOrder(ctx, tx, { orderId, end: 'cancelled', reason, isQuiet: true })
    if (request) await forgetAnswer(tx, request, answer)
  })
