import { z } from 'zod'
import { endpoint, Id, IdempotencyKey } from '#contract/core/endpoint.ts'
import { text } from '#contract/core/fields.ts'
import { GatewayMethod, PaymentPage } from './gateways.ts'
import { walletBalances } from '#contract/core/balances.ts'
import { inCurrency } from '#contract/core/in-currency.ts'
import { Currency, Foreign, ForeignCurrency, Hundredths, Rupees } from '#contract/core/money.ts'
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

export const Transaction = inCurrency(({ signed }) => ({ ...transaction, price: signed }))
export type Transaction = z.output<typeof Transaction>

const owner = {
  fullName: z.string(),
  email: z.string().nullable(),
  reason: z.string().nullable(), // reason of a gift
}

/** A movement with its owner and the wallet's balance after it, for the back office. Deleted accounts have no email. */
export const OwnedTransaction = inCurrency(({ signed }) => ({
  ...transaction,
  ...owner,
  price: signed,
  balance: signed,
}))
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

const gift = (amount: typeof Rupees) =>
  z.strictObject({
    userId: Id,
    amount: amount.refine((minor) => minor > 0, 'Please enter amount'),
    reason: GiftReason.exactOptional(),
    idempotencyKey: IdempotencyKey.exactOptional(), // for callers that cannot send the header
  })

const Balances = z.object(walletBalances)

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

/** Gives dollars, or another currency. */
export const giftForeignBalance = endpoint({
  method: 'POST',
  path: '/wallet/giftUSD',
  access: 'admin',
  confirm: true,
  idempotent: true,
  message: 'Balance gifted',
  input: gift(Foreign).extend({ currency: ForeignCurrency.exactOptional() }),
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

/**
 * Begins a payment into the wallet in dollars or in another currency, if the shop has a gateway for it. Gateways refuse
 * small amounts, so the shop does too.
 */
export const addForeignMoney = endpoint({
  method: 'PUT',
  path: '/wallet/addUSD',
  access: 'signed-in',
  limit: 'account',
  idempotent: true,
  message: '',
  input: z.strictObject({
    currency: ForeignCurrency.exactOptional(), // dollars if left out
    amount: Foreign.refine((minor) => minor > 0, 'Please enter amount'),
    method: GatewayMethod.exactOptional(), // any that takes the currency if left out
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
