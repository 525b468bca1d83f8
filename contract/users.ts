import { z } from 'zod'
import { endpoint, Id, NoInput, Role } from './endpoint.ts'
import { SignedDollars, SignedRupees } from './money.ts'
import { Paging } from './paging.ts'
import { Email, FullName, INVALID_PHONE, Phone } from './people.ts'

export const User = z.object({
  _id: z.string(),
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  role: Role,
  balance: SignedRupees,
  USDbalance: SignedDollars,
  isPhoneVerified: z.boolean(),
  isEmailVerified: z.boolean(),
  isBlocked: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type User = z.output<typeof User>

export const getUser = endpoint({
  method: 'GET',
  path: '/user',
  access: 'signed-in',
  message: '',
  input: NoInput,
  output: User,
})

/** A changed phone number or e-mail is unverified until its owner proves it again. */
export const editUser = endpoint({
  method: 'PUT',
  path: '/user',
  access: 'signed-in',
  limit: 'account',
  message: 'Your profile is saved',
  input: z.strictObject({
    fullName: FullName('Please enter your name').exactOptional(),
    email: Email('Please enter your e-mail').exactOptional(),
    phone: Phone(INVALID_PHONE, INVALID_PHONE).exactOptional(),
  }),
  output: User,
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
  message: '',
  input: Paging.extend({
    searchIndex: z.enum(['email', 'phone', 'fullName']).default('email'),
    sort: UserSort.default('-createdAt'),
  }),
  output: z.object({ users: z.array(User), total: z.int() }),
})

/** Whom a picker offers: the first hundred whose e-mail or name begins so. */
export const pickUsers = endpoint({
  method: 'GET',
  path: '/user/all/user',
  access: 'admin',
  message: '',
  input: z.strictObject({ search: z.string().trim().max(200).default('') }),
  output: z.object({ users: z.array(User.pick({ _id: true, fullName: true, email: true })) }),
})

export const findUser = endpoint({
  method: 'GET',
  path: '/user/:id',
  access: 'admin',
  message: '',
  input: z.strictObject({ id: Id }),
  output: User,
})

export const editUserAsAdmin = endpoint({
  method: 'PUT',
  path: '/user/:id',
  access: 'admin',
  message: 'User updated',
  input: z.strictObject({
    id: Id,
    role: Role.exactOptional(),
    isBlocked: z.boolean().exactOptional(),
  }),
  output: User,
})
