import { z } from 'zod'
import { patience } from '#connectors/request-json.ts'
import type { Gateway, GatewayPaymentStatus, Opening } from '#connectors/gateways/gateway.ts'
import { failedTry } from '#connectors/gateways/wire.ts'
import {
  callPayPal,
  failureOf,
  isMissing,
  Money,
  readMoney,
  toldIn,
  toMoney,
  type Ask,
  type PayPalAccount,
} from './paypal-call.ts'
import { createDisputes, disputesIn } from './paypal-disputes.ts'
import { createEvents } from './paypal-events.ts'
import { payerOf, Source } from './paypal-payer.ts'
import { createRefunds, Refund } from './paypal-refunds.ts'
import { listSettled } from './paypal-settlements.ts'

const ORDERS = '/v2/checkout/orders'
const PAID = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']
const REFUSED = ['DECLINED', 'FAILED']

const Link = z.object({ rel: z.string(), href: z.url({ protocol: /^https?$/ }) })
const Capture = z.object({
  id: z.string().min(1),
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED']),
  amount: Money,
  create_time: z.iso.datetime({ offset: true }).nullish(),
})
const Payments = z.object({
  captures: z.array(Capture).default([]),
  refunds: z.array(Refund).default([]),
})
const Order = z.object({
  id: z.string().min(1),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  purchase_units: z
    .array(z.object({ custom_id: z.string().nullish(), payments: Payments.nullish() }))
    .length(1),
  payment_source: Source,
  links: z.array(Link).default([]),
})
type Order = z.output<typeof Order>

/** PayPal answers that this payer, or what they chose to pay with, can't pay. They may choose something else. */
const CANNOT_PAY = [
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
]
const OPEN: GatewayPaymentStatus = { is: 'open', captured: [] }

/**
 * PayPal calls a payment an order. The customer approves it on PayPal's page, and nothing is paid until the shop
 * captures it, which happens when the shop asks about a payment that it still wants.
 */
export function createPayPal(account: PayPalAccount, now: () => number = Date.now): Gateway {
  const { ask, requestToken } = callPayPal(account, now)
  const find = findOrder(ask)

  return {
    async open(asked) {
      const question = { input: toOrder(asked), key: asked.reference, signal: patience() }
      const { id, links } = Order.parse(toldIn(await ask(`POST ${ORDERS}`, question)))
      const page = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
      if (!page) throw new Error('PayPal told no page for this order')
      return { gatewayId: id, page: { is: 'link', url: page.href } }
    },

    async ask({ isWanted = false, ...payment }) {
      const signal = patience()
      const order = await find(payment, signal)
      if (!order) return { is: 'unknown', captured: [] }
      if (!isWanted && order.status !== 'COMPLETED') return { is: 'failed', captured: [] }
      if (order.status !== 'APPROVED') return toStatus(order)
      const path = `${ORDERS}/${encodeURIComponent(order.id)}/capture`
      const reply = await ask(`POST ${path}`, { signal })
      const failure = failureOf(reply)
      if (failure && CANNOT_PAY.includes(failure.code)) return { ...OPEN, ...failedTry(true) }
      // Another caller was quicker, or the answer to an earlier request was lost.
      const isDone = failure?.code === 'ORDER_ALREADY_CAPTURED'
      if (!isDone) toldIn(reply)
      const after = await find(payment, signal)
      if (!after) throw new Error('PayPal forgot an order while it was captured')
      return toStatus(after)
    },

    ...createEvents(account, now),
    disputesIn,
    disputes: createDisputes(ask),
    ...createRefunds(ask, async (payment, signal) => {
      const order = await find(payment, signal)
      return order?.purchase_units[0]!.payments?.refunds ?? []
    }),

    listSettled: (from, to) => listSettled(ask, from, to),

    async check() {
      const signal = patience()
      const granted = await requestToken(signal)
      if (granted.status === 401) return 'PayPal doesn’t accept this client id and secret'
      toldIn(granted)
      const path = `/v1/notifications/webhooks/${encodeURIComponent(account.webhookId)}`
      const reply = await ask(`GET ${path}`, { signal })
      if (isMissing(reply)) return 'PayPal knows no webhook with this id'
      toldIn(reply)
      return null
    },
  }
}

const toOrder = ({ reference, amount, currency, words, returnUrl }: Opening) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      custom_id: reference,
      invoice_id: reference,
      description: words,
      amount: toMoney(amount, currency),
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        return_url: returnUrl,
        cancel_url: returnUrl,
        user_action: 'PAY_NOW',
        shipping_preference: 'NO_SHIPPING',
        payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
      },
    },
  },
})

type Named = { reference: string; gatewayId: string | null }

/**
 * Finds the order of a payment; null if PayPal has none. An order whose id was lost with the answer was never shown to
 * anybody, so nobody can have approved it.
 */
const findOrder =
  (ask: Ask) =>
  async ({ reference, gatewayId }: Named, signal: AbortSignal): Promise<Order | null> => {
    if (gatewayId === null) return null
    const reply = await ask(`GET ${ORDERS}/${encodeURIComponent(gatewayId)}`, { signal })
    if (isMissing(reply)) return null
    const order = Order.parse(toldIn(reply))
    if (order.purchase_units[0]!.custom_id !== reference)
      throw new Error('PayPal reported another payment')
    return order
  }

function toStatus({ status, purchase_units, payment_source }: Order): GatewayPaymentStatus {
  const captures = purchase_units[0]!.payments?.captures ?? []
  const paid = captures.filter((one) => PAID.includes(one.status))
  if (paid.length > 0)
    return {
      is: 'paid',
      captured: paid.map(({ id, amount, create_time }) => ({
        id,
        ...readMoney(amount),
        bankReference: null,
        at: create_time ? new Date(create_time) : null,
        payer: payerOf(payment_source),
      })),
    }
  const isRefused = captures.length > 0 && captures.every((one) => REFUSED.includes(one.status))
  return isRefused || status === 'VOIDED' ? { is: 'failed', captured: [] } : OPEN
}
