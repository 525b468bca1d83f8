import { readJson } from '#connectors/messages.ts'
import { z } from 'zod'
import { longPatience, Written } from '#connectors/request-json.ts'
import type { Disputes, GatewayDispute } from '#connectors/gateways/gateway.ts'
import {
  readEach,
  refusedIn,
  takenAt,
  toPdf,
  toMoment,
  readHundredths,
} from '#connectors/gateways/wire.ts'
import type { Call } from './cashfree-call.ts'
import { listDisputed } from './cashfree-settlements.ts'

const Dispute = z.object({
  dispute_id: Written,
  reason_code: Written.nullish(),
  reason_description: z.string().nullish(),
  dispute_amount: Written,
  dispute_amount_currency: z.string().nullish(),
  created_at: z.string().nullish(),
  respond_by: z.string().nullish(),
  dispute_type: z.string(),
  dispute_status: z.string(),
  order_details: z.object({ cf_payment_id: Written.nullish() }).nullish(),
})
const Event = z.object({
  type: z.string().startsWith('DISPUTE_'),
  data: z.object({ dispute: z.object({ dispute_id: Written }) }),
})

/** States by the end of the status. Its start is the stage. */
const STATES: [end: string, state: GatewayDispute['state']][] = [
  ['_MERCHANT_WON', 'won'],
  ['_MERCHANT_LOST', 'lost'],
  ['_MERCHANT_ACCEPTED', 'lost'],
  ['_DOCS_RECEIVED', 'under review'],
  ['_UNDER_REVIEW', 'under review'],
  ['_CREATED', 'needs response'],
  ['_INSUFFICIENT_EVIDENCE', 'needs response'],
]

const STAGES: Record<string, GatewayDispute['stage']> = {
  DISPUTE: 'chargeback',
  RETRIEVAL: 'inquiry',
  CHARGEBACK: 'chargeback',
  PRE_ARBITRATION: 'pre-arbitration',
  ARBITRATION: 'arbitration',
}

const Disputes = z.array(z.unknown())
const DAY_MS = 24 * 60 * 60_000
const SETTLED_DAYS = 10 // a settlement report of 120 days would have all payments in it

/** Cashfree has no list of all disputes. Its settlements tell which payments have one. */
export const createDisputes = (call: Call): Disputes => ({
  async ask(id) {
    const { status, body, fault } = await call(`/disputes/${encodeURIComponent(id)}`)
    if (status === 404) return null
    if (status !== 200) throw fault
    return toDispute(body)
  },

  async list(from, to) {
    const since = new Date(Math.max(from.getTime(), to.getTime() - SETTLED_DAYS * DAY_MS))
    const found: (GatewayDispute | Error)[] = []
    for (const payment of await listDisputed(call, since, to)) {
      const { status, body, fault } = await call(
        `/payments/${encodeURIComponent(payment)}/disputes`,
      )
      if (status !== 200) throw fault
      found.push(...readEach(Disputes.parse(body), toDispute))
    }
    return found
  },

  async answer(id, { words, file }) {
    const form = new FormData()
    form.set('file', toPdf(file), 'evidence.pdf')
    form.set('doc_type', 'Delivery/Service Proof')
    form.set('note', words)
    const answered = await call(`/disputes/${encodeURIComponent(id)}/documents`, {
      method: 'POST',
      body: form,
      signal: longPatience(),
    })
    return answered.status === 200 ? null : refusedIn(answered)
  },
})

export function disputesIn(body: Buffer): string[] {
  const { data } = Event.safeParse(readJson(body))
  return data ? [data.data.dispute.dispute_id] : []
}

function toDispute(body: unknown): GatewayDispute {
  const dispute = Dispute.parse(body)
  const stage = STAGES[dispute.dispute_type]
  const found = STATES.find(([end]) => dispute.dispute_status.endsWith(end))?.[1]
  if (!stage || !found)
    throw new Error(`Cashfree reported an unknown dispute status: ${dispute.dispute_status}`)
  const isAsked = stage === 'inquiry' && found !== 'won' && found !== 'lost'
  const state = isAsked ? 'inquiry' : found
  const amount = readHundredths(dispute.dispute_amount)
  return {
    id: dispute.dispute_id,
    captureId: dispute.order_details?.cf_payment_id ?? null,
    reference: null,
    state,
    stage,
    ...(isAsked && found === 'under review' && { isAnswered: true }),
    amount,
    currency: dispute.dispute_amount_currency || 'INR',
    reason: dispute.reason_description || dispute.reason_code || '',
    respondBy: dispute.respond_by ? toMoment(dispute.respond_by) : null,
    openedAt: dispute.created_at ? toMoment(dispute.created_at) : null,
    taken: takenAt(state, amount),
    fees: 0,
  }
}
