import { createCoupon, type CouponWithUsers } from '#contract/catalogue/coupons.ts'
import type { Input } from '#contract/core/endpoint.ts'
import type { Person } from '#tests/support/accounts/people.ts'

let made = 0

/** Makes a coupon of 50 rupees for everybody and everything. `fields` override what matters to the test. */
export async function makeCoupon(
  admin: Person,
  fields: Partial<Input<typeof createCoupon>> = {},
): Promise<CouponWithUsers> {
  const { status, data, message } = await admin.call(createCoupon, {
    couponCode: `COUPON-${++made}`,
    discount: 50_00,
    ...fields,
  })
  if (status !== 200) throw new Error(`${status}: ${message}`)
  return data
}
