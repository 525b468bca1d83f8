import { z } from 'zod'
import { endpoint, Role } from '#contract/core/endpoint.ts'
import { PaymentState } from '#contract/money/gateways.ts'
import { inCurrency } from '#contract/core/in-currency.ts'
import { Currency, Hundredths, Rupees } from '#contract/core/money.ts'
import { OrderStatus } from '#contract/orders/order-status.ts'
import { TransferKind } from '#contract/money/wallet.ts'

/** Results of each kind, at most. */
export const FOUND_MAX = 5

const person = { fullName: z.string(), email: z.string().nullable() } // null when the account was deleted

const FoundUser = z.object({
  _id: z.string(),
  ...person,
  phone: z.string().nullable(),
  role: Role,
  isBlocked: z.boolean(),
})

const order = {
  _id: z.string(),
  invoiceId: z.string(),
  status: OrderStatus,
  createdAt: z.iso.datetime(),
  gameName: z.string(),
  itemName: z.string(),
  playerId: z.string(),
  zoneId: z.string(),
  UTR: z.string().nullable(),
  fullName: z.string(),
}

const FoundOrder = inCurrency(({ amount }) => ({ ...order, amount }))

const FoundPayment = z.object({
  _id: z.string(),
  reference: z.string(),
  gatewayTitle: z.string().default(''),
  state: PaymentState,
  currency: Currency,
  amount: Hundredths,
  createdAt: z.iso.datetime(),
  orderId: z.string().nullable(),
  ...person,
})

const transaction = {
  _id: z.string(),
  UTR: z.string(),
  kind: TransferKind,
  createdAt: z.iso.datetime(),
  ...person,
}

const FoundTransaction = inCurrency(({ signed }) => ({ ...transaction, price: signed }))

const FoundGame = z.object({
  _id: z.string(),
  gameSlug: z.string(),
  gameName: z.string(),
  isAvailable: z.boolean(),
})

const FoundItem = z.object({
  _id: z.string(),
  gameSlug: z.string(),
  gameName: z.string(),
  itemName: z.string(),
  sellingPrice: Rupees,
  isAvailable: z.boolean(),
})

const FoundCoupon = z.object({
  _id: z.string(),
  couponCode: z.string(),
  discount: Rupees,
  isActive: z.boolean(),
  expiresOn: z.iso.datetime().nullable(),
})

/** The first matches of each kind, by prefix. Exact matches come first. Only what the caller may see. */
const Found = z.object({
  users: z.array(FoundUser),
  orders: z.array(FoundOrder),
  payments: z.array(FoundPayment),
  transactions: z.array(FoundTransaction),
  games: z.array(FoundGame),
  items: z.array(FoundItem),
  coupons: z.array(FoundCoupon),
})
export type Found = z.output<typeof Found>

/**
 * Finds users by email, phone, name and id; orders by invoice, UTR and player ("12345 2001" is a player with zone);
 * payments by any reference; transactions by UTR; games and packs by name and slug; coupons by code.
 */
export const searchEverywhere = endpoint({
  method: 'GET',
  path: '/admin/search',
  access: 'admin',
  right: 'any',
  message: '',
  input: z.strictObject({ search: z.string().trim().max(200).default('') }),
  output: Found,
})
