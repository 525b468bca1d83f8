import { queryOptions } from '@tanstack/react-query'
import type { Input } from '#contract/core/endpoint.ts'
import { getQuote, type Quote } from '#contract/orders/orders.ts'
import { ApiError, call, refusalOf } from '#web/api/call.ts'

/** If the coupon was refused, the quote excludes it. */
export type Quoted = { quote: Quote; couponRefusal: ApiError | null }

/** The current price, refetched on every visit. */
export const quoteFor = (input: Input<typeof getQuote>) =>
  queryOptions({ queryKey: [getQuote.path, input], queryFn: () => ask(input), staleTime: 0 })

async function ask(input: Input<typeof getQuote>): Promise<Quoted | ApiError> {
  try {
    return { quote: await call(getQuote, input), couponRefusal: null }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!input.couponCode || !isAboutCoupon(refusal)) return refusal
    const without = await ask({ ...input, couponCode: '' })
    return without instanceof ApiError ? without : { ...without, couponRefusal: refusal }
  }
}

export const isAboutCoupon = ({ code }: ApiError): boolean => code.includes('COUPON')
