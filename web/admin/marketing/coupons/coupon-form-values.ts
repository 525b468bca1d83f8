import { z } from 'zod'
import { createCoupon, type CouponWithUsers } from '#contract/catalogue/coupons.ts'
import { Rupees, toDecimal } from '#contract/core/money.ts'
import { dayOf } from '#contract/core/period.ts'
import { toYesNo, numberText, numberTextOr, yesNo } from '#web/admin/forms/field-schemas.ts'

const fields = createCoupon.input.shape

/** Parses the text of the coupon form by the rules of its endpoint. */
export const CouponFormValues = z.strictObject({
  couponCode: fields.couponCode,
  discount: numberText(fields.discount),
  minPrice: numberTextOr(0, Rupees),
  expiresOn: z.union([z.literal(''), z.iso.date()], 'Please enter a date'),
  status: yesNo,
  maxNumberOfUsage: numberTextOr('' as const, fields.maxNumberOfUsage.unwrap().unwrap()),
  maxNumberOfUsagePerUser: numberTextOr(
    '' as const,
    fields.maxNumberOfUsagePerUser.unwrap().unwrap(),
  ),
  isFirstOrderOnly: yesNo,
  allowedRoles: fields.allowedRoles.unwrap(),
  minMargin: numberTextOr(null, fields.minMargin.unwrap()),
  whiteListedUserId: z.array(z.string()),
  blackListedUserId: z.array(z.string()),
  allowedGameId: z.array(z.string()),
  isGlobal: yesNo,
})

const NEW: z.input<typeof CouponFormValues> = {
  couponCode: '',
  discount: '',
  minPrice: '',
  expiresOn: '',
  status: 'yes',
  maxNumberOfUsage: '',
  maxNumberOfUsagePerUser: '',
  isFirstOrderOnly: 'no',
  allowedRoles: ['user'],
  minMargin: '',
  whiteListedUserId: [],
  blackListedUserId: [],
  allowedGameId: [],
  isGlobal: 'no',
}

const toText = (uses: number): string => (uses > 0 ? String(uses) : '')

export const toCouponFormValues = (
  coupon: CouponWithUsers | null,
): z.input<typeof CouponFormValues> =>
  coupon
    ? {
        couponCode: coupon.couponCode,
        discount: toDecimal(coupon.discount, 'INR'),
        minPrice: toDecimal(coupon.minPrice, 'INR'),
        expiresOn: coupon.expiresOn ? dayOf(new Date(coupon.expiresOn)) : '',
        status: toYesNo(coupon.status),
        maxNumberOfUsage: toText(coupon.maxNumberOfUsage),
        maxNumberOfUsagePerUser: toText(coupon.maxNumberOfUsagePerUser),
        isFirstOrderOnly: toYesNo(coupon.isFirstOrderOnly),
        allowedRoles: coupon.allowedRoles,
        minMargin: coupon.minMargin === null ? '' : String(coupon.minMargin / 100),
        whiteListedUserId: coupon.whiteListedUserId,
        blackListedUserId: coupon.blackListedUserId,
        allowedGameId: coupon.allowedGameId,
        isGlobal: toYesNo(coupon.isGlobal),
      }
    : NEW
