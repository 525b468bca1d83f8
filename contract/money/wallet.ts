import { z } from 'zod'
import { endpoint, Id, IdempotencyKey } from '#contract/core/endpoint.ts'
import { text } from '#contract/core/fields.ts'
import { GatewayMethod, PaymentPage } from './gateways.ts'
import {
  Currency,
  Dollars,
  Hundredths,
  Rupees,
  SignedDollars,
  SignedRupees,
} from '#contract/core/money.ts'
import { Paging } from '#contract/core/paging.ts'
import { days, Month } from '#contract/core/period.ts'

const TRANSACTION_LIMIT = 9

export const TransferKind = z.enum([
  'top-up',
  'order',
  'coupon',
  'cost',
  'refund',
  'gift',
  'prize',
  'conversion',
  'adjustment',
  'payout', // back to its source
  'dispute',
  'claim', // from orders without an account, after the email was proven
])
export type TransferKind = z.output<typeof TransferKind>

export const TransactionStatus = z.enum(['success', 'completed', 'pending', 'failed'])

/** A movement of a wallet. `price` is negative when money left it. */
const transaction = {
  _id: z.string(),
  userId: z.string(),
  orderId: z.string().nullable(),
  UTR: z.string(),
  kind: TransferKind,
  status: TransactionStatus,
  createdAt: z.iso.datetime(),
}

const inRupees = { currency: z.literal('INR'), price: SignedRupees }
const inDollars = { currency: z.literal('USD'), price: SignedDollars }

export const Transaction = z.discriminatedUnion('currency', [
  z.object({ ...transaction, ...inRupees }),
  z.object({ ...transaction, ...inDollars }),
])
export type Transaction = z.output<typeof Transaction>

const owner = {
  fullName: z.string(),
  email: z.string().nullable(),
  reason: z.string().nullable(), // reason of a gift
}

/** A movement with its owner and the wallet's balance after it, for the back office. Deleted accounts have no email. */
export const OwnedTransaction = z.discriminatedUnion('currency', [
  z.object({ ...transaction, ...owner, ...inRupees, balance: SignedRupees }),
  z.object({ ...transaction, ...owner, ...inDollars, balance: SignedDollars }),
])
export type OwnedTransaction = z.output<typeof OwnedTransaction>

const filters = {
  status: TransactionStatus.exactOptional(),
  month: Month.exactOptional(),
  ...days,
  sort: z
    .enum(['priceLowToHigh', 'priceHighToLow', 'date', '-date', 'createdAt', '-createdAt'])
    .default('-date'),
}

export const listTransactions = endpoint({
  method: 'GET',
  path: '/transaction',
  access: 'signed-in',
  message: '',
  input: Paging.omit({ search: true }).extend({
    limit: Paging.shape.limit.removeDefault().default(TRANSACTION_LIMIT),
    ...filters,
  }),
  output: z.object({ transactions: z.array(Transaction), totalTransactions: z.int() }),
})

export const listAllTransactions = endpoint({
  method: 'GET',
  path: '/transaction/all',
  access: 'admin',
  right: 'payments',
  message: '',
  input: Paging.extend({
    searchIndex: z.enum(['UTR', 'email']).default('UTR'),
    userId: Id.exactOptional(), // of this customer
    currency: Currency.exactOptional(),
    ...filters,
  }),
  output: z.object({ transactions: z.array(OwnedTransaction), totalTransactions: z.int() }),
})

/** Columns of the transactions' export file. */
export const TRANSACTION_COLUMNS = [
  'UTR',
  'createdAt',
  'kind',
  'status',
  'currency',
  'price',
  'fullName',
  'email',
  'userId',
  'orderId',
  '_id',
] as const

/** Reason of a gift. The back office requires it; other callers may leave it out. */
export const GiftReason = text(300).min(1, 'Enter a reason')

const gift = <Amount extends typeof Rupees>(amount: Amount) =>
  z.strictObject({
    userId: Id,
    amount: amount.refine((minor) => minor > 0, 'Please enter amount'),
    reason: GiftReason.exactOptional(),
    idempotencyKey: IdempotencyKey.exactOptional(), // for callers that cannot send the header
  })

const Balances = z.object({ balance: SignedRupees, USDbalance: SignedDollars })

export const giftBalance = endpoint({
  method: 'POST',
  path: '/wallet/gift',
  access: 'admin',
  confirm: true,
  idempotent: true,
  message: 'Balance gifted',
  input: gift(Rupees),
  output: Balances,
})

export const giftUsdBalance = endpoint({
  method: 'POST',
  path: '/wallet/giftUSD',
  access: 'admin',
  confirm: true,
  idempotent: true,
  message: 'USD balance gifted',
  input: gift(Dollars),
  output: Balances,
})

/** Begins a payment into the rupee wallet. The shop limits the amount. */
export const addMoney = endpoint({
  method: 'PUT',
  path: '/wallet/add',
  access: 'signed-in',
  limit: 'account',
  idempotent: true,
  message: '',
  input: z.strictObject({
    amount: Rupees.refine((paise) => paise > 0, 'Please enter amount'),
    method: GatewayMethod.exactOptional(), // any that takes rupees if left out
    idempotencyKey: IdempotencyKey.exactOptional(), // for callers that cannot send the header
  }),
  output: PaymentPage,
})

const CENT = 100
/** Card gateways refuse less. In ten-thousandths of a dollar. */
export const DOLLARS_MIN = 50 * CENT

/** Begins a payment into the dollar wallet, if the shop has a gateway for dollars. */
export const addDollars = endpoint({
  method: 'PUT',
  path: '/wallet/addUSD',
  access: 'signed-in',
  limit: 'account',
  idempotent: true,
  message: '',
  input: z.strictObject({
    amount: Dollars.refine((minor) => minor > 0, { message: 'Please enter amount', abort: true })
      .refine((minor) => minor % CENT === 0, 'Enter whole cents')
      .refine((minor) => minor >= DOLLARS_MIN, 'Add at least $0.50'),
    method: GatewayMethod.exactOptional(), // any that takes dollars if left out
    idempotencyKey: IdempotencyKey.exactOptional(), // for callers that cannot send the header
  }),
  output: PaymentPage,
})

/** A payment into the wallet, pending or arrived. The return from the gateway leads to its reference. */
export const TopUp = z.object({
  reference: z.string(),
  status: z.enum(['pending', 'success', 'failed']),
  currency: Currency,
  amount: Hundredths, // amount requested
  received: Hundredths, // amount received
  UTR: z.string().nullable(),
  gateway: z.string(), // the name that customers know
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
})
export type TopUp = z.output<typeof TopUp>

export const findTopUp = endpoint({
  method: 'GET',
  path: '/wallet/add/:reference',
  access: 'signed-in',
  message: '',
  input: z.strictObject({ reference: z.string().regex(/^[A-Z0-9]{10,40}$/, 'Payment not found') }),
  output: TopUp,
})
