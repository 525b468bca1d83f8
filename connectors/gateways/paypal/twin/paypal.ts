// PayPal, with orders that the customer approves and the shop captures. Requests carry a token obtained earlier.
import { PAYPAL } from './credentials.ts'
import { json, redirect, type Answer, type Call } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'
import { letters } from '#sandbox/gateways/deals.ts'
import {
  gateway,
  type Attempt,
  type Deal,
  type DealEvent,
  type Message,
} from '#sandbox/gateways/gateway.ts'
import { CERTIFICATE } from './paypal-certificate.ts'
import { disputeCalls, eventOf, toDispute } from './paypal-disputes.ts'
import { CERTIFICATE_PATH, createTeller, type Tell } from './paypal-events.ts'
import { createOrders, NAME } from './paypal-orders.ts'
import { createRefunds } from './paypal-refunds.ts'
import { transactionCalls } from './paypal-transactions.ts'
import { dataOf, fail, missing, toCapture, toRefund } from './paypal-wire.ts'

const TOKEN_SECONDS = 32_400

type Reply = (call: Call) => Answer | Promise<Answer>

export function paypal(deps: SandboxDeps): Player {
  const url = `${deps.url}/${NAME}`
  const tell = createTeller(url)
  const orders = createOrders(deps, { url, tell })
  const refunds = createRefunds(deps, url)
  const tokens = createTokens()
  const calls: Record<string, Reply> = {
    ...orders.calls,
    ...refunds.calls,
    ...disputeCalls(deps, url),
    ...transactionCalls(deps.deals),
    'GET /v1/notifications/webhooks/*': (call) =>
      call.url.pathname.endsWith(`/${PAYPAL.webhookId}`)
        ? json({ id: PAYPAL.webhookId, url: `${deps.shopUrl}/api/v1/webhook/${NAME}` })
        : missing(),
  }
  return gateway(deps, {
    name: NAME,
    title: 'PayPal',
    calls: {
      'POST /v1/oauth2/token': tokens.grant,
      ...Object.fromEntries(
        Object.entries(calls).map(([route, answer]) => [route, tokens.guard(answer)]),
      ),
    },
    pages: {
      [`GET ${CERTIFICATE_PATH}`]: () => ({
        status: 200,
        headers: { 'content-type': 'application/x-pem-file' },
        body: CERTIFICATE,
      }),
      'DELETE /tokens': tokens.forget, // for tests that need refused tokens
      'DELETE /keys': () => {
        refunds.forgetKeys() // as PayPal does after 45 days
        return json({})
      },
    },
    broken: fail(500, 'INTERNAL_SERVER_ERROR'),
    tooMany: fail(429, 'RATE_LIMIT_REACHED'),
    attempt: orders.attempt,
    messages: (deal, event) => toMessages({ url, tell }, deal, event),
    comeBack: (deal, attempt) => redirect(wayBack(deal, attempt)),
    attemptId: newId,
    repaymentId: newId,
    disputeId: () => `PP-R-${letters(3).toUpperCase()}-${Date.now()}`,
  })
}

const newId = () => letters(17).toUpperCase()

/** PayPal adds its own ids to the address. A customer who leaves goes to another one. */
function wayBack(deal: Deal, attempt: Attempt | null): string {
  if (attempt === null) return dataOf(deal).cancelUrl ?? deal.returnUrl
  const url = new URL(deal.returnUrl)
  url.searchParams.set('token', deal.id)
  url.searchParams.set('PayerID', 'SANDBOXPAYER1')
  return url.href
}

function createTokens() {
  const granted = new Map<string, number>() // expiry times, in milliseconds
  const basic = `Basic ${btoa(`${PAYPAL.clientId}:${PAYPAL.clientSecret}`)}`

  async function grant(call: Call): Promise<Answer> {
    if (call.headers.authorization !== basic)
      return json(
        { error: 'invalid_client', error_description: 'Client Authentication failed' },
        401,
      )
    const fields = (await call.readFields()) ?? {}
    if (fields['grant_type'] !== 'client_credentials')
      return json({ error: 'unsupported_grant_type' }, 400)
    for (const [token, until] of granted) if (until < Date.now()) granted.delete(token)
    const token = letters(64)
    granted.set(token, Date.now() + TOKEN_SECONDS * 1_000)
    return json({
      scope:
        'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/reporting/search/read',
      access_token: token,
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
    })
  }

  const guard =
    (answer: Reply): Reply =>
    (call) => {
      const [, token = ''] = /^Bearer (\w+)$/.exec(String(call.headers.authorization)) ?? []
      const isGood = (granted.get(token) ?? 0) > Date.now()
      return isGood ? answer(call) : json({ error: 'invalid_token' }, 401)
    }

  function forget(): Answer {
    granted.clear()
    return json({})
  }

  return { grant, guard, forget }
}

const CAPTURE_EVENTS = { success: 'COMPLETED', pending: 'PENDING', failed: 'DENIED' } as const

type Teller = { url: string; tell: Tell }

function toMessages({ url, tell }: Teller, deal: Deal, event: DealEvent): Message[] {
  if ('ended' in event) return []
  if ('dispute' in event)
    return [tell(eventOf(event.dispute), 'dispute', toDispute(url, deal, event.dispute))]
  if ('repayment' in event) {
    const type = event.repayment.state === 'failed' ? 'REFUND.FAILED' : 'CAPTURE.REFUNDED'
    return [tell(`PAYMENT.${type}`, 'refund', toRefund(url, deal, event.repayment))]
  }
  const { attempt } = event
  const type = `PAYMENT.CAPTURE.${CAPTURE_EVENTS[attempt.state]}`
  return [tell(type, 'capture', toCapture(deal, attempt))]
}
