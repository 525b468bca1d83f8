import { formatMoney } from '#contract/money.ts'

/** A coupon as one customer meets it at one game. */
export type CouponHere = {
  isActive: boolean
  expiresAt: Date | null
  useCount: number
  useMax: number | null
  priceMin: number // in paise
  isForUser: boolean
  isForGame: boolean
}

/** Why a coupon cannot be used, in words; null when it can. Who may not use it learns nothing else about it. */
export function whyNot(coupon: CouponHere, { price, now }: Sale): string | null {
  if (!coupon.isForUser) return 'This coupon is not for your account'
  if (!coupon.isActive) return 'This coupon is not active'
  if (coupon.expiresAt && coupon.expiresAt <= now) return 'This coupon has expired'
  if (coupon.useMax !== null && coupon.useCount >= coupon.useMax)
    return 'This coupon has been used up'
  if (!coupon.isForGame) return 'This coupon is not for this game'
  if (price < coupon.priceMin)
    return `This coupon is for prices from ${formatMoney(coupon.priceMin, 'INR')} on`
  return null
}

type Sale = { price: number; now: Date }
