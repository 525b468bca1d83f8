import { z } from 'zod'
import { patience, Written } from '#connectors/request-json.ts'
import type { Opened, Opening } from '#connectors/gateways/gateway.ts'
import { readHundredths } from '#connectors/gateways/wire.ts'
import type { Call } from './cashfree-call.ts'
import { toCustomer, toMeta, toTime } from './cashfree-wire.ts'

const OwnOrder = z.object({
  cf_order_id: Written,
  order_id: z.string(),
  order_amount: Written,
  order_status: z.string(),
  payment_session_id: z.string().min(1),
})
export type OwnOrder = z.output<typeof OwnOrder>

const Session = z.object({ data: z.object({ payload: z.object({ default: z.url() }) }) })

const SIMULATOR = 'payments-test.cashfree.com'

export type Orders = ReturnType<typeof createOrders>

/** An order under our reference is paid by a UPI code on the shop's own page. */
export function createOrders(call: Call, url: string) {
  /** Null if this account gets no UPI codes. The order stays unpaid then, because nobody was shown a way to pay it. */
  async function open(asked: Opening): Promise<Opened | null> {
    const signal = patience()
    const input = JSON.stringify(toFields(asked))
    const made = await call('/orders', { method: 'POST', body: input, signal })
    const order =
      made.status === 200
        ? toOrder(made.body, asked.reference)
        : made.status === 409 && (await find(asked.reference, signal))
    if (!order) throw made.fault
    if (readHundredths(order.order_amount) !== asked.amount)
      throw new Error('Cashfree has this payment with another amount')
    const uri = await makeCode(order, signal)
    return uri === null ? null : { gatewayId: order.cf_order_id, page: { is: 'upi', uri } }
  }

  async function makeCode(order: OwnOrder, signal: AbortSignal): Promise<string | null> {
    const body = JSON.stringify({
      payment_session_id: order.payment_session_id,
      payment_method: { upi: { channel: 'link' } },
    })
    const made = await call('/orders/sessions', { method: 'POST', body, signal })
    if ([400, 404, 422].includes(made.status)) return null
    if (made.status !== 200) throw made.fault
    const uri = Session.safeParse(made.body).data?.data.payload.default
    return uri && (uri.startsWith('upi://') || isSimulator(new URL(uri))) ? uri : null
  }

  /** The test environment leads to its simulator in place of a UPI app. Scanning any other link would be no payment. */
  const isSimulator = ({ hostname, origin }: URL): boolean =>
    hostname === SIMULATOR || origin === new URL(url).origin

  async function find(reference: string, signal: AbortSignal): Promise<OwnOrder | null> {
    const { status, body, fault } = await call(pathOf(reference), { signal })
    if (status === 404) return null
    if (status !== 200) throw fault
    return toOrder(body, reference)
  }

  /** Accepts a refusal, because an order that is paid or has ended cannot be ended and need not be. */
  async function close(reference: string): Promise<void> {
    const body = JSON.stringify({ order_status: 'TERMINATED' })
    const { status, fault } = await call(pathOf(reference), { method: 'PATCH', body })
    if (![200, 400, 404, 409, 422].includes(status)) throw fault
  }

  return { open, find, close }
}

const pathOf = (reference: string) => `/orders/${encodeURIComponent(reference)}`

const toFields = ({ reference, amount, words, customer, expiresAt, ...asked }: Opening) => ({
  order_id: reference,
  order_amount: amount / 100, // exact to two decimals, because division rounds to the nearest number
  order_currency: 'INR',
  order_note: words,
  order_expiry_time: toTime(expiresAt),
  customer_details: { customer_id: customer.id, ...toCustomer(customer) },
  order_meta: toMeta(asked),
})

function toOrder(body: unknown, reference: string): OwnOrder {
  const order = OwnOrder.parse(body)
  if (order.order_id !== reference) throw new Error('Cashfree answered with another order')
  return order
}
