import { z } from 'zod'
import { patience, Written } from '#connectors/request-json.ts'
import type { Opening } from '#connectors/gateways/gateway.ts'
import { readHundredths } from '#connectors/gateways/wire.ts'
import type { Call } from './cashfree-call.ts'
import { toCustomer, toMeta, toTime } from './cashfree-wire.ts'

const Link = z.object({
  cf_link_id: Written,
  link_id: z.string(),
  link_url: z.url(),
  link_amount: Written,
  link_status: z.enum(['ACTIVE', 'PAID', 'PARTIALLY_PAID', 'EXPIRED', 'CANCELLED']),
})
export type Link = z.output<typeof Link>
const Orders = z.array(z.object({ order_id: z.string() }))

export type Links = ReturnType<typeof createLinks>

/** Payment links carry our reference. Cashfree creates an order of its own for each try to pay one. */
export function createLinks(call: Call) {
  async function open(asked: Opening): Promise<Link> {
    const signal = patience()
    const input = JSON.stringify(toLinkFields(asked))
    const made = await call('/links', { method: 'POST', body: input, signal })
    const link =
      made.status === 200
        ? toLink(made.body, asked.reference)
        : made.status === 409 && (await find(asked.reference, signal))
    if (!link) throw made.fault
    if (readHundredths(link.link_amount) !== asked.amount)
      throw new Error('Cashfree has this payment with another amount')
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

  /** Accepts a refusal, because a link that is paid or has ended cannot be cancelled and need not be. */
  async function close(reference: string): Promise<void> {
    const { status, fault } = await call(`${pathOf(reference)}/cancel`, { method: 'POST' })
    if (![200, 400, 404, 409].includes(status)) throw fault
  }

  return { open, find, listOrders, close }
}

export const pathOf = (reference: string) => `/links/${encodeURIComponent(reference)}`

const toLinkFields = (asked: Opening) => ({
  link_id: asked.reference,
  link_amount: asked.amount / 100, // exact to two decimals, because division rounds to the nearest number
  link_currency: 'INR',
  link_purpose: asked.words,
  customer_details: toCustomer(asked.customer),
  link_expiry_time: toTime(asked.expiresAt),
  link_partial_payments: false,
  link_notify: { send_sms: false, send_email: false },
  link_auto_reminders: false,
  link_meta: toMeta(asked),
  link_notes: { reference: asked.reference },
})

function toLink(body: unknown, reference: string): Link {
  const link = Link.parse(body)
  if (link.link_id !== reference) throw new Error('Cashfree answered with another link')
  return link
}
