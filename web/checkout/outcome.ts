import { formatMoney } from '#contract/money.ts'
import type { OrderWithTimeline } from '#contract/orders.ts'

export type Outcome = {
  is: 'paid' | 'waiting' | 'failed' | 'refunded'
  title: string
  words: string
}

export const PAID: Outcome = {
  is: 'paid',
  title: 'Payment Successful',
  words:
    'Your payment has been successfully processed. You will receive an email with the payment details.',
}

export const FAILED: Outcome = {
  is: 'failed',
  title: 'Payment Failed',
  words:
    'Your payment could not be processed. If your payment has been completed, please contact us for assistance.',
}

/** What the server says of the payment, whatever an address claims. */
export function outcomeOf({ paymentStatus, amount, currency }: OrderWithTimeline): Outcome {
  if (paymentStatus === 'paid') return PAID
  if (paymentStatus === 'failed') return FAILED
  if (paymentStatus === 'refunded')
    return {
      is: 'refunded',
      title: 'Payment Refunded',
      words: `The order could not be delivered. ${formatMoney(amount, currency)} is back in your wallet.`,
    }
  return {
    is: 'waiting',
    title: 'Payment Pending',
    words:
      'We have not heard of your payment yet. As soon as we do, this page says so, and the delivery begins.',
  }
}
