// Stripe's formats.
import { createHash } from 'node:crypto'
import { json, type Answer, type Call, type Fields } from '#sandbox/http.ts'
import type { Attempt, Deal, Repayment } from '#sandbox/gateways/gateway.ts'

const INTENT_STATES = {
  success: 'succeeded',
  failed: 'requires_payment_method',
  pending: 'processing',
} as const
const CHARGE_STATES = { success: 'succeeded', failed: 'failed', pending: 'pending' } as const
const REFUND_STATES = { pending: 'pending', done: 'succeeded', failed: 'failed' } as const
const LIMIT = { min: 1, max: 100, otherwise: '10' }

type Metadata = Record<string, string>

/** A session's own data. Empty for payments that came without Checkout. */
export type SessionData = {
  reference?: string | undefined
  email?: string | undefined
  cancelUrl?: string | undefined
  metadata?: Metadata
  intentMetadata?: Metadata
  isComplete?: boolean // the customer has finished and cannot try again
  refunds?: Record<string, Metadata> // by refund id
}
export const dataOf = (deal: Deal): SessionData => deal.more as SessionData

export const fail = (status: number, code: string, message: string): Answer =>
  json({ error: { type: 'invalid_request_error', ...(code && { code }), message } }, status)

/** Names of the objects to return whole. Stripe accepts `expand[]` and `expand[0]` alike. */
export const expandedIn = ({ url }: Call): string[] =>
  [...url.searchParams].flatMap(([name, value]) => (/^expand\[\d*\]$/.test(name) ? [value] : []))

/** Fields grouped under a name: metadata[reference] is the reference in metadata. */
export const within = (fields: Fields, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([key]) => key.startsWith(`${name}[`))
      .map(([key, value]) => [key.slice(name.length + 1, -1), String(value)]),
  )

const toSeconds = (ms: number) => Math.floor(ms / 1000)
const isPaid = ({ state }: Attempt) => state === 'success'

/** A session has one payment, whatever was tried before. */
const attemptOf = ({ attempts }: Deal) => attempts.find(isPaid) ?? attempts.at(-1)

export function statusOf(deal: Deal): 'open' | 'complete' | 'expired' {
  if (deal.state === 'paid' || dataOf(deal).isComplete) return 'complete'
  return deal.state === 'open' ? 'open' : 'expired'
}

/** The innermost object that is returned whole instead of its id. */
export type Expansion = 'nothing' | 'intent' | 'charge'

export function toSession(deal: Deal, { url, expansion }: { url: string; expansion: Expansion }) {
  const { reference, email, cancelUrl, metadata } = dataOf(deal)
  const attempt = attemptOf(deal)
  const status = statusOf(deal)
  const intent =
    attempt && (expansion === 'nothing' ? attempt.id : toIntent(deal, attempt, expansion))
  return {
    id: deal.id,
    object: 'checkout.session',
    amount_subtotal: deal.amount,
    amount_total: deal.amount,
    cancel_url: cancelUrl ?? null,
    client_reference_id: reference ?? null,
    created: toSeconds(deal.createdAt),
    currency: deal.currency.toLowerCase(),
    customer_email: email ?? null,
    expires_at: toSeconds(deal.expiresAt ?? 0),
    livemode: false,
    metadata: metadata ?? {},
    mode: 'payment',
    payment_intent: intent ?? null,
    payment_status: deal.state === 'paid' ? 'paid' : 'unpaid',
    status,
    success_url: deal.returnUrl,
    url: status === 'open' ? url : null,
  }
}

const chargeIdOf = ({ id }: Attempt) => id.replace('pi_', 'ch_')

const toIntent = (deal: Deal, attempt: Attempt, expansion: Expansion) => ({
  id: attempt.id,
  object: 'payment_intent',
  amount: attempt.amount,
  amount_received: isPaid(attempt) ? attempt.amount : 0,
  created: toSeconds(attempt.at),
  currency: attempt.currency.toLowerCase(),
  latest_charge: expansion === 'charge' ? toCharge(deal, attempt) : chargeIdOf(attempt),
  livemode: false,
  metadata: dataOf(deal).intentMetadata ?? {},
  status: INTENT_STATES[attempt.state],
})

export function toCharge(deal: Deal, attempt: Attempt) {
  const refunded = deal.repayments
    .filter(({ attemptId, state }) => attemptId === attempt.id && state !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0)
  return {
    id: chargeIdOf(attempt),
    object: 'charge',
    amount: attempt.amount,
    amount_captured: isPaid(attempt) ? attempt.amount : 0,
    amount_refunded: refunded,
    billing_details: { name: attempt.payerName || null },
    captured: isPaid(attempt),
    created: toSeconds(attempt.at),
    currency: attempt.currency.toLowerCase(),
    livemode: false,
    metadata: dataOf(deal).intentMetadata ?? {},
    paid: isPaid(attempt),
    payment_intent: attempt.id,
    payment_method_details: { card: toCard(attempt), type: 'card' },
    refunded: isPaid(attempt) && refunded >= attempt.amount,
    status: CHARGE_STATES[attempt.state],
  }
}

/** Stripe gives each card a fingerprint, the same in every payment. */
const toCard = ({ payer }: Attempt) => {
  const number = payer || '4242424242424242'
  const hash = createHash('sha256').update(number).digest('base64url')
  return { brand: 'visa', country: 'IN', fingerprint: hash.slice(0, 16), last4: number.slice(-4) }
}

export const toRefund = (deal: Deal, { id, amount, attemptId, at, state, utr }: Repayment) => ({
  id,
  object: 'refund',
  amount,
  charge: attemptId.replace('pi_', 'ch_'),
  created: toSeconds(at),
  currency: deal.currency.toLowerCase(),
  destination_details: {
    card: {
      reference: utr || null,
      reference_status: utr ? 'available' : 'pending',
      type: 'refund',
    },
    type: 'card',
  },
  ...(state === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
  metadata: dataOf(deal).refunds?.[id] ?? {},
  payment_intent: attemptId,
  reason: 'requested_by_customer',
  status: REFUND_STATES[state],
})

type Listed = { id: string; created: number }

/** Lists newest first, within a time range, after the last item seen. */
export function toList({ url }: Call, items: Listed[]): Answer {
  const asked = (name: string) => url.searchParams.get(name)
  const limit = Number(asked('limit') ?? LIMIT.otherwise)
  if (!(limit >= LIMIT.min && limit <= LIMIT.max))
    return fail(400, 'parameter_invalid_integer', 'Limit must be from 1 to 100')
  const [from, to] = [Number(asked('created[gte]') ?? 0), Number(asked('created[lt]') ?? Infinity)]
  const found = items
    .filter(({ created }) => created >= from && created < to)
    .toReversed()
    .toSorted((one, other) => other.created - one.created)
  const cursor = asked('starting_after')
  const before = found.findIndex(({ id }) => id === cursor)
  if (cursor !== null && before === -1)
    return fail(400, 'resource_missing', `No such object: '${cursor}'`)
  const rest = found.slice(before + 1)
  const more = { has_more: rest.length > limit, url: url.pathname }
  return json({ object: 'list', data: rest.slice(0, limit), ...more })
}
