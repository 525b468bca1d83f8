import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { askBriefly } from '#server/money/payments/ask-payment.ts'
import { listPaymentsOfOrder, type PaymentRow } from '#server/money/payments/captures.ts'
import { refuseMissing } from '#server/money/payments/customer-needs.ts'
import {
  markReopened,
  openAtBest,
  preparePayment,
  type OpenPageDeps,
} from '#server/money/payments/open-payment.ts'
import { chooseGateway, listReady } from '#server/money/routing/choose-gateway.ts'
import type { Gateways } from '#server/money/gateways/gateways.ts'
import { methodOf } from '#server/money/gateways/methods.ts'
import type { Currency } from '#contract/core/money.ts'
import type { GatewayMethod, GatewayName } from '#contract/money/gateways.ts'
import { closeOpenPayments } from '#server/orders/end/close-payments.ts'
import { getLockedOrder } from '#server/orders/end/end-order.ts'
import { refuseStranger } from '#server/orders/read/find-order.ts'
import { selectOrder, type OrderRow } from '#server/orders/read/list-sql.ts'
import { selectUnsettled } from '#server/orders/end/payment-sql.ts'
import { giveWay } from './resume-order.ts'

type Own = { orderId: string; userId: string; method: GatewayMethod | undefined }

const PATIENCE_MS = 2_500

/**
 * Returns the payment page of a pending order. Asks the gateway first: if the money has arrived, it returns the page of
 * the order, so that nobody pays twice.
 */
export async function continuePayment(
  ctx: OpenPageDeps,
  { orderId, userId, method }: Own,
): Promise<string> {
  const order = await selectOrder(ctx.sql, orderId)
  if (!order) throw new Refusal('NO_SUCH_ORDER')
  await refuseStranger(ctx.sql, userId, order)
  const payments = await listPaymentsOfOrder(ctx.sql, orderId)
  if (payments.length > 0) refuseEnded(order, ctx.now())
  const open = payments.filter(({ state, page }) => state === 'open' && page)
  await Promise.all(open.map(({ id }) => askBriefly(ctx, id, PATIENCE_MS * ctx.patience)))
  return openOrderPage(ctx, { orderId, method, isFirstAnswer: false })
}

type OrderPageInput = {
  orderId: string
  method: GatewayMethod | undefined
  isFirstAnswer: boolean // true for the first answer under a key, which stays the same whatever happens to the order
}

/**
 * Opens the payment page of an order. An order has one payment at a time, which all callers share: one by another method
 * is closed. An order that was ended in favour of its twin leads to the page of the twin.
 */
export const openOrderPage = (ctx: OpenPageDeps, wanted: OrderPageInput): Promise<string> =>
  openAtBest(ctx, (tried) => prepareOrderPage(ctx, { ...wanted, tried }))

type Wanted = OrderPageInput & { tried: GatewayName[] }

/** Finds or stores the payment to open a page for, or returns the address of a page that tells more. */
async function prepareOrderPage(ctx: OpenPageDeps, wanted: Wanted) {
  const { orderId, method, isFirstAnswer, tried } = wanted
  const gateways = await ctx.gateways()
  const found = await ctx.sql.begin(async (tx) => {
    const order = await getLockedOrder(tx, orderId)
    const hasArrived = order.paidAt !== null || (await selectUnsettled(tx, orderId)).length > 0
    if (hasArrived && !isFirstAnswer) return null
    const payments = await listPaymentsOfOrder(tx, orderId)
    const twinId = payments.length === 0 ? await giveWay(ctx, tx, order) : null
    if (twinId) return { twinId } as const
    const known = await findPayment(ctx, tx, {
      order,
      payments,
      method,
      isFirstAnswer,
      hasArrived,
    })
    if (known) return { order, paymentId: known }
    // After a page that did not open, any other method will do.
    const last =
      tried.length === 0 ? findLastMethod(ctx, gateways, order.currency, payments) : undefined
    const another = { order, method: method ?? last, gateways, tried }
    return { order, paymentId: await prepareAnother(ctx, tx, another) }
  })
  if (!found) return `${ctx.config.publicUrl}/purchase/status?status=true&orderId=${orderId}`
  if ('twinId' in found) return openOrderPage(ctx, { orderId: found.twinId, method, isFirstAnswer })
  const { order, paymentId } = found
  const words = `${order.itemName}, ${order.gameName}`
  return { paymentId, words, currency: order.currency, method }
}

/** The method that the customer chose the last time, if the shop still offers it. */
function findLastMethod(
  ctx: Pick<Context, 'connectors'>,
  gateways: Gateways,
  currency: Currency,
  payments: PaymentRow[],
): GatewayMethod | undefined {
  const last = payments.at(-1)
  const method = last && methodOf(last)
  return method && listReady(ctx, gateways, { currency, method }).length > 0 ? method : undefined
}

type Another = {
  order: OrderRow
  method: GatewayMethod | undefined
  gateways: Gateways
  tried: GatewayName[]
}

async function prepareAnother(
  ctx: Pick<Context, 'now' | 'config' | 'connectors'>,
  tx: Tx,
  { order, method, gateways, tried }: Another,
): Promise<string> {
  const { id: orderId, userId, currency, rate, amount } = order
  const choice = await chooseGateway(ctx, tx, { gateways, currency, method, userId, tried })
  await closeOpenPayments(tx, orderId)
  await refuseMissing(tx, choice.gateway, userId)
  const payment = {
    userId,
    purpose: 'order',
    orderId,
    choice,
    currency,
    rate,
    amount,
  } as const
  return (await preparePayment(ctx, tx, payment)).id
}

type PaymentLookup = {
  order: OrderRow
  payments: PaymentRow[]
  method: GatewayMethod | undefined
  isFirstAnswer: boolean
  hasArrived: boolean
}

/** Finds the payment whose page is to be shown. Null if a new payment is needed. */
async function findPayment(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  seen: PaymentLookup,
): Promise<string | null> {
  const { order, payments, method, isFirstAnswer, hasArrived } = seen
  if (!hasArrived && isPayable(order, ctx.now())) {
    const open = payments.findLast(
      (one) => one.state === 'open' && (method === undefined || methodOf(one) === method),
    )
    if (open?.returnedAt) {
      await markReopened(tx, open.id)
      await enqueue(tx, 'tell-failed-try', { orderId: order.id })
    }
    return open?.id ?? null
  }
  if (!isFirstAnswer) refuseEnded(order, ctx.now())
  const last = payments.findLast(({ page }) => page)
  if (!last) throw new Refusal('PAYMENT_PAGE_UNREACHABLE')
  return last.id
}

const isPayable = (order: OrderRow, now: Date): boolean => findProblem(order, now) === null

function refuseEnded(order: OrderRow, now: Date): void {
  const message = findProblem(order, now)
  if (message) throw new Refusal('STATUS_NOT_POSSIBLE', { message })
}

function findProblem({ status, expiresAt }: OrderRow, now: Date): string | null {
  if (status !== 'pending') return `This order is already ${status}, so there’s nothing to pay`
  if (expiresAt && expiresAt <= now)
    return 'The time to pay for this order has run out. Please place a new one'
  return null
}
