// Razorpay's disputes.
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import { letters } from '#sandbox/gateways/deals.ts'
import {
  findDisputed,
  listDisputed,
  readFile,
  takeAnswer,
  type Disputed,
  type SentFile,
} from '#sandbox/gateways/disputes.ts'
import type { Deal, Dispute } from '#sandbox/gateways/gateway.ts'
import { NOTHING_THERE, refuse } from './razorpay-wire.ts'

const NAME = 'razorpay'
const COUNT_MAX = 100

const STATES = {
  inquiry: 'open',
  open: 'open',
  review: 'under_review',
  won: 'won',
  lost: 'lost',
  closed: 'closed',
} as const

export const EVENTS = {
  inquiry: 'payment.dispute.created',
  open: 'payment.dispute.created',
  review: 'payment.dispute.under_review',
  won: 'payment.dispute.won',
  lost: 'payment.dispute.lost',
  closed: 'payment.dispute.closed',
} as const

const toSeconds = (ms: number) => Math.floor(ms / 1000)

export const toDispute = ({ currency }: Deal, dispute: Dispute) => ({
  id: dispute.id,
  entity: 'dispute',
  payment_id: dispute.attemptId,
  amount: dispute.amount,
  currency,
  amount_deducted: dispute.taken,
  gateway_dispute_id: null,
  reason_code: 'goods_or_services_not_received_or_partially_received',
  reason_description: 'Goods or services not received',
  respond_by: toSeconds(dispute.respondBy),
  status: STATES[dispute.state],
  phase: dispute.state === 'inquiry' ? 'retrieval' : 'chargeback',
  comments: null,
  created_at: toSeconds(dispute.at),
  evidence: { amount: dispute.amount, summary: null, submitted_at: null },
})

const write = ({ deal, dispute }: Disputed) => toDispute(deal, dispute)

export const disputeCalls = (deps: SandboxDeps) => ({
  'GET /v1/disputes': (call: Call) => list(deps, call),
  'GET /v1/disputes/*': ({ url }: Call): Answer => {
    const found = findDisputed(deps, NAME, url.pathname.split('/').at(-1)!)
    return found ? json(write(found)) : NOTHING_THERE
  },
  ...answerCalls(deps),
})

const FILE_MAX = 5_000_000
const SUMMARY_MAX = 1_000
const PROOFS = [
  'shipping_proof',
  'billing_proof',
  'cancellation_proof',
  'customer_communication',
  'proof_of_service',
  'explanation_letter',
  'refund_confirmation',
  'access_activity_log',
  'refund_cancellation_policy',
  'term_and_conditions',
]

/** Documents are stored first. A contest names them, and is sent to the bank only when it is submitted. */
function answerCalls(deps: SandboxDeps) {
  const documents = new Map<string, SentFile>()

  async function store(call: Call): Promise<Answer> {
    const form = await call.readForm()
    if (form?.get('purpose') !== 'dispute_evidence') return refuse('The purpose field is required.')
    const file = await readFile(form, FILE_MAX)
    if (!file) return refuse('The file must be a file of type: jpg, jpeg, png, pdf.')
    const id = `doc_${letters(14)}`
    documents.set(id, file)
    const { type: mime_type, bytes } = file
    const purpose = 'dispute_evidence'
    const created_at = toSeconds(Date.now())
    return json({ id, entity: 'document', purpose, mime_type, size: bytes.length, created_at })
  }

  async function contest(call: Call): Promise<Answer> {
    const found = findDisputed(deps, NAME, call.url.pathname.split('/').at(-2)!)
    if (!found) return NOTHING_THERE
    const { deal, dispute } = found
    const fields = (await call.readFields()) ?? {}
    const { amount = dispute.amount, summary = '', action = 'draft' } = fields
    const status = STATES[dispute.state]
    if (status !== 'open') return refuse(`Action not allowed when dispute is in ${status} status.`)
    if (dispute.respondBy < Date.now())
      return refuse('Action not allowed as deadline to respond has elapsed.')
    if (Number(amount) > dispute.amount)
      return refuse('contest amount cannot be greater than dispute amount.')
    if (String(summary).length > SUMMARY_MAX)
      return refuse('The summary may not be greater than 1000 characters.')
    const named = PROOFS.flatMap((proof) => (fields[proof] as string[] | undefined) ?? [])
    const file = documents.get(named[0] ?? '')
    if (named.some((id) => !documents.has(id))) return NOTHING_THERE
    if (action !== 'submit') return json(write(found))
    if (!file) return refuse('At least one document is required to submit a contest.')
    return json(toDispute(deal, takeAnswer(deps, found, { words: String(summary), file })))
  }

  return { 'POST /v1/documents': store, 'PATCH /v1/disputes/*/contest': contest }
}

/** `from` and `to` are in seconds, and both are inclusive. */
function list(deps: SandboxDeps, { url }: Call): Answer {
  const ask = (name: string, otherwise: number) => Number(url.searchParams.get(name) ?? otherwise)
  const [from, to] = [ask('from', 0), ask('to', Infinity)]
  const [count, skip] = [ask('count', 10), ask('skip', 0)]
  if (!(count >= 1 && count <= COUNT_MAX)) return refuse('The count must be between 1 and 100.')
  const found = listDisputed(deps, NAME)
    .map(write)
    .filter(({ created_at }) => created_at >= from && created_at <= to)
  const items = found.slice(skip, skip + count)
  return json({ entity: 'collection', count: items.length, items })
}
