import { z } from 'zod'
import { endpoint, Id, NoInput } from '#contract/core/endpoint.ts'
import { required } from '#contract/core/fields.ts'
import { inCurrency } from '#contract/core/in-currency.ts'
import { Currency } from '#contract/core/money.ts'

// A file of orders from a reseller. It is checked first, then placed line by line.

export const BULK_LINES_MAX = 1_000
const FILE_LETTERS_MAX = 300_000

const file = {
  csv: z
    .string('Please choose a file')
    .min(1, 'This file is empty')
    .max(FILE_LETTERS_MAX, 'This file is too large'),
  currency: Currency.default('INR'),
  isTest: z.boolean().default(false), // in test mode, where nothing is charged
}

const line = {
  line: z.int(), // its first line in the file
  reference: z.string(), // empty if the file has none; the shop then makes one
  productId: z.string(),
  productName: z.string(), // empty if there is no such product
  playerId: z.string(),
  zoneId: z.string(),
  problem: z.string().nullable(), // why it cannot be placed, in words
}

const CheckedBulk = inCurrency(({ amount, signed }) => ({
  fineCount: z.int(),
  total: signed, // of the lines that can be placed
  balance: signed,
  lines: z.array(z.object({ ...line, price: amount.nullable() })),
}))
export type CheckedBulk = z.output<typeof CheckedBulk>

/** Checks a file and changes nothing. Players are only checked with the game when they are bought for. */
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
  done: z.int(), // lines that have been processed
  total: z.int(), // lines in the file
  placedCount: z.int(),
  refusedCount: z.int(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type Bulk = z.output<typeof Bulk>

/** Places all valid lines, one after the other, each for at most its current price. */
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
    name: required('Please enter a name').max(100, 'A name can have at most 100 characters'),
    totalMax: z.number().min(0), // the total that was shown; a higher one is refused
  }),
  output: Bulk,
})

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
    /** The first lines that were not placed, and why. */
    refused: z.array(z.object({ line: z.int(), reference: z.string(), words: z.string() })),
  }),
})

/** Stops placing. Orders already placed stay placed. */
export const stopBulk = endpoint({
  method: 'POST',
  path: '/api-service/bulk/:id/stop',
  access: 'reseller',
  limit: 'account',
  message: 'Stopped. Orders that were placed stay placed',
  input: z.strictObject({ id: Id }),
  output: Bulk,
})

/** The result of each line, as a file. */
export const getBulkFile = endpoint({
  method: 'GET',
  path: '/api-service/bulk/:id/result.csv',
  access: 'reseller',
  file: 'csv',
  message: '',
  input: z.strictObject({ id: Id }),
  output: z.string(),
})
