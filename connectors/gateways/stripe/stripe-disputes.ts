import { readJson } from '#connectors/messages.ts'
import { z } from 'zod'
import { longPatience, patience } from '#connectors/request-json.ts'
import type { Disputes, GatewayDispute } from '#connectors/gateways/gateway.ts'
import { readEach, refusedIn, toPdf } from '#connectors/gateways/wire.ts'
import { faultOf, toldIn, type StripeCalls, type StripeReply } from './stripe-call.ts'

const DISPUTES = '/v1/disputes'

const Movement = z.object({
  amount: z.int(),
  fee: z.int(),
  currency: z.string(),
  exchange_rate: z.number().positive().nullish(), // into the currency of the shop's balance
})
const Dispute = z.object({
  id: z.string().min(1),
  payment_intent: z.string().nullish(),
  amount: z.int(),
  currency: z.string(),
  reason: z.string(),
  status: z.enum([
    'warning_needs_response',
    'warning_under_review',
    'warning_closed',
    'needs_response',
    'appeal_needs_response',
    'under_review',
    'appeal_under_review',
    'won',
    'lost',
    'prevented',
  ]),
  balance_transactions: z.array(Movement),
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
  created: z.int(),
})
type Dispute = z.output<typeof Dispute>

const File = z.object({ id: z.string().min(1) })

const Event = z.object({
  type: z.string().startsWith('charge.dispute.'),
  data: z.object({ object: z.object({ id: z.string().min(1) }) }),
})

const STATES = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  needs_response: 'needs response',
  appeal_needs_response: 'needs response',
  under_review: 'under review',
  appeal_under_review: 'under review',
  won: 'won',
  lost: 'lost',
  prevented: 'closed',
} as const

export const createDisputes = ({ ask, list, upload }: StripeCalls): Disputes => ({
  async ask(id) {
    const reply = await ask(`GET ${DISPUTES}/${encodeURIComponent(id)}`, { signal: patience() })
    const isMissing = reply.status === 404 && reply.code === 'resource_missing'
    return isMissing ? null : toDispute(toldIn(reply))
  },

  async list(from, to) {
    const range = { 'created[gte]': seconds(from), 'created[lt]': seconds(to) }
    const all: unknown[] = []
    for await (const one of list(DISPUTES, range, patience)) all.push(one)
    return readEach(all, toDispute)
  },

  /** Stripe takes only one submission, so the words and the file go together. */
  async answer(id, { key, words, file }) {
    const form = new FormData()
    form.set('purpose', 'dispute_evidence')
    form.set('file', toPdf(file), 'evidence.pdf')
    const stored = await upload(form)
    if (stored.status !== 200) return refusedBy(stored)
    const answered = await ask(`POST ${DISPUTES}/${encodeURIComponent(id)}`, {
      key: `dispute-${key}`,
      fields: {
        'evidence[uncategorized_file]': File.parse(stored.body).id,
        'evidence[uncategorized_text]': words,
        submit: 'true',
      },
      signal: longPatience(),
    })
    return answered.status === 200 ? null : refusedBy(answered)
  },
})

const refusedBy = (reply: StripeReply): string => refusedIn({ ...reply, fault: faultOf(reply) })

export function disputesIn(body: Buffer): string[] {
  const { data } = Event.safeParse(readJson(body))
  return data ? [data.data.object.id] : []
}

const seconds = (moment: Date): string => String(Math.ceil(moment.getTime() / 1000))

/** The balance transactions say what Stripe took and returned. The status says nothing about money. */
function toDispute(told: unknown): GatewayDispute {
  const dispute = Dispute.parse(told)
  const movements = dispute.balance_transactions.map((one) => convert(one, dispute.currency))
  return {
    id: dispute.id,
    captureId: dispute.payment_intent ?? null,
    reference: null,
    state: STATES[dispute.status],
    stage: stageOf(dispute),
    ...(dispute.status === 'warning_under_review' && { isAnswered: true }),
    amount: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    reason: dispute.reason.replaceAll('_', ' '),
    respondBy: toDate(dispute.evidence_details?.due_by),
    openedAt: toDate(dispute.created),
    taken: Math.max(0, -movements.reduce((sum, { amount }) => sum + amount, 0)),
    fees: Math.max(
      0,
      movements.reduce((sum, { fee }) => sum + fee, 0),
    ),
  }
}

/** Stripe keeps its balance in the currency of the shop's bank, which may not be that of the payment. */
function convert(
  { amount, fee, currency, exchange_rate }: z.output<typeof Movement>,
  to: string,
): { amount: number; fee: number } {
  if (currency === to) return { amount, fee }
  if (!exchange_rate) throw new Error(`Stripe reported a dispute in ${to} without an exchange rate`)
  return { amount: Math.round(amount / exchange_rate), fee: Math.round(fee / exchange_rate) }
}

function stageOf({ status }: Dispute): GatewayDispute['stage'] {
  if (status.startsWith('warning')) return 'inquiry'
  return status.startsWith('appeal') ? 'pre-arbitration' : 'chargeback'
}

const toDate = (unix: number | null | undefined): Date | null =>
  unix ? new Date(unix * 1000) : null
