import { z } from 'zod'
import { Age, ParentState } from '#contract/accounts/consent.ts'
import { endpoint, Id, Right, Role } from '#contract/core/endpoint.ts'
import { Currency, SignedRupees } from '#contract/core/money.ts'
import { walletBalances } from '#contract/core/balances.ts'
import { OrderStatus } from '#contract/orders/order-status.ts'
import { days } from '#contract/core/period.ts'

const ofUser = z.strictObject({ id: Id })

/** Overview of a person. After their account was deleted, email and phone are gone but the books remain. */
export const UserOverview = z.object({
  _id: z.string(),
  fullName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  role: Role,
  rights: z.array(Right), // for staff only
  isEmailVerified: z.boolean(),
  isPhoneVerified: z.boolean(),
  isBlocked: z.boolean(),
  isGuest: z.boolean(),
  claimedBy: z.string().nullable(), // account that proved the email of this guest
  ...walletBalances,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
  lastSeenAt: z.iso.datetime().nullable(), // null if none of their sessions is known any more
  openIssues: z.int(),
  age: Age.nullable(), // as they stated it
  parent: ParentState.nullable(), // null if nobody was asked
})
export type UserOverview = z.output<typeof UserOverview>

export const getUserOverview = endpoint({
  method: 'GET',
  path: '/user/:id/overview',
  access: 'admin',
  right: 'customers',
  message: '',
  input: ofUser,
  output: UserOverview,
})

/** A person's purchases, in rupees. */
export const getUserTotals = endpoint({
  method: 'GET',
  path: '/user/:id/totals',
  access: 'admin',
  right: 'customers',
  message: '',
  input: ofUser,
  output: z.object({
    orders: z.array(z.object({ status: OrderStatus, count: z.int() })), // only statuses that occur
    spent: SignedRupees, // paid and not refunded
    refunded: SignedRupees,
    /** The rank is null if they spent nothing or more than a thousand others are ahead. */
    month: z.object({ rank: z.int().nullable(), spend: SignedRupees }),
    /** The most used first. */
    coupons: z.array(z.object({ _id: z.string(), couponCode: z.string(), uses: z.int() })),
  }),
})

const SavedPlayer = z.object({
  _id: z.string(),
  playerId: z.string(),
  zoneId: z.string(), // empty if the game has none
  userName: z.string(), // empty if it could not be looked up
  gameName: z.string(),
  isConfirmed: z.boolean(),
  updatedAt: z.iso.datetime(),
})
export type SavedPlayer = z.output<typeof SavedPlayer>

/** Lists a person's saved players, the last used first. */
export const listUserPlayers = endpoint({
  method: 'GET',
  path: '/user/:id/players',
  access: 'admin',
  right: 'customers',
  message: '',
  input: ofUser,
  output: z.object({ players: z.array(SavedPlayer) }),
})

/** The same statement file that the customer gets: their wallet's lines, each chained to the one before. */
export const getUserStatementFile = endpoint({
  method: 'GET',
  path: '/user/:id/statement.csv',
  access: 'admin',
  right: 'customers',
  confirm: true,
  message: '',
  input: ofUser.extend({ currency: Currency.default('INR'), ...days }),
  output: z.string(),
  file: 'csv',
})
