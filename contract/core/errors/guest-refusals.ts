/** Refusals about guests, in the form of `errors.ts`. */
export const GUEST_REFUSALS = {
  GUESTS_CANNOT: [403, 'Verify your email first. It takes one code, and keeps your orders'],
  GUESTS_OFF: [403, 'This shop sells to customers with an account. Sign up, it takes a minute'],
  COUPON_NEEDS_ACCOUNT: [409, 'This coupon is for customers with an account. Sign in to use it'],
  ORDER_LINK_WRONG: [404, 'This link is incomplete. Open the one in your email'],
  ORDER_CLAIMED: [409, 'This order is in your account now. Sign in to see it'],
} as const
