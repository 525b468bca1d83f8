import { z } from 'zod'
import { SlugSought } from './catalog.ts'
import { endpoint, Id, NoOutput, Role } from '#contract/core/endpoint.ts'
import { required, seen } from '#contract/core/fields.ts'
import { Rupees } from '#contract/core/money.ts'
import { Paging } from '#contract/core/paging.ts'
import { Margin } from './suppliers/prices.ts'

/** Discount of a coupon for this purchase, at most the whole price. */
export const applyCoupon = endpoint({
  method: 'POST',
  path: '/coupon/code',
  access: 'signed-in',
  guests: true,
  message: 'Coupon applied',
  input: z.strictObject({
    couponCode: required('Please enter a coupon code').max(40).toUpperCase(),
    gameSlug: SlugSought,
    itemSlug: SlugSought,
    gameDetailId: Id,
  }),
  output: z.object({ couponCode: z.string(), discount: Rupees }),
})

/**
 * A maximum of 0 means no limit. `minMargin` is the margin that must remain, in percent of the pack's cost; null asks
 * for none. `numberOfUsage` counts the orders that hold a use, paid or awaiting payment.
 */
const Coupon = z.object({
  _id: z.string(),
  couponCode: z.string(),
  discount: Rupees,
  minPrice: Rupees,
  expiresOn: z.iso.datetime().nullable(),
  status: z.boolean(),
  numberOfUsage: z.int(),
  maxNumberOfUsage: z.int(),
  maxNumberOfUsagePerUser: z.int(),
  isFirstOrderOnly: z.boolean(),
  allowedRoles: z.array(Role),
  minMargin: Margin.nullable(),
  noOfWhiteListedUsers: z.int(),
  noOfBlackListedUsers: z.int(),
  allowedGameId: z.array(z.string()), // empty allows all games
  isGlobal: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Coupon = z.output<typeof Coupon>

/** A coupon with the people on its lists. Deleted accounts have neither name nor email. */
const CouponWithUsers = Coupon.extend({
  whiteListedUserId: z.array(z.string()),
  blackListedUserId: z.array(z.string()),
  users: z.array(z.object({ _id: z.string(), fullName: z.string(), email: z.string() })),
})
export type CouponWithUsers = z.output<typeof CouponWithUsers>

const USERS_MAX = 10_000
const GAMES_MAX = 2_500
const USES_MAX = 1_000_000_000
const BODY_BYTES_MAX = 2_000_000 // room for all of them, before and after a change

const NO_DATE = 'Please enter a date'
const ofThisCentury = (date: string) => date.startsWith('20')

/** The last day in the shop's time zone, or an exact time. Empty or null for no end. */
const Expiry = z
  .union(
    [z.literal(''), z.iso.date().refine(ofThisCentury), z.iso.datetime().refine(ofThisCentury)],
    NO_DATE,
  )
  .nullable()

const users = z.array(Id).max(USERS_MAX, `A list can have at most ${USERS_MAX} users`)

const Uses = z
  .union([z.literal(''), z.int().min(0).max(USES_MAX)], 'Please enter a whole number')
  .nullable()

const fields = {
  couponCode: required('Please enter a coupon code')
    .max(40, 'A code can have at most 40 characters')
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9_-]*$/, 'A code can have letters, digits, - and _'),
  discount: Rupees.refine((paise) => paise > 0, 'Please enter a discount'),
}
const optional = {
  minPrice: Rupees,
  expiresOn: Expiry,
  status: z.boolean(),
  maxNumberOfUsage: Uses,
  maxNumberOfUsagePerUser: Uses,
  isFirstOrderOnly: z.boolean(),
  allowedRoles: z
    .array(Role)
    .min(1, 'Choose at least one type of account')
    .refine(
      (roles) => new Set(roles).size === roles.length,
      'Choose each type of account only once',
    ),
  minMargin: Margin.nullable(),
  whiteListedUserId: users,
  blackListedUserId: users,
  allowedGameId: z.array(Id).max(GAMES_MAX, `A coupon can have at most ${GAMES_MAX} games`),
  isGlobal: z.boolean(),
}

const CouponSort = z.enum([
  'createdAt',
  '-createdAt',
  'couponCode',
  '-couponCode',
  'discount',
  '-discount',
  'minPrice',
  '-minPrice',
  'expiresOn',
  '-expiresOn',
  'numberOfUsage',
  '-numberOfUsage',
])

export const listCoupons = endpoint({
  method: 'GET',
  path: '/coupon',
  access: 'admin',
  right: 'marketing',
  message: '',
  input: Paging.extend({ sort: CouponSort.default('-createdAt') }),
  output: z.object({ coupons: z.array(Coupon), totalCoupons: z.int() }),
})

export const findCoupon = endpoint({
  method: 'GET',
  path: '/coupon/:id',
  access: 'admin',
  right: 'marketing',
  message: '',
  input: z.strictObject({ id: Id }),
  output: CouponWithUsers,
})

/**
 * Without white-listed users, everybody who is not black-listed may use it. A global coupon works for every game.
 * Without `allowedRoles` it is for customers only. Without `minMargin` it may cause a loss.
 */
export const createCoupon = endpoint({
  method: 'POST',
  path: '/coupon',
  access: 'admin',
  right: 'marketing',
  confirm: true,
  bodyBytesMax: BODY_BYTES_MAX,
  message: 'Coupon added',
  input: z.strictObject(optional).partial().extend(fields),
  output: CouponWithUsers,
})

/** Edits a coupon. A list that is sent replaces the one before. */
export const editCoupon = endpoint({
  method: 'PUT',
  path: '/coupon/:id',
  access: 'admin',
  right: 'marketing',
  confirm: true,
  bodyBytesMax: BODY_BYTES_MAX,
  message: 'Coupon updated',
  input: z
    .strictObject({ ...fields, ...optional })
    .partial()
    .extend({ id: Id, was: seen(z.strictObject({ ...fields, ...optional })) }),
  output: CouponWithUsers,
})

/** Deletes a coupon. Orders keep their discount, and the code can be used again. */
export const deleteCoupon = endpoint({
  method: 'DELETE',
  path: '/coupon/:id',
  access: 'admin',
  right: 'marketing',
  message: 'Coupon deleted',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})
