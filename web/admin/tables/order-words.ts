import type { Order, OrderStatus, PaymentStatus } from '#contract/orders/orders.ts'

export const PAYMENTS: Record<PaymentStatus, string> = {
  pending: 'Not paid yet',
  paid: 'Paid',
  refunded: 'Refunded',
  failed: 'Never paid',
}

/** Reasons why a paid order is held. */
export const HELD: Record<NonNullable<Order['heldFor']>, string> = {
  player: 'Waits for its player',
  person: 'Waits for a person',
}

/** Labels of the buttons that change an order's status. */
export const MOVES: Record<OrderStatus, string> = {
  pending: 'Wait',
  processing: 'Process',
  completed: 'Complete',
  cancelled: 'Cancel order',
  failed: 'Fail',
  refunded: 'Refund',
}
