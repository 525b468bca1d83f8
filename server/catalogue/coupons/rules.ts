import type { Role } from '#contract/endpoint.ts'
import type { RefusalCode } from '#contract/errors.ts'
import { formatMoney } from '#contract/money.ts'

/** A coupon as one customer meets it at one pack. Uses count paid orders: an unpaid one gives way to an order that is paid. */
export type CouponHere = {
  discount: number // in paise
  isActive: boolean
  expiresAt: Date | null
  useCount: number
  useMax: number | null
  ownUseCount: number
  useMaxEach: number | null
  isFirstOrderOnly: boolean
  hasOrdered: boolean // whether the customer has a paid order that was not refunded
  roles: Role[]
  priceMin: number // in paise
  marginMin: number | null // in hundredths of a percent of the cost price
  costPrice: number | null // in paise
  isForUser: boolean
  isForGame: boolean
}

export type Reason = { code: RefusalCode; message?: string }

/** Why a coupon cannot be used; null when it can. Who may not use it learns nothing else about it. */
export function whyNot(coupon: CouponHere, { role, price, now }: Sale): Reason | null {
  if (!coupon.isForUser) return inWords('This coupon is not for your account')
  if (!coupon.roles.includes(role)) return { code: 'COUPON_ROLE' }
  if (!coupon.isActive) return inWords('This coupon is not active')
  if (coupon.expiresAt && coupon.expiresAt <= now) return inWords('This coupon has expired')
  if (coupon.useMax !== null && coupon.useCount >= coupon.useMax)
    return inWords('This coupon has been used up')
  if (coupon.useMaxEach !== null && coupon.ownUseCount >= coupon.useMaxEach)
    return { code: 'COUPON_USED' }
  if (coupon.isFirstOrderOnly && coupon.hasOrdered) return { code: 'COUPON_FIRST_ORDER' }
  if (!coupon.isForGame) return inWords('This coupon is not for this game')
  if (price < coupon.priceMin)
    return inWords(`This coupon is for prices from ${formatMoney(coupon.priceMin, 'INR')} on`)
  return keepsMargin(coupon, price) ? null : { code: 'COUPON_MARGIN' }
}

type Sale = { role: Role; price: number; now: Date }

const inWords = (message: string): Reason => ({ code: 'COUPON_NOT_USABLE', message })

/** A pack whose cost is unknown has no margin that could be proven. `place_orders` computes the same. */
function keepsMargin({ marginMin, costPrice, discount }: CouponHere, price: number): boolean {
  if (marginMin === null) return true
  if (costPrice === null) return false
  return Math.max(price - discount, 0) * 100_00 >= costPrice * (100_00 + marginMin)
}
