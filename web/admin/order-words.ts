import type { Order, OrderStatus, PaymentMethod, PaymentStatus } from '#contract/orders.ts'

export const METHODS: Record<PaymentMethod, string> = { wallet: 'Wallet', upi: 'UPI' }

export const PAYMENTS: Record<PaymentStatus, string> = {
  pending: 'Not paid yet',
  paid: 'Paid',
  refunded: 'Refunded',
  failed: 'Never paid',
}

/** Whom a paid order waits for. */
export const HELD: Record<NonNullable<Order['heldFor']>, string> = {
  player: 'Waits for its player',
  person: 'Waits for a person',
}

/** What an administrator makes of an order, on the button that does it. */
export const MOVES: Record<OrderStatus, string> = {
  pending: 'Wait',
  processing: 'Process',
  completed: 'Complete',
  cancelled: 'Cancel order',
  failed: 'Fail',
  refunded: 'Refund',
}
