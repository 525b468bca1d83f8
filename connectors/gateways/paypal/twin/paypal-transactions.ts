// PayPal's transactions, which change its balance: payments, refunds and disputes at once, and withdrawals to the bank.
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { Deals } from '#sandbox/gateways/create-deals.ts'
import {
  currencyOf,
  linesOf,
  netOf,
  type SettledLine,
  type Settlement,
} from '#sandbox/gateways/settle.ts'
import { NAME } from './paypal-orders.ts'
import { fail, toMoney } from './paypal-wire.ts'

const DAYS_MAX = 31
const DAY_MS = 24 * 60 * 60_000
const PAGE_MAX = 500
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const CODES = { payment: 'T0006', refund: 'T1107', dispute: 'T1201' } as const

const toTime = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, '+0000')

export const transactionCalls = (deals: Deals) => ({
  'GET /v1/reporting/transactions': ({ url }: Call): Answer => {
    const ask = (name: string) => url.searchParams.get(name) ?? ''
    const [start, end] = [ask('start_date'), ask('end_date')]
    if (![start, end].every((time) => TIME.test(time)))
      return fail(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_SYNTAX', 'start_date or end_date')
    const [from, to] = [Date.parse(start), Date.parse(end)]
    if (!(from <= to && to - from <= DAYS_MAX * DAY_MS))
      return fail(
        400,
        'INVALID_REQUEST',
        'INVALID_DATE_RANGE',
        'Date range is greater than 31 days',
      )
    const [size, page] = [Number(ask('page_size') || 100), Number(ask('page') || 1)]
    if (!(size >= 1 && size <= PAGE_MAX && page >= 1))
      return fail(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_VALUE', 'page_size or page')
    const lines = deals.list(NAME).flatMap(linesOf).map(toTransaction)
    const all = [...lines, ...deals.settlementsOf(NAME).map(toWithdrawal)]
      .filter(({ at }) => at >= from && at <= to)
      .toSorted((one, other) => one.at - other.at)
    return json({
      transaction_details: all
        .slice((page - 1) * size, page * size)
        .map(({ transaction_info }) => ({ transaction_info })),
      page,
      total_items: all.length,
      total_pages: Math.ceil(all.length / size),
    })
  },
})

const toTransaction = (line: SettledLine) => ({
  at: line.at,
  transaction_info: {
    transaction_id: line.id,
    ...(line.kind !== 'payment' && {
      paypal_reference_id: line.attemptId,
      paypal_reference_id_type: 'TXN',
    }),
    transaction_event_code: CODES[line.kind],
    transaction_initiation_date: toTime(line.at),
    transaction_updated_date: toTime(line.at),
    transaction_amount: toMoney(line.amount, currencyOf(line)),
    ...(line.fee > 0 && { fee_amount: toMoney(-line.fee - line.tax, currencyOf(line)) }),
    transaction_status: 'S',
  },
})

const toWithdrawal = ({ id, utr, at, currency, lines }: Settlement) => ({
  at,
  transaction_info: {
    transaction_id: id,
    transaction_event_code: 'T0403',
    transaction_initiation_date: toTime(at),
    transaction_updated_date: toTime(at),
    transaction_amount: toMoney(-lines.reduce((sum, line) => sum + netOf(line), 0), currency),
    transaction_status: 'S',
    bank_reference_id: utr,
  },
})
