import { z } from 'zod'
import { endpoint, Id, NoInput, Right, Role } from '#contract/core/endpoint.ts'
import { seen } from '#contract/core/fields.ts'
import { Rupees } from '#contract/core/money.ts'
import { walletBalances } from '#contract/core/balances.ts'
import { Paging } from '#contract/core/paging.ts'
import { Email, FullName, INVALID_PHONE, Phone } from './people.ts'

export const User = z.object({
  _id: z.string(),
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  role: Role,
  rights: z.array(Right), // for staff only
  ...walletBalances,
  isPhoneVerified: z.boolean(),
  isEmailVerified: z.boolean(),
  isBlocked: z.boolean(),
  isGuest: z.boolean(), // bought without an account
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type User = z.output<typeof User>

/** The wallet may spend this in 24 hours without the password. Null switches the lock off. */
export const SpendingLock = Rupees.refine((paise) => paise > 0, 'Enter an amount above zero')

const OwnUser = User.extend({
  /** True if this session must confirm the second factor before it can use the back office. */
  isConfirmationDue: z.boolean(),
  /** True if the leaderboard shows a neutral word instead of the first name. */
  isNameHidden: z.boolean(),
  /** Orders beyond this from the wallet, in 24 hours, need the password. Null without a lock. */
  spendingLock: Rupees.nullable(),
})
export type OwnUser = z.output<typeof OwnUser>

export const getUser = endpoint({
  method: 'GET',
  path: '/user',
  access: 'signed-in',
  guests: true,
  message: '',
  input: NoInput,
  output: OwnUser,
})

/**
 * Edits the caller's account. A changed phone number or email is unverified until its owner proves it again. Staff and
 * administrators cannot change their email.
 */
export const editUser = endpoint({
  method: 'PUT',
  path: '/user',
  access: 'signed-in',
  guests: true,
  limit: 'account',
  message: 'Your profile is saved',
  input: z.strictObject({
    fullName: FullName('Please enter your name').exactOptional(),
    email: Email('Please enter your email').exactOptional(),
    phone: Phone(INVALID_PHONE, INVALID_PHONE).exactOptional(),
    isNameHidden: z.boolean().exactOptional(),
    spendingLock: SpendingLock.nullable().exactOptional(),
  }),
  output: OwnUser,
})

const UserSort = z.enum([
  'createdAt',
  '-createdAt',
  'updatedAt',
  '-updatedAt',
  'fullName',
  '-fullName',
  'email',
  '-email',
])

export const listUsers = endpoint({
  method: 'GET',
  path: '/user/all',
  access: 'admin',
  right: 'customers',
  message: '',
  input: Paging.extend({
    searchIndex: z.enum(['email', 'phone', 'fullName', 'any']).default('email'),
    sort: UserSort.default('-createdAt'),
  }),
  output: z.object({ users: z.array(User), total: z.int() }),
})

/** Choices for a picker: the first hundred people whose email or name begins with the search. */
export const pickUsers = endpoint({
  method: 'GET',
  path: '/user/all/user',
  access: 'admin',
  right: ['customers', 'marketing'],
  message: '',
  input: z.strictObject({ search: z.string().trim().max(200).default('') }),
  output: z.object({ users: z.array(User.pick({ _id: true, fullName: true, email: true })) }),
})

export const findUser = endpoint({
  method: 'GET',
  path: '/user/:id',
  access: 'admin',
  right: 'customers',
  message: '',
  input: z.strictObject({ id: Id }),
  output: User,
})

/**
 * Edits an account. Only administrators give roles and rights, and only to accounts with a verified email. Staff with
 * this right block and unblock customers.
 */
export const editUserAsAdmin = endpoint({
  method: 'PUT',
  path: '/user/:id',
  access: 'admin',
  right: 'customers',
  confirm: true,
  message: 'User updated',
  input: z.strictObject({
    id: Id,
    role: Role.exactOptional(),
    rights: z.array(Right).exactOptional(), // they only matter for staff
    isBlocked: z.boolean().exactOptional(),
    was: seen(z.strictObject({ role: Role, rights: z.array(Right), isBlocked: z.boolean() })),
  }),
  output: User,
})
