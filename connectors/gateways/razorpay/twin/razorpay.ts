// Razorpay, with payment links and UPI codes. Requests use basic authentication. Webhooks are signed with a separate secret.
import { createHmac } from 'node:crypto'
import { RAZORPAY } from './credentials.ts'
import { html, layout } from '#sandbox/screen/html.ts'
import { json, page, redirect, type Answer, type Call } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'
import { isSame } from '#sandbox/suppliers/supplier.ts'
import { letters } from '#sandbox/gateways/deals.ts'
import {
  gateway,
  payPageUrl,
  type Attempt,
  type Deal,
  type Message,
  type DealEvent,
} from '#sandbox/gateways/gateway.ts'
import { disputeCalls, EVENTS, toDispute } from './razorpay-disputes.ts'
import { leaveUpiApp } from '#sandbox/gateways/upi.ts'
import { codeCalls } from './razorpay-codes.ts'
import { linkCalls } from './razorpay-links.ts'
import { paymentCalls } from './razorpay-payments.ts'
import { settlementCalls } from './razorpay-settlements.ts'
import { refuse, toCode, toLink, toOrder, toPayment, toRefund } from './razorpay-wire.ts'

const BASIC = `Basic ${Buffer.from(`${RAZORPAY.keyId}:${RAZORPAY.keySecret}`).toString('base64')}`

type Reply = (call: Call) => Answer | Promise<Answer>

export const razorpay = (deps: SandboxDeps): Player =>
  gateway(deps, {
    name: 'razorpay',
    title: 'Razorpay',
    calls: authenticated({
      ...linkCalls(deps),
      ...codeCalls(deps),
      ...paymentCalls(deps.deals),
      ...disputeCalls(deps),
      ...settlementCalls(deps.deals),
      'GET /v1/payments/downtimes': () => listDowntimes(deps),
    }),
    broken: json({ error: { code: 'SERVER_ERROR', description: 'The server is in trouble' } }, 500),
    tooMany: json({ error: { code: '', description: 'Too many requests' } }, 429),
    attemptId: () => `pay_${letters(14)}`,
    repaymentId: () => `rfnd_${letters(14)}`,
    disputeId: () => `disp_${letters(14)}`,
    tellsDowntimes: true,
    settlementId: () => `setl_${letters(14)}`,
    messages: (deal, event) => toMessages(deal, event, payPageUrl(deps, deal)),
    comeBack: (deal, attempt) => comeBack(deal, attempt, payPageUrl(deps, deal)),
  })

/** Reports that all of UPI fails while the fault is set. */
function listDowntimes({ faults }: SandboxDeps): Answer {
  const since = Math.floor(Date.now() / 1000) - 60
  const items = faults.strike('razorpay', 'downtime')
    ? [
        {
          id: 'down_SandboxGem0001',
          entity: 'payment.downtime',
          method: 'upi',
          begin: since,
          end: null,
          status: 'started',
          scheduled: false,
          severity: 'high',
          instrument: { vpa_handle: 'ALL' },
          created_at: since,
          updated_at: since,
        },
      ]
    : []
  return json({ entity: 'collection', count: items.length, items })
}

const authenticated = (calls: Record<string, Reply>): Record<string, Reply> =>
  Object.fromEntries(
    Object.entries(calls).map(([route, answer]) => [
      route,
      (call: Call) =>
        isSame(call.headers.authorization, BASIC)
          ? answer(call)
          : refuse('Authentication failed', 401),
    ]),
  )

/** A success sends two webhooks: one for the payment, and one for the link or the UPI code. */
function toMessages(deal: Deal, dealEvent: DealEvent, url: string): Message[] {
  const isCode = deal.more['code'] !== undefined
  if ('ended' in dealEvent)
    return isCode
      ? [toMessage('qr_code.closed', { qr_code: toCode(deal, url) })]
      : [toMessage(`payment_link.${deal.state}`, { payment_link: toLink(deal, url) })]
  if ('dispute' in dealEvent) {
    const { dispute } = dealEvent
    const paid = deal.attempts.find(({ id }) => id === dispute.attemptId)!
    const entities = { payment: toPayment(deal, paid), dispute: toDispute(deal, dispute) }
    return [toMessage(EVENTS[dispute.state], entities)]
  }
  if ('repayment' in dealEvent) {
    const { repayment } = dealEvent
    const paid = deal.attempts.find(({ id }) => id === repayment.attemptId)!
    const event = repayment.state === 'done' ? 'refund.processed' : 'refund.failed'
    return [toMessage(event, { refund: toRefund(deal, repayment), payment: toPayment(deal, paid) })]
  }
  const { attempt } = dealEvent
  const payment = toPayment(deal, attempt)
  if (attempt.state === 'pending') return []
  if (attempt.state === 'failed') return [toMessage('payment.failed', { payment })]
  return [
    toMessage('payment.captured', { payment }),
    isCode
      ? toMessage('qr_code.credited', { payment, qr_code: toCode(deal, url) })
      : toMessage('payment_link.paid', {
          payment_link: toLink(deal, url),
          order: toOrder(deal),
          payment,
        }),
  ]
}

function toMessage(event: string, entities: Record<string, object>): Message {
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_SandboxGem0001',
    event,
    contains: Object.keys(entities),
    payload: Object.fromEntries(
      Object.entries(entities).map(([name, entity]) => [name, { entity }]),
    ),
    created_at: Math.floor(Date.now() / 1000),
  })
  return {
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': letters(14),
      'x-razorpay-signature': sign(RAZORPAY.webhookSecret, body),
    },
    body,
  }
}

const sign = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex')

/** Only a paying customer returns to the shop. */
function comeBack(deal: Deal, attempt: Attempt | null, payPage: string): Answer {
  if (deal.more['code']) return leaveUpiApp()
  if (attempt === null) return page(LEFT)
  if (attempt.state !== 'success') return redirect(payPage)
  const signature = sign(
    RAZORPAY.keySecret,
    [deal.id, deal.reference, 'paid', attempt.id].join('|'),
  )
  const url = new URL(deal.returnUrl)
  url.searchParams.set('razorpay_payment_id', attempt.id)
  url.searchParams.set('razorpay_payment_link_id', deal.id)
  url.searchParams.set('razorpay_payment_link_reference_id', deal.reference)
  url.searchParams.set('razorpay_payment_link_status', 'paid')
  url.searchParams.set('razorpay_signature', signature)
  return redirect(url.href)
}

const LEFT = layout(
  'Payment not completed',
  html`<main class="narrow card">
    <h1>Payment not completed</h1>
    <p class="quiet">The shop is only told about completed payments. You can close this page.</p>
  </main>`,
)
