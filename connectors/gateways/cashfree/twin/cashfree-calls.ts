// Cashfree's links, the orders of links and of the shop, and refunds of their payments.
import { json, type Answer, type Call, type Fields } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import { readMethod } from './cashfree-methods.ts'
import * as wire from './cashfree-wire.ts'
import type { Deals } from '#sandbox/gateways/create-deals.ts'
import { digits } from '#sandbox/gateways/deals.ts'
import { payPageUrl, type Attempt, type Deal } from '#sandbox/gateways/gateway.ts'
import { toPaise } from '#sandbox/gateways/money.ts'

const GATEWAY = 'cashfree'
const MONTH_MS = 30 * 24 * 3_600_000
const ID = /^[\w-]{1,50}$/
const REFUND_ID = /^[A-Za-z0-9]{3,40}$/
const NOTE = /^.{3,100}$/
export const NAME = /^.{3,100}$/
export const EMAIL = /^(?=.{3,100}$)[^@\s]+@[^@\s]+$/
const URL_MAX = 250
const AMOUNT_MIN = 100
export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/
const { refuse } = wire

type OfDeal = (deal: Deal, call: Call) => Answer | Promise<Answer>

const segmentOf = ({ url }: Call, fromEnd: number) => url.pathname.split('/').at(-fromEnd)!

export function linkCalls(deps: SandboxDeps) {
  const { deals } = deps
  const tell = (deal: Deal) => json(wire.toLink(deal, payPageUrl(deps, deal)))
  const withLink = (answer: OfDeal, fromEnd: number) => (call: Call) => {
    const deal = deals.find(GATEWAY, segmentOf(call, fromEnd))
    return deal?.more['asked'] ? answer(deal, call) : wire.NO_LINK
  }

  async function create(call: Call): Promise<Answer> {
    const fields = (await call.readFields()) ?? {}
    const wrong = findWrong(fields)
    if (wrong) return refuse(400, `${wrong}_invalid`, `${wrong} : is missing or invalid`)
    const { link_id, link_amount, link_expiry_time } = fields
    const until = link_expiry_time === undefined ? Date.now() + MONTH_MS : String(link_expiry_time)
    const deal = deals.add({
      gateway: GATEWAY,
      reference: String(link_id),
      amount: toPaise(link_amount)!,
      returnUrl: String(
        (fields['link_meta'] as Fields | undefined)?.['return_url'] ?? deps.shopUrl,
      ),
      expiresAt: new Date(until).getTime(),
      method: readMethod(fields) ?? null,
      more: { asked: fields, cfLink: `7${digits(6)}` },
    })
    return deal ? tell(deal) : refuse(409, 'link_already_exists', 'Link ID already exists')
  }

  function cancel(deal: Deal): Answer {
    if (deal.state !== 'open') return refuse(400, 'link_not_active', 'Link is not active')
    deals.end(deal, 'cancelled')
    return tell(deal)
  }

  return {
    'POST /pg/links': create,
    'GET /pg/links/*': withLink(tell, 1),
    'POST /pg/links/*/cancel': withLink(cancel, 2),
    'GET /pg/links/*/orders': withLink(listOrders, 2),
  }
}

/** Lists only paid orders, unless all are requested. */
function listOrders(deal: Deal, { url }: Call): Answer {
  const isForAll = url.searchParams.get('status') === 'ALL'
  const listed = deal.attempts.filter(({ state }) => isForAll || state === 'success')
  return json(listed.map((attempt) => wire.toOrder(deal, attempt)))
}

/** Returns the name of the first field that Cashfree would refuse. */
function findWrong(fields: Fields): string | undefined {
  const { link_id, link_amount, link_currency, link_purpose, link_expiry_time } = fields
  const { customer_phone, customer_name, customer_email } = (fields['customer_details'] ??
    {}) as Fields
  const { return_url, notify_url, payment_methods } = (fields['link_meta'] ?? {}) as Fields
  const paise = Number(link_amount) * 100
  const isWhole = Math.abs(paise - Math.round(paise)) < 1e-6
  const isTime =
    TIME.test(String(link_expiry_time)) && new Date(String(link_expiry_time)) > new Date()
  const checks: Record<string, boolean> = {
    link_id: typeof link_id === 'string' && ID.test(link_id),
    link_amount: typeof link_amount === 'number' && paise >= AMOUNT_MIN && isWhole,
    link_currency: link_currency === 'INR',
    link_purpose: typeof link_purpose === 'string' && /^.{1,500}$/.test(link_purpose),
    customer_phone: typeof customer_phone === 'string' && /^\d{10}$/.test(customer_phone),
    customer_name: customer_name === undefined || NAME.test(String(customer_name)),
    customer_email: customer_email === undefined || EMAIL.test(String(customer_email)),
    return_url: return_url === undefined || isUrl(return_url, /^https?:/),
    notify_url: notify_url === undefined || isUrl(notify_url, /^https:/),
    payment_methods: payment_methods === undefined || readMethod(fields) !== undefined,
    link_expiry_time: link_expiry_time === undefined || isTime,
    link_notes: Object.keys(fields['link_notes'] ?? {}).length <= 5,
  }
  return Object.keys(checks).find((name) => !checks[name])
}

export const isUrl = (url: unknown, protocol: RegExp): boolean =>
  typeof url === 'string' && url.length <= URL_MAX && protocol.test(url) && URL.canParse(url)

type Tried = { deal: Deal; attempts: Attempt[] }
type OfOrder = (tried: Tried, call: Call) => Answer | Promise<Answer>

const isPaid = ({ state }: Attempt) => state === 'success'

/** An order of a link has one attempt. An order of the shop has all of its own. */
function findOrder(deals: Deals, id: string): Tried | undefined {
  const own = deals.find(GATEWAY, id)
  if (own?.more['order']) return { deal: own, attempts: own.attempts }
  const [prefix, dealId = '', attemptId] = id.split('_')
  const deal = deals.findById(GATEWAY, dealId)
  const attempts = deal?.attempts.filter((one) => one.id === attemptId) ?? []
  return prefix === 'CFPay' && deal && attempts.length > 0 ? { deal, attempts } : undefined
}

export function orderCalls(deals: Deals) {
  const withOrder = (answer: OfOrder, fromEnd: number) => (call: Call) => {
    const found = findOrder(deals, segmentOf(call, fromEnd))
    return found ? answer(found, call) : wire.NO_ORDER
  }

  async function refund({ deal, attempts }: Tried, call: Call): Promise<Answer> {
    const attempt = attempts.find(isPaid)
    const { refund_amount, refund_id, refund_note = 'Refund' } = (await call.readFields()) ?? {}
    const amount = toPaise(refund_amount)
    if (amount === undefined || amount < AMOUNT_MIN)
      return refuse(400, 'refund_amount_invalid', 'refund_amount : should be at least 1')
    if (!REFUND_ID.test(String(refund_id)))
      return refuse(400, 'refund_id_invalid', 'refund_id : should be 3 to 40 letters and digits')
    if (!NOTE.test(String(refund_note)))
      return refuse(400, 'refund_note_invalid', 'refund_note : should be 3 to 100 characters')
    if (!attempt) return refuse(400, 'order_not_paid', 'Refund cannot be made for an unpaid order')
    const input = { reference: String(refund_id), amount, attemptId: attempt.id, id: newRefundId() }
    const repaid = deals.repay(deal, input)
    if (repaid === 'twice') return refuse(409, 'refund_already_exists', 'Refund already exists')
    if (repaid === 'too much')
      return refuse(
        400,
        'refund_amount_exceeded',
        'Refund amount exceeds what is left of the order',
      )
    return json(wire.toRefund(deal, repaid))
  }

  return {
    'GET /pg/orders/*': withOrder(tellOrder, 1),
    'GET /pg/orders/*/payments': withOrder(listPayments, 2),
    'POST /pg/orders/*/refunds': withOrder(refund, 2),
    'GET /pg/orders/*/refunds': withOrder((tried) => json(refundsOf(tried)), 2),
    'GET /pg/orders/*/refunds/*': withOrder(findRefund, 3),
  }
}

export const newRefundId = () => `9${digits(8)}`

const tellOrder = ({ deal, attempts: [attempt] }: Tried): Answer =>
  json(deal.more['order'] ? wire.toOwnOrder(deal) : wire.toOrder(deal, attempt!))

const listPayments = ({ deal, attempts }: Tried): Answer =>
  json(attempts.map((attempt) => wire.toPayment(deal, attempt)))

const refundsOf = ({ deal, attempts }: Tried) =>
  deal.repayments
    .filter(({ attemptId }) => attempts.some(({ id }) => id === attemptId))
    .map((repayment) => wire.toRefund(deal, repayment))

function findRefund(tried: Tried, call: Call): Answer {
  const found = refundsOf(tried).find(({ refund_id }) => refund_id === segmentOf(call, 1))
  return found ? json(found) : wire.NO_REFUND
}
