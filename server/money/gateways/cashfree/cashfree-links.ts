import { z } from 'zod'
import { patience, Written } from '#server/platform/request-json.ts'
import type { Captured, Opening } from '#server/money/gateways/gateway.ts'
import type { Call } from './cashfree-call.ts'
import { PayerFact, payerByUpi } from '#server/money/gateways/payer.ts'
import { failedTry, phoneOf, toMoment, toPaise } from '#server/money/gateways/wire.ts'

const Link = z.object({
  cf_link_id: Written,
  link_id: z.string(),
  link_url: z.url(),
  link_amount: Written,
  link_status: z.enum(['ACTIVE', 'PAID', 'PARTIALLY_PAID', 'EXPIRED', 'CANCELLED']),
})
export type Link = z.output<typeof Link>
const Orders = z.array(z.object({ order_id: z.string() }))

const Payment = z.object({
  cf_payment_id: Written,
  payment_status: z.string(),
  payment_amount: Written,
  payment_currency: z.string(),
  payment_time: z.string().nullish(),
  bank_reference: Written.nullish(),
  is_captured: z.boolean().nullish(),
  payment_method: z
    .object({ upi: z.object({ upi_id: PayerFact }) })
    .nullish()
    .catch(null),
})
type Payment = z.output<typeof Payment>
const Payments = z.array(Payment)

/** Cashfree requires neither name nor email, and refuses values of other lengths. */
const isTaken = (text: string | null): text is string =>
  text !== null && text.length >= 3 && text.length <= 100

/** Payment links carry our reference. Cashfree creates an order of its own for each try to pay one. */
export function createLinks(call: Call) {
  async function open(asked: Opening): Promise<Link> {
    const signal = patience()
    const input = JSON.stringify(toLinkFields(asked))
    const made = await call('/links', { method: 'POST', body: input, signal })
    if (made.status === 200) return toLink(made.body, asked.reference)
    const link = made.status === 409 ? await find(asked.reference, signal) : null
    if (!link) throw made.fault
    return link
  }

  async function find(reference: string, signal: AbortSignal): Promise<Link | null> {
    const { status, body, fault } = await call(pathOf(reference), { signal })
    if (status === 404) return null
    if (status !== 200) throw fault
    return toLink(body, reference)
  }

  async function listOrders(reference: string, signal: AbortSignal): Promise<string[]> {
    const path = `${pathOf(reference)}/orders?status=ALL` // the default lists paid orders only
    const { status, body, fault } = await call(path, { signal })
    if (status === 404) return []
    if (status !== 200) throw fault
    return Orders.parse(body).map(({ order_id }) => order_id)
  }

  async function listTries(order: string, signal: AbortSignal): Promise<Payment[]> {
    const path = `/orders/${encodeURIComponent(order)}/payments`
    const { status, body, fault } = await call(path, { signal })
    if (status === 404) return []
    if (status !== 200) throw fault
    return Payments.parse(body)
  }

  async function readTries(reference: string, signal: AbortSignal) {
    const orders = await listOrders(reference, signal)
    const tries = (await Promise.all(orders.map((order) => listTries(order, signal)))).flat()
    const hasFailed =
      tries.length > 0 && tries.every(({ payment_status }) => FAILED.includes(payment_status))
    return { captured: tries.filter(hasMoney).map(toCaptured), ...failedTry(hasFailed) }
  }

  async function findOrderOf(payment: Paid, signal: AbortSignal): Promise<string> {
    for (const order of await listOrders(payment.reference, signal)) {
      const paid = (await listTries(order, signal)).filter(hasMoney)
      if (paid.some((one) => one.cf_payment_id === payment.captureId)) return order
    }
    throw new Error('Cashfree has no order with this payment')
  }

  return { open, find, readTries, findOrderOf }
}

type Paid = { reference: string; captureId: string }

export const pathOf = (reference: string) => `/links/${encodeURIComponent(reference)}`

const toLinkFields = ({ reference, amount, words, customer, ...asked }: Opening) => ({
  link_id: reference,
  link_amount: amount / 100, // exact to two decimals, because division rounds to the nearest number
  link_currency: 'INR',
  link_purpose: words,
  customer_details: {
    customer_phone: phoneOf(customer),
    ...(isTaken(customer.fullName) && { customer_name: customer.fullName }),
    ...(isTaken(customer.email) && { customer_email: customer.email }),
  },
  link_expiry_time: asked.expiresAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
  link_partial_payments: false,
  link_notify: { send_sms: false, send_email: false },
  link_auto_reminders: false,
  link_meta: {
    return_url: asked.returnUrl,
    ...(asked.webhookUrl.startsWith('https:') ? { notify_url: asked.webhookUrl } : {}),
    payment_methods: 'upi',
  },
  link_notes: { reference },
})

function toLink(body: unknown, reference: string): Link {
  const link = Link.parse(body)
  if (link.link_id !== reference) throw new Error('Cashfree answered with another link')
  return link
}

const FAILED = ['FAILED', 'USER_DROPPED', 'CANCELLED']

/** Money that the bank has only reserved is not captured. */
const hasMoney = ({ payment_status, is_captured }: Payment): boolean =>
  payment_status === 'SUCCESS' && is_captured !== false

const toCaptured = ({ payment_time, bank_reference, ...payment }: Payment): Captured => ({
  id: payment.cf_payment_id,
  amount: toPaise(payment.payment_amount),
  currency: payment.payment_currency.toUpperCase(),
  bankReference: bank_reference && bank_reference !== 'NA' ? bank_reference : null,
  at: toMoment(payment_time ?? ''),
  payer: payerByUpi(payment.payment_method?.upi.upi_id),
})
