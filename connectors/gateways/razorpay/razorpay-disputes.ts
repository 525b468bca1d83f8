import { readJson } from '#connectors/messages.ts'
import { z } from 'zod'
import { longPatience, patience } from '#connectors/request-json.ts'
import type { Disputes, GatewayDispute } from '#connectors/gateways/gateway.ts'
import { readEach, refusedIn, toPdf } from '#connectors/gateways/wire.ts'
import { isNothingThere, type Call } from './razorpay-call.ts'

const PAGE_MAX = 100

const Dispute = z.object({
  id: z.string().min(1),
  payment_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  amount_deducted: z.int(),
  reason_code: z.string(),
  reason_description: z.string().nullish(),
  respond_by: z.int().nullish(),
  status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
  phase: z.enum(['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration']),
  created_at: z.int(),
})
const Document = z.object({ id: z.string().min(1) })
const Listed = z.object({ items: z.array(z.unknown()) })
const Event = z.object({
  payload: z.object({ dispute: z.object({ entity: z.object({ id: z.string().min(1) }) }) }),
})

const STATES = {
  open: 'needs response',
  under_review: 'under review',
  won: 'won',
  lost: 'lost',
  closed: 'closed',
} as const

const STAGES = {
  fraud: 'fraud',
  retrieval: 'inquiry',
  chargeback: 'chargeback',
  pre_arbitration: 'pre-arbitration',
  arbitration: 'arbitration',
} as const

export const createDisputes = (call: Call): Disputes => ({
  async ask(id) {
    const answered = await call(`/disputes/${encodeURIComponent(id)}`, { signal: patience() })
    if (isNothingThere(answered)) return null
    if (answered.status !== 200) throw answered.fault
    return toDispute(answered.body)
  },

  async list(from, to) {
    const range = `from=${toSeconds(from)}&to=${toSeconds(to)}&count=${PAGE_MAX}`
    const all: (GatewayDispute | Error)[] = []
    for (let skip = 0; ; skip += PAGE_MAX) {
      const { status, body, fault } = await call(`/disputes?${range}&skip=${skip}`)
      if (status !== 200) throw fault
      const { items } = Listed.parse(body)
      all.push(...readEach(items, toDispute))
      if (items.length < PAGE_MAX) return all
    }
  },

  async answer(id, { words, file }) {
    const form = new FormData()
    form.set('purpose', 'dispute_evidence')
    form.set('file', toPdf(file), 'evidence.pdf')
    const stored = await call('/documents', { method: 'POST', body: form, signal: longPatience() })
    if (stored.status !== 200) return refusedIn(stored)
    const { id: document } = Document.parse(stored.body)
    const contest = { summary: words, explanation_letter: [document], action: 'submit' }
    const answered = await call(`/disputes/${encodeURIComponent(id)}/contest`, {
      method: 'PATCH',
      body: JSON.stringify(contest),
      signal: longPatience(),
    })
    return answered.status === 200 ? null : refusedIn(answered)
  },
})

export function disputesIn(body: Buffer): string[] {
  const { data } = Event.safeParse(readJson(body))
  return data ? [data.payload.dispute.entity.id] : []
}

const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1000)

function toDispute(body: unknown): GatewayDispute {
  const dispute = Dispute.parse(body)
  return {
    id: dispute.id,
    captureId: dispute.payment_id,
    reference: null,
    state: STATES[dispute.status],
    stage: STAGES[dispute.phase],
    amount: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    reason: dispute.reason_description || dispute.reason_code,
    respondBy: dispute.respond_by ? new Date(dispute.respond_by * 1000) : null,
    openedAt: new Date(dispute.created_at * 1000),
    taken: dispute.amount_deducted,
    fees: 0,
  }
}
