// Razorpay's disputes.
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import { findDisputed, listDisputed, type Disputed } from '#sandbox/gateways/disputes.ts'
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
})

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
