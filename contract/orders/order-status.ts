import { z } from 'zod'
import { nameOf, type Currency } from '#contract/core/money.ts'
import { METHOD_NAMES, type GatewayMethod } from '#contract/money/gateways.ts'

export const OrderStatus = z.enum([
  'pending',
  'processing',
  'completed',
  'cancelled',
  'failed',
  'refunded',
])
export type OrderStatus = z.output<typeof OrderStatus>

/** Allowed changes of an order's status. Any end of a paid order without delivery refunds it. */
export const NEXT_STATUS = {
  pending: ['processing', 'completed', 'cancelled', 'failed'],
  processing: ['completed', 'cancelled', 'failed', 'refunded'],
  completed: ['refunded'],
  cancelled: [],
  failed: [],
  refunded: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>

/** Changes that an administrator may choose. They cannot mark an order as paid without a payment. */
export const NEXT_STATUS_BY_HAND: Record<OrderStatus, readonly OrderStatus[]> = {
  ...NEXT_STATUS,
  pending: NEXT_STATUS.pending.filter((status) => status !== 'processing'),
}

export const PaymentMethod = z.enum(['wallet', 'upi']) // `upi` is through a gateway
export type PaymentMethod = z.output<typeof PaymentMethod>

type Paying = {
  paymentMethod: PaymentMethod
  currency: Currency
  method: GatewayMethod | null // null before there is a payment, and in payments of version 0.1.0
}

/** Names the payment method. Until somebody has chosen how to pay dollars, nobody knows how they will. */
export function nameMethod({ paymentMethod, currency, method }: Paying): string {
  if (paymentMethod === 'wallet') return 'Wallet'
  if (method) return METHOD_NAMES[method]
  return currency === 'INR' ? METHOD_NAMES.upi : `In ${nameOf(currency)}`
}

export const PaymentStatus = z.enum(['pending', 'paid', 'refunded', 'failed'])
export type PaymentStatus = z.output<typeof PaymentStatus>

/** A step of an order, in words for the customer. */
export const OrderEvent = z.object({
  number: z.int(),
  status: OrderStatus,
  message: z.string(),
  at: z.iso.datetime(),
})
export type OrderEvent = z.output<typeof OrderEvent>
