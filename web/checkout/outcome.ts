import type { OrderWithTimeline } from '#contract/orders.ts'

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
  words:
    'We are asking the bank. As soon as it answers, this page says so by itself, and the delivery begins.',
}

const UNPAID: Outcome = {
  ...WAITING,
  words:
    'We have heard of no payment yet. If you paid, wait here: we are asking the bank, and this page says so by itself.',
}

const IF_LATE =
  'Nothing was charged for it. Should your money still arrive, we put it into your wallet and write to you.'

/** What the server says of the payment. An address only claims: it is heard while nothing is known. */
export function outcomeOf(order: OrderWithTimeline, isClaimed: boolean): Outcome {
  const lastWords = `${order.timeline.at(-1)!.message}.`
  switch (order.paymentStatus) {
    case 'paid':
      return PAID
    case 'pending':
      if (order.hasPaymentFailed) return FAILED
      return isClaimed ? WAITING : UNPAID
    case 'failed':
      return { ...FAILED, words: hasHeardMore(order) ? lastWords : `${lastWords} ${IF_LATE}` }
    case 'refunded':
      return { is: 'refunded', title: 'Payment Refunded', words: lastWords }
  }
}

/** Money that came after all has its own words. */
const hasHeardMore = ({ endedAt, timeline }: OrderWithTimeline): boolean =>
  endedAt !== null && timeline.at(-1)!.at > endedAt
