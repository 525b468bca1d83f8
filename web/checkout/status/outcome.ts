import type { OrderWithTimeline } from '#contract/orders/orders.ts'

export type Outcome = {
  is: 'paid' | 'waiting' | 'failed' | 'refunded'
  title: string
  words: string
}

const PAID: Outcome = {
  is: 'paid',
  title: 'Payment Successful',
  words:
    'Your payment has been successfully processed. You will receive an email with the payment details.',
}

const DELIVERED: Outcome = {
  is: 'paid',
  title: 'Paid and delivered',
  words: 'Your order was delivered to your player. Have fun!',
}

const PLAYER_WRONG: Outcome = {
  is: 'waiting',
  title: 'Paid. Not delivered: player not found',
  words: 'Correct the player below, or take a refund.',
}

const LATE: Outcome = {
  is: 'waiting',
  title: 'Paid. Delivery is taking longer than usual',
  words:
    'We’ve received your payment. We’ll email you as soon as your order is delivered or refunded.',
}

export const FAILED: Outcome = {
  is: 'failed',
  title: 'Payment Failed',
  words:
    'Your payment could not be processed. If your payment has been completed, please contact us for assistance.',
}

export const NOT_FOUND: Outcome = {
  is: 'failed',
  title: 'No recent payment found',
  words: 'You have not placed an order in the last 30 minutes. Your orders show earlier payments.',
}

const WAITING: Outcome = {
  is: 'waiting',
  title: 'Payment Pending',
  words: 'We are waiting for your bank. This page updates automatically.',
}

const IF_PAID =
  'We haven’t received your payment. If you paid, wait here: this page updates automatically.'

const LEFT: Outcome = { is: 'waiting', title: 'You left the payment page', words: IF_PAID }
const UNFINISHED: Outcome = { is: 'waiting', title: 'Payment not finished', words: IF_PAID }

const IF_LATE =
  'You were not charged. If your money still arrives, we add it to your wallet and email you.'

type Seen = { isClaimed: boolean; isLate: boolean }

/** The outcome of an order as the server reports it. The address counts only while the payment is pending. */
export function outcomeOf(order: OrderWithTimeline, { isClaimed, isLate }: Seen): Outcome {
  switch (order.paymentStatus) {
    case 'paid':
      return outcomeOfPaid(order, isLate)
    case 'pending':
      if (order.lastTry === 'failed') return FAILED
      if (order.lastTry === 'left') return LEFT
      return isClaimed ? WAITING : UNFINISHED
    case 'failed':
      return outcomeOfUnpaid(order)
    case 'refunded':
      return {
        is: 'refunded',
        title: `${ENDS[order.status]}Payment refunded`,
        words: lastOf(order),
      }
  }
}

function outcomeOfPaid({ status, heldFor }: OrderWithTimeline, isLate: boolean): Outcome {
  if (status === 'completed') return DELIVERED
  if (heldFor === 'player') return PLAYER_WRONG
  return heldFor === 'person' || isLate ? LATE : PAID
}

/** Late payments and wrong amounts go to the wallet. */
function outcomeOfUnpaid(order: OrderWithTimeline): Outcome {
  const words = lastOf(order)
  const title = order.status === 'failed' ? 'Order failed' : 'Order cancelled'
  if (order.isMoneyInWallet)
    return { is: 'refunded', title: `${title}. Your money is in your wallet`, words }
  return { is: 'failed', title: `${title}. Nothing was paid`, words: `${words} ${IF_LATE}` }
}

const ENDS: Partial<Record<OrderWithTimeline['status'], string>> = {
  failed: 'Not delivered. ',
  cancelled: 'Order cancelled. ',
  refunded: '',
}

const lastOf = ({ timeline }: OrderWithTimeline): string => `${timeline.at(-1)!.message}.`
