import { z } from 'zod'
import { endpoint, Id, Right, Role } from './endpoint.ts'
import { Currency, SignedDollars, SignedRupees } from './money.ts'
import { OrderStatus } from './order-status.ts'
import { days } from './period.ts'

const ofUser = z.strictObject({ id: Id })

/** Who somebody is, also after their account was deleted: then email and phone are gone, and the books are there. */
export const UserOverview = z.object({
  _id: z.string(),
  fullName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  role: Role,
  rights: z.array(Right), // of the staff
  isEmailVerified: z.boolean(),
  isPhoneVerified: z.boolean(),
  isBlocked: z.boolean(),
  balance: SignedRupees,
  USDbalance: SignedDollars,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
  lastSeenAt: z.iso.datetime().nullable(), // null when no session of theirs is known any more
  openIssues: z.int(),
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

/** What somebody has bought, all in rupees. */
export const getUserTotals = endpoint({
  method: 'GET',
  path: '/user/:id/totals',
  access: 'admin',
  right: 'customers',
  message: '',
  input: ofUser,
  output: z.object({
    orders: z.array(z.object({ status: OrderStatus, count: z.int() })), // of those that there are
    spent: SignedRupees, // what was paid and not given back
    refunded: SignedRupees,
    /** No rank: nothing spent, or more than a thousand others are ahead. */
    month: z.object({ rank: z.int().nullable(), spend: SignedRupees }),
    /** The most used first. */
    coupons: z.array(z.object({ _id: z.string(), couponCode: z.string(), uses: z.int() })),
  }),
})

const SavedPlayer = z.object({
  _id: z.string(),
  playerId: z.string(),
  zoneId: z.string(), // empty where the game has none
  userName: z.string(), // empty where nobody could be asked
  gameName: z.string(),
  isConfirmed: z.boolean(),
  updatedAt: z.iso.datetime(),
})
export type SavedPlayer = z.output<typeof SavedPlayer>

/** The last used first. */
export const listUserPlayers = endpoint({
  method: 'GET',
  path: '/user/:id/players',
  access: 'admin',
  right: 'customers',
  message: '',
  input: ofUser,
  output: z.object({ players: z.array(SavedPlayer) }),
})

/** The same file as the customer's own: their wallet's lines, each chained to the one before. */
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
