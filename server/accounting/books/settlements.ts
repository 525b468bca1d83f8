import type * as contract from '#contract/accounting/books.ts'
import { writeHundredths } from '#contract/core/money.ts'
import { dayOf } from '#contract/core/period.ts'
import {
  readCaptured,
  readLines,
  sumByGateway,
  type CapturedRow,
  type LineRow,
} from '#server/money/settlements/settlements.ts'
import { CSV_START, toCsvRow } from '#server/platform/http/csv.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { periodOfMonth } from './entries.ts'

type Period = ReturnType<typeof periodOfMonth>

const SETTLED = [
  'Settled on',
  'Gateway',
  'Settlement',
  'UTR',
  'Kind',
  'Gateway payment',
  'Reference',
  'Invoice',
  'Currency',
  'Amount',
  'Fee',
  'GST on fee',
  'Paid to bank',
  'In the books',
  'Check',
]

/** Writes a row for each line that gateways paid to the bank in a period. */
export async function* writeSettlements(sql: Sql, period: Period): AsyncGenerator<string> {
  yield CSV_START + toCsvRow(SETTLED)
  for await (const rows of readLines(sql, period)) yield rows.map(toSettledRow).join('')
}

function toSettledRow(row: LineRow): string {
  const { currency, amount, fee, feeTax, kind, isHeld } = row
  const paid = isHeld || kind === 'conversion' ? 0 : amount - fee - feeTax
  return toCsvRow([
    dayOf(row.settledAt),
    row.gateway,
    row.settlementId,
    row.bankReference,
    kind,
    row.gatewayPaymentId,
    row.reference,
    row.invoice,
    currency,
    ...[amount, fee, feeTax, paid].map(writeHundredths),
    kind === 'payment' ? orEmpty(row.captured) : null,
    checkOf(row),
  ])
}

const orEmpty = (amount: number | null): string | null =>
  amount === null ? null : writeHundredths(amount)

/** Lines that belong to no payment. */
const UNMATCHED: LineRow['kind'][] = ['other', 'withdrawal', 'conversion']

function checkOf({ kind, amount, currency, captured, capturedCurrency }: LineRow): string {
  if (UNMATCHED.includes(kind)) return ''
  if (captured === null) return 'no such payment here'
  if (kind !== 'payment') return 'ok'
  if (capturedCurrency !== currency) return `captured in ${capturedCurrency}`
  return captured === amount ? 'ok' : 'differs'
}

const CAPTURED = [
  'Captured on',
  'Gateway',
  'Gateway payment',
  'Reference',
  'Invoice',
  'Currency',
  'Amount',
  'Settled currency',
  'Settled',
  'Difference',
  'Fee',
  'GST on fee',
  'Settlement',
  'UTR',
  'Settled on',
]

/** Payments of a month, each with its settlement. Payments that are not settled yet have empty cells. */
export async function* writeGatewayPayments(sql: Sql, period: Period): AsyncGenerator<string> {
  yield CSV_START + toCsvRow(CAPTURED)
  for await (const rows of readCaptured(sql, period)) yield rows.map(toCapturedRow).join('')
}

function toCapturedRow(row: CapturedRow): string {
  const { amount, settled } = row
  return toCsvRow([
    dayOf(row.capturedAt),
    row.gateway,
    row.gatewayPaymentId,
    row.reference,
    row.invoice,
    row.currency,
    writeHundredths(amount),
    row.settledCurrency,
    orEmpty(settled),
    settled === null || row.settledCurrency !== row.currency
      ? null
      : writeHundredths(settled - amount),
    orEmpty(row.fee),
    orEmpty(row.feeTax),
    row.settlementId,
    row.bankReference,
    row.settledAt && dayOf(row.settledAt),
  ])
}

export const getSettlements: Handler<typeof contract.getSettlements> = async (
  { sql },
  { month },
) => ({ gateways: (await sumByGateway(sql, periodOfMonth(month))).map(toGateway) })

const toGateway = ({
  settled,
  fee,
  feeTax,
  ...row
}: Awaited<ReturnType<typeof sumByGateway>>[number]) => ({
  ...row,
  gateway: row.gateway as contract.GatewaySettlements['gateway'],
  settled,
  fee,
  feeTax,
  paid: settled - fee - feeTax,
})
