import { z } from 'zod'
import { endpoint, Id, NoInput } from './endpoint.ts'
import { required } from './fields.ts'
import { Currency, Rupees, Dollars, SignedDollars, SignedRupees } from './money.ts'

// A file of orders that a reseller sends at once: looked at first, then placed line by line.

export const BULK_LINES_MAX = 1_000
const FILE_LETTERS_MAX = 300_000

const file = {
  csv: z
    .string('Please choose a file')
    .min(1, 'This file is empty')
    .max(FILE_LETTERS_MAX, 'This file is too long'),
  currency: Currency.default('INR'),
  isTest: z.boolean().default(false), // in test mode, where nothing costs anything
}

const line = {
  line: z.int(), // where it begins in the file
  reference: z.string(), // empty where the file has none: then the shop makes one
  productId: z.string(),
  productName: z.string(), // empty where there is no such product
  playerId: z.string(),
  zoneId: z.string(),
  problem: z.string().nullable(), // why it will not be placed, in words
}

const checked = { fineCount: z.int() }

const CheckedBulk = z.discriminatedUnion('currency', [
  z.object({
    ...checked,
    currency: z.literal('INR'),
    total: SignedRupees, // of those that are fine
    balance: SignedRupees,
    lines: z.array(z.object({ ...line, price: Rupees.nullable() })),
  }),
  z.object({
    ...checked,
    currency: z.literal('USD'),
    total: SignedDollars,
    balance: SignedDollars,
    lines: z.array(z.object({ ...line, price: Dollars.nullable() })),
  }),
])
export type CheckedBulk = z.output<typeof CheckedBulk>

/** Looks at a file and changes nothing. Whether a game knows its players is asked as they are bought for. */
export const checkBulk = endpoint({
  method: 'POST',
  path: '/api-service/bulk/check',
  access: 'reseller',
  limit: 'account',
  bodyBytesMax: 1_500_000,
  message: '',
  input: z.strictObject(file),
  output: CheckedBulk,
})

export const BulkState = z.enum(['running', 'done', 'stopped'])
export type BulkState = z.output<typeof BulkState>

const Bulk = z.object({
  _id: z.string(),
  name: z.string(),
  currency: Currency,
  isTest: z.boolean(),
  state: BulkState,
  done: z.int(), // lines that have come to an end
  total: z.int(), // lines there are
  placedCount: z.int(),
  refusedCount: z.int(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type Bulk = z.output<typeof Bulk>

/** Places all lines that are fine, one after the other, each for at most the price that it has now. */
export const startBulk = endpoint({
  method: 'POST',
  path: '/api-service/bulk',
  access: 'reseller',
  limit: 'account',
  idempotent: true,
  bodyBytesMax: 1_500_000,
  message: 'The orders are being placed',
  input: z.strictObject({
    ...file,
    name: required('Please enter a name').max(100, 'A name has at most 100 characters'),
    totalMax: z.number().min(0), // what was shown; more is refused
  }),
  output: Bulk,
})

/** The newest first. */
export const listBulks = endpoint({
  method: 'GET',
  path: '/api-service/bulk',
  access: 'reseller',
  message: '',
  input: NoInput,
  output: z.array(Bulk),
})

export const getBulk = endpoint({
  method: 'GET',
  path: '/api-service/bulk/:id',
  access: 'reseller',
  message: '',
  input: z.strictObject({ id: Id }),
  output: Bulk.extend({
    /** The first of those that were not placed, and why. */
    refused: z.array(z.object({ line: z.int(), reference: z.string(), words: z.string() })),
  }),
})

/** What is placed stays placed; the rest is left. */
export const stopBulk = endpoint({
  method: 'POST',
  path: '/api-service/bulk/:id/stop',
  access: 'reseller',
  limit: 'account',
  message: 'Stopped. What was placed stays placed',
  input: z.strictObject({ id: Id }),
  output: Bulk,
})

/** What became of each line. */
export const getBulkFile = endpoint({
  method: 'GET',
  path: '/api-service/bulk/:id/result.csv',
  access: 'reseller',
  file: 'csv',
  message: '',
  input: z.strictObject({ id: Id }),
  output: z.string(),
})
