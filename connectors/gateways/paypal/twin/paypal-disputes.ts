// PayPal's disputes. Their money movements tell what was taken and returned, for both parties.
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import {
  findDisputed,
  listDisputed,
  takeAnswer,
  type Disputed,
  type SentFile,
} from '#sandbox/gateways/disputes.ts'
import type { Deal, Dispute } from '#sandbox/gateways/gateway.ts'
import { NAME } from './paypal-orders.ts'
import { dataOf, fail, missing, refuse, toMoney, toTime } from './paypal-wire.ts'

const PAGE_MAX = 50
const NOTES_MAX = 2_000
const FILE_MAX = 10_000_000

const STATES = {
  inquiry: ['OPEN', 'OPEN_INQUIRIES'],
  open: ['WAITING_FOR_SELLER_RESPONSE', 'REQUIRED_ACTION'],
  review: ['UNDER_REVIEW', 'UNDER_PAYPAL_REVIEW'],
  won: ['RESOLVED', 'RESOLVED'],
  lost: ['RESOLVED', 'RESOLVED'],
  closed: ['RESOLVED', 'RESOLVED'],
} as const
const OUTCOMES: Partial<Record<Dispute['state'], string>> = {
  won: 'RESOLVED_SELLER_FAVOUR',
  lost: 'RESOLVED_BUYER_FAVOUR',
  closed: 'CANCELED_BY_BUYER',
}

function toMovements(currency: string, { amount, taken, fee }: Dispute) {
  const line = (type: string, minor: number, reason: string, affected_party = 'SELLER') => ({
    affected_party,
    type,
    amount: toMoney(minor, currency),
    reason,
  })
  if (taken === 0 && fee === 0) return []
  const back = amount - taken
  return [
    line('DEBIT', amount, 'DISPUTE_SETTLEMENT'),
    line('CREDIT', amount, 'DISPUTE_SETTLEMENT', 'BUYER'),
    ...(back > 0 ? [line('CREDIT', back, 'DISPUTE_SETTLEMENT')] : []),
    ...(fee > 0 ? [line('DEBIT', fee, 'DISPUTE_FEE')] : []),
  ]
}

const isOpen = ({ state, answers }: Dispute) =>
  state === 'open' || (state === 'inquiry' && !answers)

/** `isWhole` leaves nothing out. The list does. */
export function toDispute(url: string, deal: Deal, dispute: Dispute, isWhole = true) {
  const { id, state, amount, at, changedAt, respondBy, answers } = dispute
  const { currency } = deal.attempts.find((one) => one.id === dispute.attemptId)!
  const isAnswered = state === 'inquiry' && answers !== undefined
  const [status, dispute_state] = STATES[isAnswered ? 'review' : state]
  const self = `${url}/v1/customer/disputes/${id}`
  const outcome = OUTCOMES[state]
  const told = {
    dispute_id: id,
    create_time: toTime(at),
    update_time: toTime(changedAt),
    reason: 'UNAUTHORISED',
    status,
    dispute_state,
    dispute_amount: toMoney(amount, currency),
    dispute_life_cycle_stage: state === 'inquiry' ? 'INQUIRY' : 'CHARGEBACK',
    dispute_channel: 'INTERNAL',
    seller_response_due_date: toTime(respondBy),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      ...(isOpen(dispute)
        ? [{ href: `${self}/provide-evidence`, rel: 'provide_evidence', method: 'POST' }]
        : []),
    ],
  }
  if (!isWhole) return told
  return {
    ...told,
    disputed_transactions: [
      { seller_transaction_id: dispute.attemptId, custom: dataOf(deal).customId },
    ],
    money_movements: toMovements(currency, dispute),
    ...(outcome && { dispute_outcome: { outcome_code: outcome } }),
  }
}

export function eventOf({ state, at, changedAt }: Dispute): string {
  if (at === changedAt) return 'CUSTOMER.DISPUTE.CREATED'
  return OUTCOMES[state] ? 'CUSTOMER.DISPUTE.RESOLVED' : 'CUSTOMER.DISPUTE.UPDATED'
}

export function disputeCalls(deps: SandboxDeps, url: string) {
  const find = (call: Call, fromEnd: number): Disputed | undefined =>
    findDisputed(deps, NAME, call.url.pathname.split('/').at(-fromEnd)!)

  function list({ url: { searchParams } }: Call): Answer {
    const size = Number(searchParams.get('page_size') ?? 10)
    if (!(size >= 1 && size <= PAGE_MAX)) return fail(400, 'INVALID_REQUEST', 'INVALID_PAGE_SIZE')
    const since = Date.parse(searchParams.get('start_time') ?? '') || 0
    const from = Number(searchParams.get('next_page_token') ?? 0)
    const all = listDisputed(deps, NAME).filter(({ dispute }) => dispute.at >= since)
    const next = new URLSearchParams(searchParams)
    next.set('next_page_token', String(from + size))
    return json({
      items: all
        .slice(from, from + size)
        .map(({ deal, dispute }) => toDispute(url, deal, dispute, false)),
      links:
        from + size < all.length
          ? [{ href: `${url}/v1/customer/disputes?${next}`, rel: 'next', method: 'GET' }]
          : [],
    })
  }

  /** The form has a part with JSON, and the files. */
  async function answer(call: Call): Promise<Answer> {
    const found = find(call, 2)
    if (!found) return missing()
    const form = await call.readForm()
    const notes = await readNotes(form?.get('input'))
    const file = await readEvidence(form?.get('file1'))
    if (notes === null || notes.length > NOTES_MAX || !file)
      return fail(400, 'VALIDATION_ERROR', 'INVALID_EVIDENCE', 'The evidence is not valid.')
    if (!isOpen(found.dispute))
      return refuse('ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE', 'Action not allowed.')
    const inquiry = found.dispute.state === 'inquiry' ? ({ state: 'inquiry' } as const) : {}
    takeAnswer(deps, found, { words: notes, file, ...inquiry })
    return json({ links: [] })
  }

  return {
    'GET /v1/customer/disputes': list,
    'GET /v1/customer/disputes/*': (call: Call): Answer => {
      const found = find(call, 1)
      return found ? json(toDispute(url, found.deal, found.dispute)) : missing()
    },
    'POST /v1/customer/disputes/*/provide-evidence': answer,
  }
}

/** Null unless the part is JSON with evidence of a known type. */
async function readNotes(part: unknown): Promise<string | null> {
  if (!(part instanceof Blob) || part.type !== 'application/json') return null
  try {
    const { evidences } = JSON.parse(await part.text()) as {
      evidences: { evidence_type?: string; notes?: string }[]
    }
    const [first] = evidences
    return first?.evidence_type === 'PROOF_OF_FULFILLMENT' ? (first.notes ?? '') : null
  } catch {
    return null
  }
}

async function readEvidence(part: unknown): Promise<SentFile | null> {
  if (!(part instanceof Blob) || part.size > FILE_MAX || part.type !== 'application/pdf')
    return null
  return { type: part.type, bytes: Buffer.from(await part.arrayBuffer()) }
}
