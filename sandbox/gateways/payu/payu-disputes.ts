// PayU's chargeback portal, which has its own token. Its webhook is not signed.
import { PAYU } from '#sandbox/credentials.ts'
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import { listDisputed, type Disputed } from '#sandbox/gateways/disputes.ts'
import type { Deal, Dispute, Message } from '#sandbox/gateways/gateway.ts'
import { isSame, toMoney } from '#sandbox/suppliers/supplier.ts'
import { inIndia } from './payu-wire.ts'

const STATES = {
  inquiry: 'New',
  open: 'Pending Response',
  review: 'Submitted to Bank',
  won: 'Closed in Merchant Favour',
  lost: 'Closed Customer Favour',
  closed: 'Closed in Merchant Favour',
} as const

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** A day such as 24-Feb-2023. */
function toDay(ms: number): string {
  const [year, month, day] = inIndia(ms).slice(0, 10).split('-')
  return `${day}-${MONTHS[Number(month) - 1]}-${year}`
}

const toAttributes = ({ deal, dispute }: Disputed) => ({
  id: Number(dispute.id),
  'chargeback-amount': toMoney(dispute.amount / 100),
  'chargeback-type': 'Chargeback',
  'chargeback-date': toDay(dispute.at),
  status: STATES[dispute.state],
  'reply-before': toDay(dispute.respondBy),
  'chargeback-reason': 'Goods/services not received',
  'bank-case-no': `B${dispute.id}`,
  'debit-date': dispute.state === 'inquiry' ? null : toDay(dispute.at),
  'debit-status': dispute.state === 'inquiry' ? null : 'Chargeback Debited',
  'credit-date':
    dispute.taken === 0 && dispute.state !== 'inquiry' ? toDay(dispute.changedAt) : null,
  comments: null,
  'transaction-details': { 'payu-id': dispute.attemptId, 'transaction-id': deal.reference },
})

export const disputeCalls = (deps: SandboxDeps) => ({
  'GET /api/v1/chargebacks': ({ headers, url }: Call): Answer => {
    if (!isSame(headers['x-optimus-api-key'], PAYU.disputeToken))
      return json({ error: 'Unauthorized' }, 401)
    const days = ['from_date', 'to_date'].map((name) => readDay(url.searchParams.get(name)))
    const [from, to] = days as [string, string]
    if (!from || !to) return json({ error: 'from_date and to_date must be DD-MM-YYYY' }, 400)
    const found = listDisputed(deps, 'payu').filter(({ dispute }) => {
      const day = inIndia(dispute.at).slice(0, 10)
      return day >= from && day <= to
    })
    return json({
      data: found.map((one) => ({ id: one.dispute.id, attributes: toAttributes(one) })),
      meta: { pagination: { current_page: 1, total_pages: 1, total_count: found.length } },
    })
  },
})

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
