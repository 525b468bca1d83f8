import { readJson } from '#connectors/messages.ts'
import { z } from 'zod'
import { ChargeOfPayer, payerOf } from './stripe-payer.ts'
import { patience } from '#connectors/request-json.ts'
import type {
  Booked,
  Gateway,
  Message,
  Opening,
  GatewayPaymentStatus,
} from '#connectors/gateways/gateway.ts'
import { headerOf, isSigned } from '#connectors/gateways/signing.ts'
import { callStripe, Metadata, toldIn, type Ask, type List } from './stripe-call.ts'
import { createDisputes, disputesIn } from './stripe-disputes.ts'
import { createStripeRefunds } from './stripe-refunds.ts'
import { listSettled } from './stripe-settlements.ts'
import { failedTry, referencesIn } from '#connectors/gateways/wire.ts'

type Credentials = { url: string; secretKey: string; webhookSecrets: string[] }
type Named = { reference: string; gatewayId: string | null }

const SESSIONS = '/v1/checkout/sessions'
const LONGER_MS = 15 * 60_000 // added to the requested time: a session lives at least half an hour
const LIFE_MS_MAX = 23 * 60 * 60_000 // Stripe allows at most a day, which is also its default
const FINDABLE_MS = 4 * 24 * 60 * 60_000 // the shop polls for this long
const TOLERANCE_SECONDS = 300
const NEVER_PAID = ['requires_payment_method', 'canceled']

const Opened = z.object({ id: z.string(), url: z.url({ protocol: /^https?$/ }) })
const Session = z.object({
  id: z.string(),
  client_reference_id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.string(),
  payment_intent: z
    .object({
      id: z.string(),
      status: z.string(),
      amount_received: z.int(),
      currency: z.string(),
      latest_charge: ChargeOfPayer,
    })
    .nullish(),
})
type Session = z.output<typeof Session>

const Charge = z.object({
  payment_intent: z.string().nullish(),
  captured: z.boolean(),
  status: z.string(),
  amount_captured: z.int(),
  amount_refunded: z.int(),
  currency: z.string(),
  metadata: Metadata,
})
const Refund = z.object({ payment_intent: z.string().nullish() })
const Event = z.object({
  data: z.object({
    object: z.object({
      client_reference_id: z.unknown().optional(),
      metadata: Metadata.catch(null),
    }),
  }),
})

export function createStripe(credentials: Credentials, now: () => number = Date.now): Gateway {
  const calls = callStripe(credentials.url, credentials.secretKey)
  const { ask, list } = calls
  const find = findSession({ ask, list, now })

  return {
    async open(asked) {
      const question = { fields: toFields(asked, now()), key: asked.reference, signal: patience() }
      const { id, url } = Opened.parse(toldIn(await ask(`POST ${SESSIONS}`, question)))
      return { gatewayId: id, page: { is: 'link', url } }
    },

    async ask(payment) {
      const session = await find(payment, patience())
      return session ? toStatus(session) : { is: 'unknown', captured: [] }
    },

    async close(payment) {
      const signal = patience()
      const id = payment.gatewayId ?? (await find(payment, signal))?.id
      if (!id) return
      const reply = await ask(`POST ${SESSIONS}/${encodeURIComponent(id)}/expire`, { signal })
      // Stripe refuses to expire a session that is paid or has ended. Nobody can pay it any more.
      if (reply.status !== 400 && reply.status !== 404) toldIn(reply)
    },

    readWebhook: (message) =>
      isAuthentic(message, credentials.webhookSecrets) ? mentionedIn(readJson(message.body)) : null,

    disputesIn,
    disputes: createDisputes(calls),
    ...createStripeRefunds(ask, list),

    listCaptured: (from, to) => listCharges(list, rangeOf(from, to)),
    listSettled: (from, to) => listSettled(list, from, to),

    async listRefunded(from, to) {
      const ids = new Set<string>()
      for await (const one of list('/v1/refunds', rangeOf(from, to), patience)) {
        const { payment_intent } = Refund.parse(one)
        if (payment_intent) ids.add(payment_intent)
      }
      const booked: Booked[] = []
      for (const id of ids) booked.push(...(await listCharges(list, { payment_intent: id })))
      return booked
    },

    async check() {
      const reply = await ask('GET /v1/balance', { signal: patience() })
      if (reply.status === 401) return 'Stripe doesn’t accept this secret key'
      if (reply.status === 403) return 'Stripe doesn’t let this key read the balance'
      toldIn(reply)
      return null
    },
  }
}

const rangeOf = (from: Date, to: Date) => ({
  'created[gte]': seconds(from),
  'created[lt]': seconds(to),
})

async function listCharges(list: List, fields: Record<string, string>): Promise<Booked[]> {
  const booked: Booked[] = []
  for await (const one of list('/v1/charges', fields, patience)) {
    const charge = Charge.parse(one)
    if (charge.captured && charge.status === 'succeeded') booked.push(...toBooked(charge))
  }
  return booked
}

/** Does not depend on the current time, because a repeated request must be identical. */
const endOf = (expiresAt: Date): number => expiresAt.getTime() + LONGER_MS

const seconds = (moment: Date): string => String(Math.ceil(moment.getTime() / 1000))

const toFields = (
  { reference, amount, currency, method, words, customer, returnUrl, expiresAt }: Opening,
  now: number,
) => ({
  mode: 'payment',
  client_reference_id: reference,
  'line_items[0][price_data][currency]': currency.toLowerCase(),
  'line_items[0][price_data][unit_amount]': String(amount),
  'line_items[0][price_data][product_data][name]': words,
  'line_items[0][quantity]': '1',
  'metadata[reference]': reference,
  'payment_intent_data[metadata][reference]': reference,
  'payment_intent_data[description]': words,
  success_url: returnUrl,
  cancel_url: returnUrl,
  ...(endOf(expiresAt) < now + LIFE_MS_MAX && { expires_at: seconds(new Date(endOf(expiresAt))) }),
  ...(currency === 'INR' && method === 'card' && { 'payment_method_types[0]': 'card' }),
  'adaptive_pricing[enabled]': 'false', // the customer pays exactly what was asked
  ...(customer.email && { customer_email: customer.email }),
})

type Finding = { ask: Ask; list: List; now: () => number }

/**
 * Finds the session of a payment; null if Stripe has none. If its id was lost with the answer, searches the latest
 * sessions.
 */
function findSession({ ask, list, now }: Finding) {
  async function findById(id: string, signal: AbortSignal): Promise<unknown> {
    const fields = { 'expand[]': 'payment_intent.latest_charge' }
    const reply = await ask(`GET ${SESSIONS}/${encodeURIComponent(id)}`, { fields, signal })
    const isMissing = reply.status === 404 && reply.code === 'resource_missing'
    return isMissing ? null : Session.parse(toldIn(reply))
  }

  async function findByReference(reference: string, signal: AbortSignal): Promise<unknown> {
    const fields = {
      'created[gte]': seconds(new Date(now() - FINDABLE_MS)),
      'expand[]': 'data.payment_intent.latest_charge',
    }
    for await (const session of list(SESSIONS, fields, () => signal))
      if (Named.parse(session).client_reference_id === reference) return session
    return null
  }

  return async ({ reference, gatewayId }: Named, signal: AbortSignal): Promise<Session | null> => {
    const found = await (gatewayId === null
      ? findByReference(reference, signal)
      : findById(gatewayId, signal))
    if (found === null) return null
    const session = Session.parse(found)
    if (session.client_reference_id !== reference)
      throw new Error('Stripe reported another payment')
    return session
  }
}

const Named = z.object({ client_reference_id: z.unknown().optional() })

function toStatus({ status, payment_status, payment_intent }: Session): GatewayPaymentStatus {
  if (payment_status === 'paid') {
    if (!payment_intent) throw new Error('Stripe reported money without its payment')
    const { id, amount_received, currency } = payment_intent
    const money = { amount: amount_received, currency: currency.toUpperCase() }
    const payer = payerOf(payment_intent.latest_charge)
    return { is: 'paid', captured: [{ id, ...money, bankReference: null, at: null, payer }] }
  }
  const hasFailed = NEVER_PAID.includes(payment_intent?.status ?? '')
  const isRefused = status === 'complete' && hasFailed
  const is = status === 'expired' || isRefused ? 'failed' : 'open'
  return { is, captured: [], ...failedTry(is === 'open' && hasFailed) }
}

/** Leaves out charges without a payment intent. They did not come through Checkout and are not the shop's. */
const toBooked = ({ payment_intent, metadata, ...charge }: z.output<typeof Charge>): Booked[] =>
  payment_intent
    ? [
        {
          reference: metadata,
          captureId: payment_intent,
          amount: charge.amount_captured,
          currency: charge.currency.toUpperCase(),
          refunded: charge.amount_refunded,
        },
      ]
    : []

/** The header is `t=1767225600,v1=…`, with one v1 for each valid secret during a change. */
function isAuthentic({ headers, body, now }: Message, secrets: string[]): boolean {
  const fields = headerOf(headers, 'stripe-signature')
    .split(',')
    .map((field) => field.trim().split('='))
  const valuesOf = (name: string) =>
    fields.filter(([one]) => one === name).map(([, value]) => value ?? '')
  const [time = ''] = valuesOf('t')
  const isRecent = Math.abs(now.getTime() / 1000 - Number(time)) <= TOLERANCE_SECONDS
  if (!/^\d{1,12}$/.test(time) || !isRecent) return false
  return valuesOf('v1').some((signature) =>
    secrets.some((secret) => isSigned(signature, { secret, parts: [`${time}.`, body], as: 'hex' })),
  )
}

function mentionedIn(told: unknown): string[] {
  const event = Event.safeParse(told)
  if (!event.success) return []
  const { client_reference_id, metadata } = event.data.data.object
  return referencesIn([client_reference_id, metadata])
}
