// PayU's chargeback portal, which has its own token. Its webhook is not signed.
import { PAYU } from './credentials.ts'
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import {
  findDisputed,
  listDisputed,
  takeAnswer,
  type Disputed,
} from '#sandbox/gateways/disputes.ts'
import type { Deal, Dispute, Message } from '#sandbox/gateways/gateway.ts'
import { isSame, toMoney } from '#sandbox/suppliers/supplier.ts'
import { listReasons, readForms } from './payu-reasons.ts'
import { inIndia } from './payu-wire.ts'

const STATES = {
  inquiry: 'New',
  open: 'Pending Response',
  review: 'Pending Doc Review',
  won: 'Closed in Merchant Favour',
  lost: 'Closed Customer Favour',
  closed: 'Closed in Merchant Favour',
} as const

const NONE = 'NA'
const PAGE = 500
const DAYS_MAX = 20
const DAY_MS = 24 * 60 * 60_000
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** A day such as 24-Feb-2023. */
function toDay(ms: number): string {
  const [year, month, day] = inIndia(ms).slice(0, 10).split('-')
  return `${day}-${MONTHS[Number(month) - 1]}-${year}`
}

const toAttributes = ({ deal, dispute }: Disputed) => ({
  id: Number(dispute.id),
  'chargeback-amount': toMoney(dispute.amount / 100),
  'chargeback-type': 'CB',
  'chargeback-date': toDay(dispute.at),
  status: STATES[dispute.state],
  'reply-before': toDay(dispute.respondBy),
  'chargeback-reason': 'Goods/services not received',
  'bank-case-no': `B${dispute.id}`,
  'debit-date': dispute.state === 'inquiry' ? NONE : toDay(dispute.at),
  'debit-status': dispute.state === 'inquiry' ? null : 'Chargeback Debited',
  'credit-date':
    dispute.taken === 0 && dispute.state !== 'inquiry' ? toDay(dispute.changedAt) : NONE,
  comments: null,
  'transaction-details': { 'payu-id': dispute.attemptId, 'transaction-id': deal.reference },
})

const isAdmitted = ({ headers }: Call): boolean =>
  isSame(headers['x-optimus-api-key'], PAYU.disputeToken)

const refuse = (status: number, message: string): Answer => json({ message }, status)
const UNAUTHORIZED = refuse(401, 'Unauthorized')

export const disputeCalls = (deps: SandboxDeps) => ({
  'GET /api/v1/chargebacks': (call: Call): Answer =>
    isAdmitted(call) ? list(deps, call) : UNAUTHORIZED,
  'GET /api/v1/reasons': (call: Call): Answer =>
    isAdmitted(call) ? json({ data: listReasons() }) : UNAUTHORIZED,
  'PATCH /api/v1/chargebacks/dispute': async (call: Call): Promise<Answer> =>
    isAdmitted(call) ? contest(deps, await readSent(call)) : UNAUTHORIZED,
})

function list(deps: SandboxDeps, { url: { searchParams } }: Call): Answer {
  if (searchParams.get('merchant_id') !== PAYU.merchantId)
    return refuse(400, 'merchant_id is missing or unknown')
  const [from, to] = ['from_date', 'to_date'].map((name) => readDay(searchParams.get(name)))
  if (!from || !to) return refuse(400, 'from_date and to_date must be DD-MM-YYYY')
  if (Date.parse(to) - Date.parse(from) >= DAYS_MAX * DAY_MS)
    return refuse(400, `At most ${DAYS_MAX} days can be listed`)
  const found = listDisputed(deps, 'payu').filter(({ dispute }) => {
    const day = inIndia(dispute.at).slice(0, 10)
    return day >= from && day <= to
  })
  return json({
    data: found.slice(0, PAGE).map((one) => ({
      id: one.dispute.id,
      type: 'chargebacks',
      attributes: toAttributes(one),
    })),
    meta: {
      pagination: {
        'per-page': PAGE,
        'total-chargebacks': found.length,
        'total-pages': Math.ceil(found.length / PAGE),
      },
    },
  })
}

/** The file makes the body larger than that of other calls. */
async function readSent(call: Call): Promise<Record<string, unknown>> {
  try {
    return JSON.parse(await call.readText()) as Record<string, unknown>
  } catch {
    return {}
  }
}

function contest(deps: SandboxDeps, sent: Record<string, unknown>): Answer {
  const { chargeback_id: id, merchant_key: key, dispute_type: type, reason_code: forms } = sent
  if (key !== PAYU.merchantKey) return refuse(400, 'merchant_key is unknown')
  if (type !== 'contest') return refuse(400, 'This sandbox takes only the dispute_type contest')
  const found = findDisputed(deps, 'payu', String(id))
  if (!found) return refuse(404, 'There is no such chargeback')
  const { dispute } = found
  const isOpen = dispute.state === 'inquiry' || dispute.state === 'open'
  if (!isOpen || dispute.respondBy < Date.now())
    return refuse(422, 'The chargeback is not actionable')
  const read = readForms(forms)
  if (typeof read === 'string') return refuse(400, read)
  const file = { type: 'application/pdf', bytes: read.file }
  const answered = takeAnswer(deps, found, { words: read.words, file })
  const { status } = toAttributes({ ...found, dispute: answered })
  const attributes = { id: Number(dispute.id), 'payu-id': dispute.attemptId, status }
  return json({ data: { id: dispute.id, type: 'chargeback-details', attributes } })
}

/** Turns DD-MM-YYYY around. */
const readDay = (text: string | null): string | null =>
  text && /^\d\d-\d\d-\d{4}$/.test(text) ? text.split('-').toReversed().join('-') : null

export const toDisputeMessage = (deal: Deal, dispute: Dispute): Message => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    type: 'payments',
    event: 'dispute',
    cb_id: dispute.id,
    cb_type: 'Chargeback',
    cb_status: STATES[dispute.state],
    cb_amount: toMoney(dispute.amount / 100),
    due_date: inIndia(dispute.respondBy).slice(0, 10),
    reason_code: 'Goods/services not received',
    txn_id: deal.reference,
    mid: PAYU.merchantKey,
    created_at: inIndia(dispute.at),
    updated_at: inIndia(dispute.changedAt),
  }),
})
