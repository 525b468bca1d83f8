// Orders that the shop makes at Cashfree to get a UPI code.
import { json, type Answer, type Call, type Fields } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import { digits } from '#sandbox/gateways/deals.ts'
import { payPageUrl, type Deal } from '#sandbox/gateways/gateway.ts'
import { toPaise } from '#sandbox/gateways/money.ts'
import { EMAIL, isUrl, NAME, TIME } from './cashfree-calls.ts'
import { NO_ORDER, refuse, sessionOf, toOwnOrder, toSession } from './cashfree-wire.ts'

const GATEWAY = 'cashfree'
const ORDER_ID = /^[\w-]{3,45}$/
const CUSTOMER_ID = /^[\w-]{3,50}$/
const NOTE = /^.{3,200}$/
const AMOUNT_MIN = 100
const AHEAD_MIN_MS = 15 * 60_000
const AHEAD_MAX_MS = 30 * 24 * 3_600_000

export function ownOrderCalls(deps: SandboxDeps) {
  const { deals } = deps

  async function create(call: Call): Promise<Answer> {
    const fields = (await call.readFields()) ?? {}
    const wrong = findWrong(fields)
    if (wrong) return refuse(400, `${wrong}_invalid`, `${wrong} : is missing or invalid`)
    const { order_id, order_amount, order_expiry_time } = fields
    const until = order_expiry_time ?? Date.now() + AHEAD_MAX_MS
    const deal = deals.add({
      gateway: GATEWAY,
      reference: String(order_id),
      amount: toPaise(order_amount)!,
      returnUrl: String(metaOf(fields)['return_url'] ?? deps.shopUrl),
      expiresAt: new Date(until as string | number).getTime(),
      more: { order: fields, cfOrder: digits(10) },
    })
    const isThere = 'order with same id is already present'
    return deal ? json(toOwnOrder(deal)) : refuse(409, 'order_already_exists', isThere)
  }

  async function terminate(call: Call): Promise<Answer> {
    const deal: Deal | undefined = deals.find(GATEWAY, call.url.pathname.split('/').at(-1)!)
    if (!deal?.more['order']) return NO_ORDER
    const { order_status } = (await call.readFields()) ?? {}
    if (order_status !== 'TERMINATED')
      return refuse(400, 'order_status_invalid', 'order_status : should be TERMINATED')
    if (deal.state !== 'open') return refuse(400, 'order_inactive', 'Order is no longer active')
    deals.end(deal, 'cancelled')
    return json(toOwnOrder(deal))
  }

  return {
    'POST /pg/orders': create,
    'PATCH /pg/orders/*': terminate,
  }
}

/** Apps and browsers call this without credentials. The session is the proof. */
export function sessionCalls(deps: SandboxDeps) {
  const { deals } = deps

  async function pay(call: Call): Promise<Answer> {
    const { payment_session_id, payment_method } = (await call.readFields()) ?? {}
    const deal = deals.findWhere(
      GATEWAY,
      (one) => one.more['order'] !== undefined && sessionOf(one) === payment_session_id,
    )
    if (!deal) return refuse(400, 'payment_session_id_invalid', 'payment_session_id is invalid')
    const { channel } = ((payment_method as Fields | undefined)?.['upi'] ?? {}) as Fields
    if (channel !== 'link') return refuse(400, 'payment_method_invalid', 'channel : is invalid')
    if (deal.state !== 'open') return refuse(400, 'order_inactive', 'Order is no longer active')
    return json(toSession(deal, payPageUrl(deps, deal)))
  }

  return { 'POST /pg/orders/sessions': pay }
}

const metaOf = (fields: Fields) => (fields['order_meta'] ?? {}) as Fields

/** Returns the name of the first field that Cashfree would refuse. */
function findWrong(fields: Fields): string | undefined {
  const { order_id, order_amount, order_currency, order_note, order_expiry_time } = fields
  const { customer_id, customer_phone, customer_name, customer_email } = (fields[
    'customer_details'
  ] ?? {}) as Fields
  const { return_url, notify_url } = metaOf(fields)
  const paise = Number(order_amount) * 100
  const ahead = new Date(String(order_expiry_time)).getTime() - Date.now()
  const isTime =
    TIME.test(String(order_expiry_time)) && ahead >= AHEAD_MIN_MS && ahead <= AHEAD_MAX_MS
  const checks: Record<string, boolean> = {
    order_id: typeof order_id === 'string' && ORDER_ID.test(order_id),
    order_amount:
      typeof order_amount === 'number' &&
      paise >= AMOUNT_MIN &&
      Math.abs(paise - Math.round(paise)) < 1e-6,
    order_currency: order_currency === 'INR',
    order_note: order_note === undefined || NOTE.test(String(order_note)),
    customer_id: typeof customer_id === 'string' && CUSTOMER_ID.test(customer_id),
    customer_phone: typeof customer_phone === 'string' && /^\d{10}$/.test(customer_phone),
    customer_name: customer_name === undefined || NAME.test(String(customer_name)),
    customer_email: customer_email === undefined || EMAIL.test(String(customer_email)),
    return_url: return_url === undefined || isUrl(return_url, /^https?:/),
    notify_url: notify_url === undefined || isUrl(notify_url, /^https:/),
    order_expiry_time: order_expiry_time === undefined || isTime,
  }
  return Object.keys(checks).find((name) => !checks[name])
}
