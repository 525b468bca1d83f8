// PhonePe's disputes. They are listed by status and time.
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import { findDisputed, listDisputed, type Disputed } from '#sandbox/gateways/disputes.ts'
import { PHONEPE } from './credentials.ts'
import { refuse } from './phonepe-wire.ts'

const NAME = 'phonepe'
const LIMIT_MAX = 100

const STATES = {
  inquiry: 'ACTION_REQUIRED',
  open: 'ACTION_REQUIRED',
  review: 'UNDER_REVIEW',
  won: 'WON',
  lost: 'LOST',
  closed: 'WON',
} as const

export const EVENTS = {
  inquiry: 'payment.dispute.created',
  open: 'payment.dispute.created',
  review: 'payment.dispute.under_review',
  won: 'payment.dispute.won',
  lost: 'payment.dispute.lost',
  closed: 'payment.dispute.won',
} as const

const toDispute = ({ deal, dispute }: Disputed) => ({
  merchantId: PHONEPE.merchantId,
  disputeId: dispute.id,
  merchantOrderId: deal.reference,
  orderId: deal.id,
  transactionId: dispute.attemptId,
  transactionAmount: deal.amount,
  disputeAmount: dispute.amount,
  refundAmount: 0,
  contestAmount: 0,
  status: STATES[dispute.state],
  stage: 'CHARGEBACK',
  dueDate: dispute.respondBy,
  createdAt: dispute.at,
  updatedAt: dispute.changedAt,
  evidences: {},
})

export const disputeCalls = (deps: SandboxDeps) => ({
  'GET /v1/disputes': (call: Call) => list(deps, call),
  'GET /v1/disputes/*': ({ url }: Call): Answer => {
    const found = findDisputed(deps, NAME, url.pathname.split('/').at(-1)!)
    return found
      ? json(toDispute(found))
      : refuse(404, 'DISPUTE_NOT_FOUND', 'No dispute has this id')
  },
})

function list(deps: SandboxDeps, { url: { searchParams } }: Call): Answer {
  const [from, to] = ['from', 'to'].map((name) => Number(searchParams.get(name) ?? NaN))
  const limit = Number(searchParams.get('limit') ?? 20)
  const offset = Number(searchParams.get('offset') ?? 0)
  const status = searchParams.get('status')
  if (!(from! <= to!) || !status || !(limit >= 1 && limit <= LIMIT_MAX))
    return refuse(400, 'BAD_REQUEST', 'from, to, status or limit is invalid')
  const found = listDisputed(deps, NAME)
    .map(toDispute)
    .filter((one) => one.status === status && one.createdAt >= from! && one.createdAt <= to!)
  return json({ disputes: found.slice(offset, offset + limit), total: found.length })
}
