import { z } from 'zod'
import { dayOf } from '#contract/core/period.ts'
import { patience } from '#connectors/request-json.ts'
import type { SettledLine } from '#connectors/gateways/gateway.ts'
import { SettledAmount, toMoment } from '#connectors/gateways/wire.ts'
import { toldIn, type Ask } from './paypal-call.ts'

const PAGE_MAX = 500

const Money = z.object({ currency_code: z.string(), value: SettledAmount })
const Transaction = z.object({
  transaction_id: z.string().min(1),
  paypal_reference_id: z.string().nullish(),
  paypal_reference_id_type: z.string().nullish(),
  transaction_event_code: z.string().regex(/^T\d{4}$/),
  transaction_initiation_date: z.string(),
  transaction_amount: Money,
  fee_amount: Money.nullish(), // negative
  transaction_status: z.string(),
  bank_reference_id: z.string().nullish(),
})
type Transaction = z.output<typeof Transaction>
const Page = z.object({
  transaction_details: z.array(z.object({ transaction_info: Transaction })).default([]),
  total_pages: z.int().default(0),
})

/** PayPal lists what changed its balance, in 31 days at most. The app needs its permission “Transaction Search”. */
export async function listSettled(ask: Ask, from: Date, to: Date): Promise<SettledLine[]> {
  const all: SettledLine[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = new URLSearchParams({
      start_date: from.toISOString(),
      end_date: to.toISOString(),
      fields: 'transaction_info',
      balance_affecting_records_only: 'Y',
      page_size: String(PAGE_MAX),
      page: String(page),
    })
    const reply = await ask(`GET /v1/reporting/transactions?${query}`, { signal: patience() })
    const { transaction_details, total_pages } = Page.parse(toldIn(reply))
    const done = transaction_details.filter(({ transaction_info: one }) => isDone(one))
    all.push(...done.map(({ transaction_info: one }) => toLine(one)))
    pages = transaction_details.length > 0 ? total_pages : 0
  }
  return all
}

/** Denied and pending transactions moved no money. Neither do authorizations and holds, which end by themselves. */
const isDone = ({ transaction_status: status, transaction_event_code: code }: Transaction) =>
  ['S', 'V'].includes(status) && !/^T(13|15|21)/.test(code)

/** The ledger has fees of disputes, so they are no fees here. */
const DISPUTES = 'T0106 T0114 T1106 T1110 T1111 T1201 T1202 T1205 T1207 T1208'.split(' ')
const FEE = /^T(01|1108|1109)/

/** Everything stays in PayPal's balance except withdrawals, conversions and fees. */
function toLine(one: Transaction): SettledLine {
  const { transaction_event_code: code, transaction_initiation_date: date } = one
  const { value, currency_code: currency } = one.transaction_amount
  const at = toMoment(date)
  if (!at) throw new Error(`PayPal moved money at ${date}`)
  const kind = kindOf(code, value)
  const isFee = kind === 'other' && FEE.test(code)
  const fee = isFee ? -value : -(one.fee_amount?.value ?? 0)
  const isWithdrawal = kind === 'withdrawal'
  return {
    id: `${code} ${one.transaction_id} ${at.toISOString()} ${currency}`,
    kind,
    captureId: captureOf(one, kind),
    amount: isFee ? 0 : isWithdrawal ? fee - value : value,
    fee,
    feeTax: 0,
    currency,
    settlementId: isWithdrawal ? one.transaction_id : dayOf(at),
    bankReference: one.bank_reference_id || null,
    settledAt: at,
    ...(!isWithdrawal && kind !== 'conversion' && { isHeld: true }),
  }
}

function kindOf(code: string, value: number): SettledLine['kind'] {
  if (DISPUTES.includes(code)) return 'dispute'
  if (code === 'T1107') return 'refund'
  if (code.startsWith('T00') && value > 0) return 'payment'
  if (code.startsWith('T04') || code === 'T1101') return 'withdrawal'
  return code.startsWith('T02') ? 'conversion' : 'other'
}

/** A refund or dispute refers to the payment that it is about. */
function captureOf(one: Transaction, kind: SettledLine['kind']): string | null {
  if (kind === 'payment') return one.transaction_id
  const isAbout = kind === 'refund' || kind === 'dispute'
  return isAbout && one.paypal_reference_id_type === 'TXN'
    ? (one.paypal_reference_id ?? null)
    : null
}
