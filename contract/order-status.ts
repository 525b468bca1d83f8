import { z } from 'zod'

export const OrderStatus = z.enum([
  'pending',
  'processing',
  'completed',
  'cancelled',
  'failed',
  'refunded',
])
export type OrderStatus = z.output<typeof OrderStatus>

/** The legal moves of an order. Whatever ends a paid one without delivery gives its money back. */
export const NEXT_STATUS = {
  pending: ['processing', 'completed', 'cancelled', 'failed'],
  processing: ['completed', 'cancelled', 'failed', 'refunded'],
  completed: ['refunded'],
  cancelled: [],
  failed: [],
  refunded: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>

/** Those that an administrator may choose. That an order is paid for is not theirs to say without a payment. */
export const NEXT_STATUS_BY_HAND: Record<OrderStatus, readonly OrderStatus[]> = {
  ...NEXT_STATUS,
  pending: NEXT_STATUS.pending.filter((status) => status !== 'processing'),
}

export const PaymentMethod = z.enum(['wallet', 'upi'])
export type PaymentMethod = z.output<typeof PaymentMethod>

export const PaymentStatus = z.enum(['pending', 'paid', 'refunded', 'failed'])
export type PaymentStatus = z.output<typeof PaymentStatus>

/** One step of an order's way, in words that its customer reads. */
export const OrderEvent = z.object({
  number: z.int(),
  status: OrderStatus,
  message: z.string(),
  at: z.iso.datetime(),
})
export type OrderEvent = z.output<typeof OrderEvent>
