// Cashfree's disputes. Amounts are in rupees.
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import {
  findDisputed,
  listDisputed,
  readFile,
  takeAnswer,
  type Disputed,
} from '#sandbox/gateways/disputes.ts'
import type { Deal, Dispute } from '#sandbox/gateways/gateway.ts'
import { toRupees } from '#sandbox/gateways/money.ts'
import { orderOf, refuse, toTime } from './cashfree-wire.ts'

const SUFFIXES = {
  inquiry: 'CREATED',
  open: 'CREATED',
  review: 'UNDER_REVIEW',
  won: 'MERCHANT_WON',
  lost: 'MERCHANT_LOST',
  closed: 'MERCHANT_WON',
} as const

const FILE_MAX = 20_000_000
const DOC_TYPES = [
  'Delivery/Service Proof',
  'Shipping Proof',
  'Statement of Service',
  'Proof of Service Used',
  'Cancellation of Service Proof',
  'Refund Proof',
  'Business model explanation',
  'Extra Charges Declaration',
  'Terms & Conditions',
  'Customer Withdrawal Letter',
  'Certificate of Authenticity',
  'Reseller Agreement',
]

const NO_DISPUTE = refuse(404, 'dispute_not_found', 'Dispute does not exist')

const isOver = ({ state }: Dispute) => ['won', 'lost', 'closed'].includes(state)

const isAnsweredInquiry = ({ state, answers }: Dispute) =>
  state === 'inquiry' && answers !== undefined

const suffixOf = (dispute: Dispute) =>
  isAnsweredInquiry(dispute) ? 'DOCS_RECEIVED' : SUFFIXES[dispute.state]

const isActionable = (dispute: Dispute) =>
  ['inquiry', 'open'].includes(dispute.state) &&
  !isAnsweredInquiry(dispute) &&
  dispute.respondBy >= Date.now()

const stateAfter = ({ state }: Dispute) => (state === 'inquiry' ? { state } : {})

const typeOf = ({ state }: Dispute) => (state === 'inquiry' ? 'RETRIEVAL' : 'CHARGEBACK')

function toFields(deal: Deal, dispute: Dispute) {
  const type = typeOf(dispute)
  return {
    dispute_id: dispute.id,
    dispute_type: type,
    reason_code: '4853',
    reason_description: 'Cardholder Dispute',
    dispute_amount: toRupees(dispute.amount),
    dispute_amount_currency: deal.currency,
    created_at: toTime(dispute.at),
    updated_at: toTime(dispute.changedAt),
    respond_by: toTime(dispute.respondBy),
    ...(isOver(dispute) && { resolved_at: toTime(dispute.changedAt) }),
    dispute_status: `${type}_${suffixOf(dispute)}`,
    cf_dispute_remarks: '',
    dispute_action_on: dispute.state === 'open' ? 'MERCHANT' : 'CASHFREE',
  }
}

const toOrderDetails = (deal: Deal, { attemptId }: Dispute) => ({
  order_id: orderOf(deal, attemptId),
  order_amount: toRupees(deal.amount),
  order_currency: deal.currency,
  cf_payment_id: attemptId,
  payment_amount: toRupees(deal.amount),
  payment_currency: deal.currency,
})

export const toDisputeMail = (deal: Deal, dispute: Dispute) => ({
  dispute: toFields(deal, dispute),
  order_details: toOrderDetails(deal, dispute),
  customer_details: {},
})

export function disputeEvent(dispute: Dispute): string {
  if (isOver(dispute)) return 'DISPUTE_CLOSED'
  return dispute.changedAt === dispute.at ? 'DISPUTE_CREATED' : 'DISPUTE_UPDATED'
}

/** An answer has the dispute id as a number, unlike the webhook. */
const toAnswer = ({ deal, dispute }: Disputed) => ({
  ...toFields(deal, dispute),
  dispute_id: Number(dispute.id),
  order_details: toOrderDetails(deal, dispute),
  dispute_evidence: [],
})

export const disputeCalls = (deps: SandboxDeps) => ({
  'GET /pg/payments/*/disputes': ({ url }: Call): Answer => {
    const payment = url.pathname.split('/').at(-2)
    const found = listDisputed(deps, 'cashfree')
    return json(found.filter(({ dispute }) => dispute.attemptId === payment).map(toAnswer))
  },
  'GET /pg/disputes/*': ({ url }: Call): Answer => {
    const found = findDisputed(deps, 'cashfree', url.pathname.split('/').at(-1)!)
    return found ? json(toAnswer(found)) : NO_DISPUTE
  },
  'POST /pg/disputes/*/documents': async (call: Call): Promise<Answer> => {
    const found = findDisputed(deps, 'cashfree', call.url.pathname.split('/').at(-2)!)
    if (!found) return NO_DISPUTE
    const { dispute } = found
    const form = await call.readForm()
    const file = await readFile(form, FILE_MAX)
    const [type, note] = ['doc_type', 'note'].map((name) => String(form?.get(name) ?? ''))
    if (!file) return refuse(400, 'file_invalid', 'file : should be jpeg, jpg, png or pdf')
    if (!DOC_TYPES.includes(type!)) return refuse(400, 'doc_type_invalid', 'doc_type : is invalid')
    if (!isActionable(dispute))
      return refuse(400, 'dispute_not_actionable', 'Dispute is not in an actionable state')
    takeAnswer(deps, found, { words: note!, file, ...stateAfter(dispute) })
    return json({ dispute_id: Number(dispute.id), status: 'Success' })
  },
})
