// Stripe, with Checkout. It reads forms and answers JSON. Repeating an idempotency key returns the first answer.
import { createHmac } from 'node:crypto'
import { STRIPE } from './credentials.ts'
import { json, redirect, type Answer, type Call, type Fields } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'
import { limitedTo } from '#sandbox/gateways/methods.ts'
import { letters } from '#sandbox/gateways/deals.ts'
import {
  gateway,
  payPageUrl,
  type Attempt,
  type Deal,
  type Message,
  type DealEvent,
} from '#sandbox/gateways/gateway.ts'
import { disputeCalls, eventsOf, toDispute } from './stripe-disputes.ts'
import { createKeys } from './stripe-keys.ts'
import { createStripeRefunds } from './stripe-refunds.ts'
import { settlementCalls } from './stripe-settlements.ts'
import {
  expandedIn,
  fail,
  dataOf,
  statusOf,
  toCharge,
  toList,
  toRefund,
  toSession,
  type Expansion,
  within,
} from './stripe-wire.ts'

const NAME = 'stripe'
const AHEAD_SECONDS = { min: 30 * 60, max: 24 * 60 * 60 }
const REFERENCE_MAX = 200
const CENTS_MIN = 50
const METADATA_MAX = 500
const EMAIL_FORMAT = /^[^@\s]+@[^@\s]+$/
const PRICE = 'line_items[0][price_data]'
const NEEDED = [`${PRICE}[product_data][name]`, `${PRICE}[currency]`, 'success_url']

type Reply = (call: Call) => Answer | Promise<Answer>

export function stripe(deps: SandboxDeps): Player {
  const { deals } = deps
  const write = (deal: Deal, expansion: Expansion = 'nothing') =>
    toSession(deal, { url: payPageUrl(deps, deal), expansion })
  const calls: Record<string, Reply> = {
    ...sessions(deps, write),
    ...createStripeRefunds(deals),
    ...disputeCalls(deps),
    ...settlementCalls(deals),
    'GET /v1/charges': (call) => {
      const intent = call.url.searchParams.get('payment_intent')
      const charges = deals
        .list(NAME)
        .flatMap((deal) => deal.attempts.map((one) => toCharge(deal, one)))
      return toList(
        call,
        charges.filter(({ payment_intent }) => intent === null || payment_intent === intent),
      )
    },
    'GET /v1/balance': () =>
      json({ object: 'balance', available: [{ amount: 0, currency: 'inr' }], livemode: false }),
  }
  const onceOnly = createKeys()
  return gateway(deps, {
    name: NAME,
    title: 'Stripe',
    calls: Object.fromEntries(
      Object.entries(calls).map(([route, answer]) => [route, authenticated(onceOnly(answer))]),
    ),
    broken: json({ error: { type: 'api_error', message: 'Something went wrong on our end' } }, 500),
    tooMany: fail(429, 'rate_limit', 'Too many requests hit the API too quickly'),
    messages: (deal, event) => toMessages(deal, event, () => write(deal)),
    comeBack: (deal, attempt) => comeBack(deps, deal, attempt),
    attemptId: () => `pi_${letters(24)}`,
    repaymentId: () => `re_${letters(24)}`,
    disputeId: () => `dp_${letters(24)}`,
    settlementId: () => `po_${letters(24)}`,
  })
}

const authenticated =
  (answer: Reply): Reply =>
  (call) =>
    call.headers.authorization === `Bearer ${STRIPE.secretKey}`
      ? answer(call)
      : fail(401, '', 'Invalid API Key provided')

function sessions({ deals }: SandboxDeps, write: (deal: Deal, expansion?: Expansion) => Listed) {
  async function create(call: Call): Promise<Answer> {
    const fields = (await call.readFields()) ?? {}
    const problem = findProblem(fields)
    if (problem) return fail(400, 'parameter_invalid', problem)
    const id = `cs_test_${letters(58)}`
    const asked = toDeal(fields, id)
    const { reference } = asked.more
    // Stripe does not interpret the reference: the same one under another key is another session.
    const deal =
      deals.add({ ...asked, reference: reference ?? id }) ?? deals.add({ ...asked, reference: id })
    return json(write(deal!))
  }

  const withSession =
    (answer: (deal: Deal, call: Call) => Answer, fromEnd: number) => (call: Call) => {
      const id = call.url.pathname.split('/').at(-fromEnd)!
      const deal = id.startsWith('cs_') ? deals.findById(NAME, id) : undefined
      return deal
        ? answer(deal, call)
        : fail(404, 'resource_missing', `No such checkout.session: ${id}`)
    }

  function expire(deal: Deal): Answer {
    const status = statusOf(deal)
    if (status !== 'open')
      return fail(400, '', `Only open Checkout Sessions can be expired; this one is ${status}`)
    deals.end(deal, 'expired')
    return json(write(deal))
  }

  return {
    'POST /v1/checkout/sessions': create,
    'GET /v1/checkout/sessions': (call: Call) => {
      const all = deals.list(NAME).filter(({ id }) => id.startsWith('cs_'))
      return toList(
        call,
        all.map((deal) => write(deal, expansionOf(call))),
      )
    },
    'GET /v1/checkout/sessions/*': withSession(
      (deal, call) => json(write(deal, expansionOf(call))),
      1,
    ),
    'POST /v1/checkout/sessions/*/expire': withSession(expire, 2),
  }
}

type Listed = { id: string; created: number }

/** Expanding a charge expands the payment intent around it. */
function expansionOf(call: Call): Expansion {
  const asked = expandedIn(call).map((name) => name.replace(/^data\./, ''))
  if (asked.includes('payment_intent.latest_charge')) return 'charge'
  return asked.includes('payment_intent') ? 'intent' : 'nothing'
}

const TYPES = { card: 'card', upi: 'upi' } as const

function findProblem(fields: Fields): string | undefined {
  const missing = NEEDED.find((name) => !fields[name])
  if (missing) return `Missing required param: ${missing}.`
  if (fields['mode'] !== 'payment') return 'Invalid mode'
  if (fields['line_items[0][quantity]'] !== '1') return 'Invalid quantity'
  if (!/^[1-9]\d{0,7}$/.test(String(fields[`${PRICE}[unit_amount]`])))
    return 'Invalid integer: unit_amount'
  if (!/^[a-z]{3}$/.test(String(fields[`${PRICE}[currency]`]))) return 'Invalid currency'
  if (fields[`${PRICE}[currency]`] === 'usd' && Number(fields[`${PRICE}[unit_amount]`]) < CENTS_MIN)
    return 'The Checkout Session’s total amount due must add up to at least $0.50 usd'
  const types = Object.values(within(fields, 'payment_method_types'))
  if (types.length > 0 && !limitedTo(types, TYPES)) return 'Invalid payment_method_types'
  if (!URL.canParse(String(fields['success_url']))) return 'Not a valid URL: success_url'
  if (String(fields['client_reference_id'] ?? '').length > REFERENCE_MAX)
    return 'Invalid string: client_reference_id'
  const email = fields['customer_email']
  if (email !== undefined && !EMAIL_FORMAT.test(String(email)))
    return `Invalid email address: ${String(email)}`
  const metadata = Object.values(within(fields, 'metadata'))
  if (metadata.some((value) => value.length > METADATA_MAX)) return 'Invalid metadata'
  const ahead = Number(fields['expires_at'] ?? NaN) - Date.now() / 1000
  if (
    fields['expires_at'] !== undefined &&
    !(ahead >= AHEAD_SECONDS.min && ahead <= AHEAD_SECONDS.max)
  )
    return 'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.'
  return undefined
}

const textIn = (fields: Fields, name: string) =>
  fields[name] === undefined ? undefined : String(fields[name])

const toDeal = (fields: Fields, id: string) => ({
  gateway: NAME,
  id,
  amount: Number(fields[`${PRICE}[unit_amount]`]),
  currency: String(fields[`${PRICE}[currency]`]).toUpperCase(),
  method: limitedTo(Object.values(within(fields, 'payment_method_types')), TYPES) ?? null,
  returnUrl: String(fields['success_url']).replaceAll('{CHECKOUT_SESSION_ID}', id),
  expiresAt: Number(fields['expires_at'] ?? Date.now() / 1000 + AHEAD_SECONDS.max) * 1000,
  more: {
    reference: textIn(fields, 'client_reference_id'),
    email: textIn(fields, 'customer_email'),
    cancelUrl: textIn(fields, 'cancel_url'),
    metadata: within(fields, 'metadata'),
    intentMetadata: within(fields, 'payment_intent_data[metadata]'),
  },
})

/** A customer who leaves the payment to their bank has completed the session. The bank decides later. */
function toMessages(deal: Deal, event: DealEvent, writeSession: () => object): Message[] {
  const kept = dataOf(deal)
  if ('ended' in event)
    return kept.isComplete ? [] : [toMessage('checkout.session.expired', writeSession())]
  if ('dispute' in event) {
    const { dispute } = event
    return eventsOf(dispute).map((type) => toMessage(type, toDispute(deal, dispute)))
  }
  if ('repayment' in event) {
    const { repayment } = event
    const refund = toRefund(deal, repayment)
    if (repayment.state === 'failed') return [toMessage('refund.failed', refund)]
    const paid = deal.attempts.find(({ id }) => id === repayment.attemptId)!
    return [toMessage('charge.refunded', toCharge(deal, paid)), toMessage('refund.updated', refund)]
  }
  const { state } = event.attempt
  const was = { isComplete: kept.isComplete === true }
  if (state === 'pending') kept.isComplete = true
  if (!was.isComplete)
    return state === 'failed' ? [] : [toMessage('checkout.session.completed', writeSession())]
  const decided = state === 'success' ? 'succeeded' : 'failed'
  return [toMessage(`checkout.session.async_payment_${decided}`, writeSession())]
}

function toMessage(type: string, object: object): Message {
  const created = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({
    id: `evt_${letters(24)}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created,
    data: { object },
    livemode: false,
    type,
  })
  const signature = createHmac('sha256', STRIPE.webhookSecret).update(`${created}.${body}`)
  return {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${created},v1=${signature.digest('hex')}`,
    },
    body,
  }
}

/** A refused customer may try again there. Closing the page leads to the shop's cancel address. */
function comeBack(deps: SandboxDeps, deal: Deal, attempt: Attempt | null): Answer {
  if (attempt === null) return redirect(dataOf(deal).cancelUrl ?? deal.returnUrl)
  return redirect(attempt.state === 'failed' ? payPageUrl(deps, deal) : deal.returnUrl)
}
