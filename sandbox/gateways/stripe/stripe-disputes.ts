// Stripe's disputes. Their balance transactions tell what was taken and returned.
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import { findDisputed, listDisputed, type Disputed } from '#sandbox/gateways/disputes.ts'
import type { Deal, Dispute } from '#sandbox/gateways/gateway.ts'
import { fail, toList } from './stripe-wire.ts'

const NAME = 'stripe'

const STATES = {
  inquiry: 'warning_needs_response',
  open: 'needs_response',
  review: 'under_review',
  won: 'won',
  lost: 'lost',
  closed: 'warning_closed',
} as const

const toSeconds = (ms: number) => Math.floor(ms / 1000)

/** Everything that was taken at first, and what came back of it. */
function toMovements({ amount, taken, fee, at, changedAt }: Dispute) {
  if (taken === 0 && fee === 0) return []
  const first = { amount: -amount, fee, created: toSeconds(at), type: 'adjustment' }
  const back = amount - taken
  return back > 0
    ? [first, { amount: back, fee: 0, created: toSeconds(changedAt), type: 'adjustment' }]
    : [first]
}

export const toDispute = (deal: Deal, dispute: Dispute) => ({
  id: dispute.id,
  object: 'dispute',
  amount: dispute.amount,
  balance_transactions: toMovements(dispute),
  charge: dispute.attemptId.replace('pi_', 'ch_'),
  created: toSeconds(dispute.at),
  currency: deal.currency.toLowerCase(),
  evidence: {},
  evidence_details: {
    due_by: toSeconds(dispute.respondBy),
    has_evidence: false,
    past_due: dispute.respondBy < Date.now(),
    submission_count: 0,
  },
  is_charge_refundable: dispute.state === 'inquiry',
  livemode: false,
  metadata: {},
  payment_intent: dispute.attemptId,
  reason: 'fraudulent',
  status: STATES[dispute.state],
})

/** Money moves with events of its own, which come after the change of the state. */
export function eventsOf({ state, taken, amount, changedAt, at }: Dispute): string[] {
  if (changedAt === at)
    return taken > 0
      ? ['charge.dispute.created', 'charge.dispute.funds_withdrawn']
      : ['charge.dispute.created']
  if (!['won', 'lost', 'closed'].includes(state)) return ['charge.dispute.updated']
  return taken < amount && state !== 'closed'
    ? ['charge.dispute.closed', 'charge.dispute.funds_reinstated']
    : ['charge.dispute.closed']
}

const write = ({ deal, dispute }: Disputed) => toDispute(deal, dispute)

export const disputeCalls = (deps: SandboxDeps) => ({
  'GET /v1/disputes': (call: Call) => toList(call, listDisputed(deps, NAME).map(write)),
  'GET /v1/disputes/*': ({ url }: Call): Answer => {
    const id = url.pathname.split('/').at(-1)!
    const found = findDisputed(deps, NAME, id)
    return found ? json(write(found)) : fail(404, 'resource_missing', `No such dispute: '${id}'`)
  },
})
