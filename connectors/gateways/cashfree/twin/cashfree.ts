// Cashfree, with payment links, and orders with UPI codes. Two headers authenticate requests. Webhooks are signed over the time and the exact
// bytes.
import { createHash, createHmac } from 'node:crypto'
import { CASHFREE } from './credentials.ts'
import { json, redirect, type Answer, type Call } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'
import { isSame } from '#sandbox/suppliers/supplier.ts'
import { linkCalls, newRefundId, orderCalls } from './cashfree-calls.ts'
import { disputeCalls, disputeEvent, toDisputeMail } from './cashfree-disputes.ts'
import { ownOrderCalls, sessionCalls } from './cashfree-orders.ts'
import { settlementCalls } from './cashfree-settlements.ts'
import { refuse, toLinkMail, toMail, toPaymentMail, toRefundMail } from './cashfree-wire.ts'
import { digits } from '#sandbox/gateways/deals.ts'
import {
  gateway,
  payPageUrl,
  type Deal,
  type Message,
  type DealEvent,
} from '#sandbox/gateways/gateway.ts'

const VERSIONS = ['2022-09-01', '2023-08-01', '2025-01-01', '2026-01-01']

type Reply = (call: Call) => Answer | Promise<Answer>

const fault = (status: number, type: string, message: string) =>
  json({ message, code: 'request_failed', type }, status)

const TOO_MANY = fault(429, 'rate_limit_error', 'Too many requests from your IP. Check headers')

export const cashfree = (deps: SandboxDeps): Player =>
  gateway(deps, {
    name: 'cashfree',
    title: 'Cashfree',
    calls: {
      ...authenticated({
        ...linkCalls(deps),
        ...settlementCalls(deps.deals),
        ...orderCalls(deps.deals),
        ...ownOrderCalls(deps),
        ...disputeCalls(deps),
      }),
      ...mapReplies(sessionCalls(deps), withVersion),
    },
    broken: fault(500, 'api_error', 'internal Server Error'),
    tooMany: { ...TOO_MANY, headers: { ...TOO_MANY.headers, 'x-ratelimit-remaining': '0' } },
    attemptId: () => `5${digits(9)}`,
    repaymentId: newRefundId,
    messages: (deal, event) => toMessages(deal, event, payPageUrl(deps, deal)),
    comeBack,
  })

const mapReplies = (calls: Record<string, Reply>, map: (reply: Reply) => Reply) =>
  Object.fromEntries(Object.entries(calls).map(([route, reply]) => [route, map(reply)]))

const authenticated = (calls: Record<string, Reply>) =>
  mapReplies(calls, (reply) => (call) => {
    const { 'x-client-id': id, 'x-client-secret': secret } = call.headers
    return isSame(id, CASHFREE.clientId) && isSame(secret, CASHFREE.clientSecret)
      ? withVersion(reply)(call)
      : fault(401, 'authentication_error', 'authentication Failed')
  })

const withVersion =
  (reply: Reply): Reply =>
  (call) =>
    VERSIONS.includes(String(call.headers['x-api-version']))
      ? reply(call)
      : refuse(400, 'api_version_invalid', 'x-api-version : is missing or invalid')

/** A paid link sends two webhooks: one for the payment, with Cashfree's own order id, and one for the link. */
function toMessages(deal: Deal, event: DealEvent, url: string): Message[] {
  const ofLink = (paid?: Parameters<typeof toLinkMail>[2]) =>
    toMessage(toMail('PAYMENT_LINK_EVENT', toLinkMail(deal, url, paid), { version: 1 }))
  const isLink = deal.more['order'] === undefined
  if ('ended' in event) return isLink ? [ofLink()] : []
  if ('dispute' in event) {
    const { dispute } = event
    return [toMessage(toMail(disputeEvent(dispute), toDisputeMail(deal, dispute)))]
  }
  if ('repayment' in event)
    return [toMessage(toMail('REFUND_STATUS_WEBHOOK', toRefundMail(deal, event.repayment)))]
  const { attempt } = event
  if (attempt.state === 'pending') return []
  const ofPayment = (word: string) =>
    toMessage(toMail(`PAYMENT_${word}_WEBHOOK`, toPaymentMail(deal, attempt)))
  if (attempt.state === 'failed') return [ofPayment('FAILED')]
  return isLink ? [ofPayment('SUCCESS'), ofLink(attempt)] : [ofPayment('SUCCESS')]
}

function toMessage(body: string): Message {
  const timestamp = String(Date.now())
  const signature = createHmac('sha256', CASHFREE.clientSecret).update(timestamp).update(body)
  return {
    headers: {
      'content-type': 'application/json',
      'x-idempotency-key': createHash('sha256').update(body).digest('base64'),
      'x-webhook-attempt': '1',
      'x-webhook-signature': signature.digest('base64'),
      'x-webhook-timestamp': timestamp,
      'x-webhook-version': '2023-08-01',
    },
    body,
  }
}

/** Always returns to the shop. The address has no signature. */
function comeBack(deal: Deal): Answer {
  const url = new URL(deal.returnUrl)
  if (deal.more['asked']) url.searchParams.set('link_id', deal.reference)
  return redirect(url.href)
}
