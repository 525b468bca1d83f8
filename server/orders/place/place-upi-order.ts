import { z } from 'zod'
import type { GatewayMethod } from '#contract/money/gateways.ts'
import * as contract from '#contract/orders/orders.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  forgetAnswer,
  orFirstAnswer,
  toRequest,
  type Request,
} from '#server/platform/idempotency/idempotency.ts'
import { listPaymentsOfOrder } from '#server/money/payments/captures.ts'
import { refuseMissing } from '#server/money/payments/customer-needs.ts'
import { chooseGateway } from '#server/money/routing/choose-gateway.ts'
import { rateFor } from '#server/catalogue/exchange-rate/rates.ts'
import { refuseWhileClosed } from '#server/catalogue/settings/website.ts'
import { endOrder, getLockedOrder } from '#server/orders/end/end-order.ts'
import { readBuyer } from './buyer-address.ts'
import { continuePayment, openOrderPage } from './open-order-page.ts'
import { placeOrder, type OrderRequest } from './place-order.ts'
import { resumeOrder } from './resume-order.ts'

const Kept = z.object({ orderId: z.string() })
const MINUTE_MS = 60_000
const HOPELESS: string[] = ['PAYMENT_PAGE_UNREACHABLE', 'PAYMENTS_NOT_OFFERED', 'PHONE_NEEDED']

/** Keeps the order under the idempotency key, not its page, so that a page that was lost can be opened again. */
export const placeUpiOrder: Handler<typeof contract.placeUpiOrder> = async (
  ctx,
  input,
  caller,
  visit,
) => {
  await refuseWhileClosed(ctx, caller)
  const { idempotencyKey, ...chosen } = input
  const key = visit.idempotencyKey ?? idempotencyKey ?? null
  const endpoint = contract.placeUpiOrder
  const request = toRequest({ endpoint, callerId: caller.id, key, input: chosen })
  const { currency = 'INR' } = chosen
  const asked = { ...chosen, currency, caller, buyer: await readBuyer(ctx, visit), request }
  return { payment_url: await placeOrResume(ctx, asked) }
}

type UpiOrderRequest = Omit<OrderRequest, 'expiresAt'> & { method?: GatewayMethod }

async function placeOrResume(ctx: Context, input: UpiOrderRequest): Promise<string> {
  const { request, caller, method } = input
  const resumed = await resumeOrder(ctx, input)
  const answer = resumed?.answer ?? (await place(ctx, input))
  const { orderId } = Kept.parse(answer)
  if (resumed?.isFirst) return continuePayment(ctx, { orderId, userId: caller.id, method })
  try {
    return await openOrderPage(ctx, { orderId, method, isFirstAnswer: true })
  } catch (error) {
    if (error instanceof Refusal && HOPELESS.includes(error.code))
      await giveUp(ctx, { orderId, request, answer })
    throw error
  }
}

const place = (ctx: Context, input: UpiOrderRequest): Promise<unknown> =>
  orFirstAnswer(ctx, input.request, async () => {
    const [gateways, userId] = [await ctx.gateways(), input.caller.id]
    rateFor(await ctx.rates(), input.currency) // refuses a currency that the shop doesn't take
    const { gateway } = await chooseGateway(ctx, ctx.sql, {
      gateways,
      currency: input.currency,
      method: input.method,
      userId,
      tried: [],
    })
    await refuseMissing(ctx.sql, gateway, userId)
    const expiresAt = new Date(ctx.now().getTime() + ctx.config.orderExpiryMinutes * MINUTE_MS)
    return placeOrder(ctx, { ...input, expiresAt })
  })

export const payOrder: Handler<typeof contract.payOrder> = async (ctx, { id, method }, caller) => {
  await refuseWhileClosed(ctx, caller)
  return { payment_url: await continuePayment(ctx, { orderId: id, userId: caller.id, method }) }
}

type Attempt = { orderId: string; request: Request | null; answer: unknown }

/**
 * Cancels an order whose payment page can't be opened. Nobody can pay it, so it must not hold stock, and its key can be
 * used again. An order that had a page before may be paid there, so it stays.
 */
const giveUp = (
  ctx: Pick<Context, 'sql' | 'now' | 'log'>,
  { orderId, request, answer }: Attempt,
): Promise<void> =>
  ctx.sql.begin(async (tx) => {
    const order = await getLockedOrder(tx, orderId)
    const isPending = order.status === 'pending'
    if (isPending && (await listPaymentsOfOrder(tx, orderId)).some(({ page }) => page)) return
    const reason = 'We couldn’t reach the payment page. Nothing was charged'
    if (isPending) await endOrder(ctx, tx, { orderId, end: 'cancelled', reason, isQuiet: true })
    if (request) await forgetAnswer(tx, request, answer)
  })
