// PayU's settlement report. Amounts are in rupees, as text.
import { createHash } from 'node:crypto'
import { PAYU } from './credentials.ts'
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { Deals } from '#sandbox/gateways/create-deals.ts'
import { netOf, type SettledLine, type Settlement } from '#sandbox/gateways/settle.ts'
import { isSame, toMoney } from '#sandbox/suppliers/supplier.ts'
import { inIndia } from './payu-wire.ts'

const PAGE_MAX = 50_000
const DAYS_MAX = 3
const DAY_MS = 24 * 60 * 60_000
const SKEW_MS = 5 * 60_000
const ACTIONS = { payment: 'capture', refund: 'refund', dispute: 'chargeback' } as const

export const settlementCalls = (deals: Deals) => ({
  'GET /settlement/range': (call: Call): Answer => {
    if (!isSigned(call)) return fail('Unauthorized: Invalid signature', 401)
    const { searchParams } = call.url
    const from = searchParams.get('dateFrom') ?? ''
    const to = searchParams.get('dateTo') ?? from
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
    if (!(days >= 1)) return fail('dateFrom and dateTo must be YYYY-MM-DD')
    if (days > DAYS_MAX) return fail('Date range exceeds maximum limit of 3 days')
    const size = Number(searchParams.get('pageSize') ?? 100)
    const page = Number(searchParams.get('page') ?? 1)
    if (!(size >= 1 && size <= PAGE_MAX && page >= 1)) return fail('pageSize or page is wrong')
    const found = deals.settlementsOf('payu').filter(({ at }) => {
      const day = inIndia(at).slice(0, 10)
      return day >= from && day <= to
    })
    const data = found.slice((page - 1) * size, page * size).map(toFields)
    if (data.length === 0)
      return json({ status: 1, message: 'No data found', result: 'No data found' })
    return json({ status: 0, result: { page, size, totalCount: found.length, data } })
  },
})

const fail = (message: string, status = 200): Answer =>
  json({ status: 1, message, result: null }, status)

function isSigned({ headers }: Call): boolean {
  const date = headers['date'] ?? ''
  const signature = createHash('sha512').update(`|${date}|${PAYU.salt}`).digest('hex')
  const names = `username="${PAYU.merchantKey}", algorithm="sha512", headers="date"`
  const isRecent = Math.abs(Date.parse(date) - Date.now()) < SKEW_MS
  return isRecent && isSame(headers.authorization, `hmac ${names}, signature="${signature}"`)
}

const money = (paise: number): string => toMoney(paise / 100)

const toFields = ({ id, utr, at, currency, lines }: Settlement) => ({
  settlementId: id,
  settlementCompletedDate: `${inIndia(at)}.000000`,
  settlementAmount: money(lines.reduce((sum, line) => sum + netOf(line), 0)),
  merchantId: Number(PAYU.merchantId),
  utrNumber: utr,
  numberOfTransactions: lines.filter(({ kind }) => kind === 'payment').length,
  transaction: lines.map((line) => toTransaction(line, currency)),
})

const toTransaction = (line: SettledLine, currency: string) => ({
  action: ACTIONS[line.kind],
  payuId: line.attemptId,
  requestId: line.id,
  transactionAmount: money(Math.abs(line.amount)),
  merchantServiceFee: '0.00000',
  merchantServiceTax: '0.00000',
  merchantNetAmount: money(Math.abs(netOf(line))),
  merchantTransactionId: line.deal.reference,
  mode: 'UPI',
  paymentStatus: line.kind === 'payment' ? 'captured' : 'settled',
  transactionDate: `${inIndia(line.at)}.000000`,
  additionalTdrFee: money(line.fee),
  additionalTdrTax: money(line.tax),
  totalProcessingFee: `${money(line.fee)}000`,
  totalServiceTax: `${money(line.tax)}000`,
  transactionCurrency: currency,
  settlementCurrency: currency,
})
