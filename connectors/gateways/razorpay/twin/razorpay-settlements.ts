// Razorpay's settlement report, one line for each payment, refund and adjustment.
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { Deals } from '#sandbox/gateways/create-deals.ts'
import { netOf, type SettledLine, type Settlement } from '#sandbox/gateways/settle.ts'
import { methodOf, refuse } from './razorpay-wire.ts'

const COUNT_MAX = 1000
const INDIA_MS = 5.5 * 60 * 60 * 1000
const TYPES = { payment: 'payment', refund: 'refund', dispute: 'adjustment' } as const

/** The day counts in Indian time. */
export const settlementCalls = (deals: Deals) => ({
  'GET /v1/settlements/recon/combined': ({ url }: Call): Answer => {
    const ask = (name: string, otherwise: number) => Number(url.searchParams.get(name) ?? otherwise)
    const [year, month, day] = [ask('year', NaN), ask('month', NaN), ask('day', 0)]
    const [count, skip] = [ask('count', 10), ask('skip', 0)]
    if (!(year >= 2000 && year <= 2100)) return refuse('The year must be between 2000 and 2100.')
    if (!(month >= 1 && month <= 12)) return refuse('The month must be between 1 and 12.')
    if (!(count >= 1 && count <= COUNT_MAX)) return refuse('The count must be between 1 and 1000.')
    const prefix = [year, month, ...(day ? [day] : [])]
      .map((part) => String(part).padStart(2, '0'))
      .join('-')
    const lines = deals
      .settlementsOf('razorpay')
      .filter(({ at }) => new Date(at + INDIA_MS).toISOString().startsWith(prefix))
      .flatMap((settlement) => settlement.lines.map((line) => toItem(settlement, line)))
    const items = lines.slice(skip, skip + count)
    return json({ entity: 'collection', count: items.length, items })
  },
})

const toSeconds = (ms: number) => Math.floor(ms / 1000)

/** The fee includes its tax. */
function toItem({ id, utr, at, currency }: Settlement, line: SettledLine) {
  const net = netOf(line)
  return {
    entity_id: line.kind === 'dispute' ? line.id.replace('disp_', 'adj_') : line.id,
    type: TYPES[line.kind],
    debit: net < 0 ? -net : 0,
    credit: net > 0 ? net : 0,
    amount: Math.abs(line.amount),
    currency,
    fee: line.fee + line.tax,
    tax: line.tax,
    on_hold: false,
    settled: true,
    created_at: toSeconds(line.at),
    settled_at: toSeconds(at),
    settlement_id: id,
    settlement_utr: utr,
    description: null,
    notes: null,
    payment_id: line.kind === 'payment' ? null : line.attemptId,
    order_id: line.deal.more['order'] ?? null,
    order_receipt: line.deal.more['order'] ? line.deal.reference : null,
    method: methodOf(line.deal),
    card_network: null,
    card_issuer: null,
    card_type: null,
    dispute_id: line.kind === 'dispute' ? line.id : null,
  }
}
