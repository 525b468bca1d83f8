import { z } from 'zod'
import { patience, Written } from '#connectors/request-json.ts'
import type { Captured, GatewayPaymentStatus } from '#connectors/gateways/gateway.ts'
import { PayerFact, payerByUpi } from '#connectors/gateways/payer.ts'
import { failedTry, toMoment, readHundredths } from '#connectors/gateways/wire.ts'
import type { Call } from './cashfree-call.ts'
import type { Links } from './cashfree-links.ts'
import type { Orders, OwnOrder } from './cashfree-orders.ts'

const Payment = z.object({
  cf_payment_id: Written,
  payment_status: z.string(),
  payment_amount: Written,
  payment_currency: z.string(),
  payment_time: z.string().nullish(),
  bank_reference: Written.nullish(),
  is_captured: z.boolean().nullish(),
  payment_method: z
    .object({ upi: z.object({ upi_id: PayerFact }) })
    .nullish()
    .catch(null),
})
type Payment = z.output<typeof Payment>
const Payments = z.array(Payment)

const LINK_STATES = {
  ACTIVE: 'open',
  PARTIALLY_PAID: 'open',
  PAID: 'paid',
  EXPIRED: 'failed',
  CANCELLED: 'failed',
} as const

const ENDED_ORDERS = ['EXPIRED', 'TERMINATED']

type Paid = { reference: string; captureId: string }

/** A payment is a link, for which Cashfree makes orders, or an order under our own reference. */
export function createPayments(call: Call, links: Links, orders: Orders) {
  async function ask(reference: string): Promise<GatewayPaymentStatus> {
    const signal = patience()
    const link = await links.find(reference, signal)
    if (!link) return askOrder(await orders.find(reference, signal), signal)
    const ofLink = await links.listOrders(reference, signal)
    const { captured, hasFailed } = await readPayments(call, ofLink, signal)
    const is = LINK_STATES[link.link_status]
    // A paid link counts as open until Cashfree shows its payment.
    const shown = is === 'paid' && captured.length === 0 ? 'open' : is
    return { is: shown, captured, ...failedTry(hasFailed) }
  }

  /** A UPI code works for one try only, so a failed try ends the payment. */
  async function askOrder(
    order: OwnOrder | null,
    signal: AbortSignal,
  ): Promise<GatewayPaymentStatus> {
    if (!order) return { is: 'unknown', captured: [] }
    const { captured, hasFailed } = await readPayments(call, [order.order_id], signal)
    if (captured.length > 0) return { is: 'paid', captured }
    const isOver = hasFailed || ENDED_ORDERS.includes(order.order_status)
    return { is: isOver ? 'failed' : 'open', captured }
  }

  async function findOrder({ reference, captureId }: Paid, signal: AbortSignal): Promise<string> {
    const ofLink = await links.listOrders(reference, signal)
    for (const order of ofLink.length > 0 ? ofLink : [reference]) {
      const { captured } = await readPayments(call, [order], signal)
      if (captured.some(({ id }) => id === captureId)) return order
    }
    throw new Error('Cashfree has no order with this payment')
  }

  return { ask, findOrder }
}

/** Captured payments of some orders, and whether they have only failed ones. */
async function readPayments(call: Call, orders: string[], signal: AbortSignal) {
  const read = async (order: string): Promise<Payment[]> => {
    const path = `/orders/${encodeURIComponent(order)}/payments`
    const { status, body, fault } = await call(path, { signal })
    if (status === 404) return []
    if (status !== 200) throw fault
    return Payments.parse(body)
  }
  const tries = (await Promise.all(orders.map(read))).flat()
  const hasFailed =
    tries.length > 0 && tries.every(({ payment_status }) => FAILED.includes(payment_status))
  return { captured: tries.filter(hasMoney).map(toCaptured), hasFailed }
}

const FAILED = ['FAILED', 'USER_DROPPED', 'CANCELLED']

/** Money that the bank has only reserved is not captured. */
const hasMoney = ({ payment_status, is_captured }: Payment): boolean =>
  payment_status === 'SUCCESS' && is_captured !== false

const toCaptured = ({ payment_time, bank_reference, ...payment }: Payment): Captured => ({
  id: payment.cf_payment_id,
  amount: readHundredths(payment.payment_amount),
  currency: payment.payment_currency.toUpperCase(),
  bankReference: bank_reference && bank_reference !== 'NA' ? bank_reference : null,
  at: toMoment(payment_time ?? ''),
  payer: payerByUpi(payment.payment_method?.upi.upi_id),
})
