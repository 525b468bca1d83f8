import { z } from 'zod'
import { endpoint, Id, IdempotencyKey } from '#contract/core/endpoint.ts'
import { text } from '#contract/core/fields.ts'
import { PaymentPage } from './gateways.ts'
import { Currency, Dollars, Rupees, SignedDollars, SignedRupees } from '#contract/core/money.ts'
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

/** Begins a payment into the wallet. Gateways take rupees only, and the shop limits the amount. */
export const addMoney = endpoint({
  method: 'PUT',
  path: '/wallet/add',
  access: 'signed-in',
  limit: 'account',
  idempotent: true,
  message: '',
  input: z.strictObject({
    amount: Rupees.refine((paise) => paise > 0, 'Please enter amount'),
    idempotencyKey: IdempotencyKey.exactOptional(), // for callers that cannot send the header
  }),
  output: PaymentPage,
})

/** A payment into the wallet, pending or arrived. The return from the gateway leads to its reference. */
export const TopUp = z.object({
  reference: z.string(),
  status: z.enum(['pending', 'success', 'failed']),
  amount: Rupees, // amount requested
  received: Rupees, // amount received
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

/** A line of a statement. docs/ledger.md explains how its hash is made. */
const line = {
  sequence: z.int(),
  createdAt: z.iso.datetime(),
  kind: TransferKind,
  UTR: z.string(),
  orderId: z.string().nullable(),
  transferHash: z.string(),
  hash: z.string(),
}

const statementIn = <Name extends Currency, Amount extends z.ZodType>(
  currency: Name,
  amount: Amount,
) =>
  z.object({
    currency: z.literal(currency),
    userId: z.string(),
    openingBalance: amount,
    openingHash: z.string(),
    closingBalance: amount,
    lines: z.array(z.object({ ...line, amount, balance: amount })),
  })

const Statement = z.discriminatedUnion('currency', [
  statementIn('INR', SignedRupees),
  statementIn('USD', SignedDollars),
])
export type Statement = z.output<typeof Statement>

const period = z.strictObject({ currency: Currency.default('INR'), ...days })

export const getStatement = endpoint({
  method: 'GET',
  path: '/wallet/statement',
  access: 'signed-in',
  message: '',
  input: period,
  output: Statement,
})

/** Columns of the statement's file. */
export const STATEMENT_COLUMNS = [
  'userId',
  'currency',
  'sequence',
  'amount',
  'balance',
  'createdAt',
  'kind',
  'UTR',
  'orderId',
  'transferHash',
  'previousHash',
  'hash',
] as const

export const getStatementFile = endpoint({
  method: 'GET',
  path: '/wallet/statement.csv',
  access: 'signed-in',
  message: '',
  input: period,
  output: z.string(),
  file: 'csv',
})
