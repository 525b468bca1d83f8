// Cashfree's settlement report. Amounts are in rupees.
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { Deals } from '#sandbox/gateways/create-deals.ts'
import { toRupees } from '#sandbox/gateways/money.ts'
import { netOf, type SettledLine, type Settlement } from '#sandbox/gateways/settle.ts'
import { orderOf, refuse, toTime } from './cashfree-wire.ts'

const LIMIT_MAX = 1000
const TYPES = { payment: 'PAYMENT', refund: 'REFUND', dispute: 'CHARGEBACK' } as const

type Wanted = {
  pagination?: { limit?: number; cursor?: string }
  filters?: { cf_settlement_ids?: string[]; start_date?: string; end_date?: string }
}

export const settlementCalls = (deals: Deals) => ({
  'POST /pg/settlement/recon': async (call: Call): Promise<Answer> => {
    const { pagination = {}, filters = {} } = ((await call.readFields()) ?? {}) as Wanted
    const { limit = 0, cursor } = pagination
    if (!(limit >= 1 && limit <= LIMIT_MAX))
      return bad('pagination.limit should be between 1 and 1000')
    const [start, end] = [filters.start_date ?? '', filters.end_date ?? ''].map(Date.parse)
    if (!filters.cf_settlement_ids && !(start! <= end!))
      return bad('filters: give settlement ids, or start_date and end_date')
    const lines = deals
      .settlementsOf('cashfree')
      .filter(
        ({ id, at }) => filters.cf_settlement_ids?.includes(id) ?? (at >= start! && at <= end!),
      )
      .flatMap((settlement) => settlement.lines.map((line) => toRow(settlement, line)))
    const first = cursor ? Number(Buffer.from(cursor, 'base64url').toString()) : 0
    const data = lines.slice(first, first + limit)
    const isMore = first + limit < lines.length
    const next = isMore ? Buffer.from(String(first + limit)).toString('base64url') : null
    return json({ cursor: next, limit: data.length, data })
  },
})

const bad = (message: string): Answer => refuse(400, 'request_failed', message)

function toRow({ id, utr, at, currency }: Settlement, line: SettledLine) {
  const { kind, deal, attemptId } = line
  return {
    event_details: {
      event_id: line.id,
      event_type: TYPES[kind],
      event_amount: toRupees(Math.abs(line.amount)),
      event_settlement_amount: toRupees(Math.abs(netOf(line))),
      event_service_charge: toRupees(line.fee),
      event_service_tax: toRupees(line.tax),
      event_currency: currency,
      event_status: 'SUCCESS',
      event_time: toTime(line.at),
      sale_type: line.amount < 0 ? 'DEBIT' : 'CREDIT',
      entity: 'recon',
    },
    order_details: { order_id: orderOf(deal, attemptId), order_amount: toRupees(deal.amount) },
    payment_details: { cf_payment_id: attemptId, payment_currency: currency },
    settlement_details: { cf_settlement_id: id, settlement_date: toTime(at), settlement_utr: utr },
  }
}
