import * as contract from '#contract/catalogue/coupons.ts'
import { implement } from '#server/platform/http/implement.ts'
import { applyCoupon } from './apply-coupon.ts'
import { createCoupon, deleteCoupon, editCoupon } from './edit.ts'
import { findCoupon, listCoupons } from './coupons.ts'

export const couponRoutes = implement(contract, {
  applyCoupon,
  listCoupons,
  findCoupon,
  createCoupon,
  editCoupon,
  deleteCoupon,
})
