// Stripe's disputes. Their balance transactions tell what was taken and returned.
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
function toMovements(deal: Deal, { amount, taken, fee, at, changedAt }: Dispute) {
  if (taken === 0 && fee === 0) return []
  const kept = { currency: deal.currency.toLowerCase(), exchange_rate: null, type: 'adjustment' }
  const first = { ...kept, amount: -amount, fee, created: toSeconds(at) }
  const back = amount - taken
  return back > 0
    ? [first, { ...kept, amount: back, fee: 0, created: toSeconds(changedAt) }]
    : [first]
}

export const toDispute = (deal: Deal, dispute: Dispute) => ({
  id: dispute.id,
  object: 'dispute',
  amount: dispute.amount,
  balance_transactions: toMovements(deal, dispute),
  charge: dispute.attemptId.replace('pi_', 'ch_'),
  created: toSeconds(dispute.at),
  currency: deal.currency.toLowerCase(),
  evidence: {},
  evidence_details: {
    due_by: toSeconds(dispute.respondBy),
    has_evidence: dispute.answers !== undefined,
    past_due: dispute.respondBy < Date.now(),
    submission_count: dispute.answers?.length ?? 0,
  },
  is_charge_refundable: dispute.state === 'inquiry',
  livemode: false,
  metadata: {},
  payment_intent: dispute.attemptId,
  reason: 'fraudulent',
  status:
    dispute.state === 'inquiry' && dispute.answers ? 'warning_under_review' : STATES[dispute.state],
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
  ...answerCalls(deps),
})

const FILE_MAX = 5_000_000
const TEXT_MAX = 20_000

/** Files are stored first. Only one submission of evidence counts. */
function answerCalls(deps: SandboxDeps) {
  const files = new Map<string, SentFile>()

  async function store(call: Call): Promise<Answer> {
    const form = await call.readForm()
    if (form?.get('purpose') !== 'dispute_evidence')
      return fail(400, 'parameter_missing', 'Missing required param: purpose.')
    const file = await readFile(form, FILE_MAX)
    if (!file) return fail(400, 'parameter_invalid', 'Only pdf, jpeg and png files up to 5 MB')
    const id = `file_${letters(24)}`
    files.set(id, file)
    return json({
      id,
      object: 'file',
      created: toSeconds(Date.now()),
      purpose: 'dispute_evidence',
      size: file.bytes.length,
      type: 'pdf',
    })
  }

  async function submit(call: Call): Promise<Answer> {
    const id = call.url.pathname.split('/').at(-1)!
    const found = findDisputed(deps, NAME, id)
    if (!found) return fail(404, 'resource_missing', `No such dispute: '${id}'`)
    const { deal, dispute } = found
    const fields = (await call.readFields()) ?? {}
    const text = String(fields['evidence[uncategorized_text]'] ?? '')
    const named = fields['evidence[uncategorized_file]']
    const file = files.get(String(named))
    if (named !== undefined && !file)
      return fail(400, 'resource_missing', `No such file upload: '${String(named)}'`)
    if (text.length > TEXT_MAX) return fail(400, 'parameter_invalid', 'The text is too long')
    if (!['inquiry', 'open'].includes(dispute.state) || dispute.answers)
      return fail(400, 'dispute_evidence_submitted', 'This dispute’s evidence is already submitted')
    if (dispute.respondBy < Date.now())
      return fail(400, 'dispute_past_due', 'The deadline to submit evidence has passed')
    if (fields['submit'] === 'false' || !file) return json(write(found))
    return json(
      toDispute(
        deal,
        takeAnswer(deps, found, {
          words: text,
          file,
          ...(dispute.state === 'inquiry' && { state: 'inquiry' }),
        }),
      ),
    )
  }

  return { 'POST /v1/files': store, 'POST /v1/disputes/*': submit }
}
