import type { Quote } from '#contract/orders/orders.ts'
import type { Method, Offered } from './offered.ts'

type Lacking = Pick<Quote, 'missing'>

type Choice = {
  own: Lacking // in the currency shown to the customer
  rupees: Lacking
  offered: Pick<Offered, 'upi' | 'ways'>
  isGuest: boolean
  kept: string | null // chosen by hand the last time
}

/**
 * The payment method selected at first: the one that the customer chose the last time, if it can pay. Otherwise the
 * wallet, unless only a gateway can pay.
 */
export function firstMethod({ own, rupees, offered, isGuest, kept }: Choice): Method {
  const hasEnough = !isGuest && (own.missing <= 0 || rupees.missing <= 0)
  const methods: Method[] = [
    ...(hasEnough ? (['wallet'] as const) : []),
    ...offered.ways.filter((method) => method !== 'upi' || offered.upi),
  ]
  return methods.find((method) => method === kept) ?? methods[0] ?? (isGuest ? 'upi' : 'wallet')
}
