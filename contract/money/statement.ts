import { z } from 'zod'
import { endpoint } from '#contract/core/endpoint.ts'
import { inCurrency } from '#contract/core/in-currency.ts'
import { Currency } from '#contract/core/money.ts'
import { days } from '#contract/core/period.ts'
import { TransferKind } from './wallet.ts'

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

const Statement = inCurrency(({ signed }) => ({
  userId: z.string(),
  openingBalance: signed,
  openingHash: z.string(),
  closingBalance: signed,
  lines: z.array(z.object({ ...line, amount: signed, balance: signed })),
}))
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
