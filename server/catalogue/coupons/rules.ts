import type { Role } from '#contract/core/endpoint.ts'
import type { RefusalCode } from '#contract/core/errors/errors.ts'
import { formatMoney } from '#contract/core/money.ts'

/** A coupon for one customer and one pack. Only paid orders count as uses: an unpaid order gives way to a paid one. */
export type CouponHere = {
  discount: number // in paise
  isActive: boolean
  expiresAt: Date | null
  useCount: number
  useMax: number | null
  ownUseCount: number
  useMaxEach: number | null
  isFirstOrderOnly: boolean
  hasOrdered: boolean // true after a paid order that was not refunded
  roles: Role[]
  priceMin: number // in paise
  marginMin: number | null // in hundredths of a percent of the cost price
  costPrice: number | null // in paise
  isForUser: boolean
  isForGame: boolean
}

export type Reason = { code: RefusalCode; message?: string }

/** Returns why a coupon cannot be used; null if it can. Customers who may not use it learn nothing else about it. */
export function whyNot(coupon: CouponHere, { role, isGuest, price, now }: Sale): Reason | null {
  if (!coupon.isForUser) return inWords('This coupon isn’t for your account')
  if (!coupon.roles.includes(role)) return { code: 'COUPON_ROLE' }
  if (!coupon.isActive) return inWords('This coupon isn’t active')
  if (coupon.expiresAt && coupon.expiresAt <= now) return inWords('This coupon has expired')
  if (coupon.useMax !== null && coupon.useCount >= coupon.useMax)
    return inWords('This coupon has been used up')
  // Each purchase without an account is a new guest, so a limit for one person would not limit them.
  if (isGuest && (coupon.useMaxEach !== null || coupon.isFirstOrderOnly))
    return { code: 'COUPON_NEEDS_ACCOUNT' }
  if (coupon.useMaxEach !== null && coupon.ownUseCount >= coupon.useMaxEach)
    return { code: 'COUPON_USED' }
  if (coupon.isFirstOrderOnly && coupon.hasOrdered) return { code: 'COUPON_FIRST_ORDER' }
  if (!coupon.isForGame) return inWords('This coupon isn’t for this game')
  if (price < coupon.priceMin)
    return inWords(`This coupon needs a price of at least ${formatMoney(coupon.priceMin, 'INR')}`)
  return keepsMargin(coupon, price) ? null : { code: 'COUPON_MARGIN' }
}

type Sale = { role: Role; isGuest: boolean; price: number; now: Date }

const inWords = (message: string): Reason => ({ code: 'COUPON_NOT_USABLE', message })

/** Refuses a pack of unknown cost, because its margin cannot be proven. `place_orders` applies the same rule. */
function keepsMargin({ marginMin, costPrice, discount }: CouponHere, price: number): boolean {
  if (marginMin === null) return true
  if (costPrice === null) return false
  return Math.max(price - discount, 0) * 100_00 >= costPrice * (100_00 + marginMin)
}
