// Cashfree's formats. Its times are in India's time zone.
import { json, type Answer, type Fields } from '#sandbox/http.ts'
import type { Attempt, Deal, Repayment } from '#sandbox/gateways/gateway.ts'
import { groupOf, toMethod } from './cashfree-methods.ts'
import { toRupees } from '#sandbox/gateways/money.ts'

const LINK_STATES = { open: 'ACTIVE', paid: 'PAID', expired: 'EXPIRED', cancelled: 'CANCELLED' }
const PAYMENT_STATES = { success: 'SUCCESS', failed: 'FAILED', pending: 'PENDING' }
const REFUND_STATES = { pending: 'PENDING', done: 'SUCCESS', failed: 'FAILED' }
const INDIA_MS = 5.5 * 3_600_000
const MAILED = '@amount '

export const refuse = (status: number, code: string, message: string): Answer =>
  json({ message, code, type: 'invalid_request_error' }, status)

export const NO_LINK = refuse(404, 'link_not_found', 'Link does not exist')
export const NO_ORDER = refuse(404, 'order_not_found', 'Order Reference Id does not exist')
export const NO_REFUND = refuse(404, 'refund_not_found', 'Refund does not exist')

export const toTime = (ms: number): string =>
  `${new Date(ms + INDIA_MS).toISOString().slice(0, 19)}+05:30`

/** Each attempt to pay a link has its own order. An order that the shop made has its reference. */
export const orderOf = ({ id, reference, more }: Deal, attemptId: string): string =>
  more['order'] ? reference : `CFPay_${id}_${attemptId}`

const askedOf = ({ more }: Deal) => (more['asked'] ?? more['order'] ?? {}) as Fields
const customerOf = (deal: Deal) => askedOf(deal)['customer_details'] ?? {}
const cfLinkOf = ({ more }: Deal) => more['cfLink'] ?? null

/** The order of a payment link has tags that name the link. */
const tagsOf = (deal: Deal) =>
  askedOf(deal)['link_id'] ? { cf_link_id: cfLinkOf(deal), link_id: deal.reference } : null

const paidOf = ({ attempts }: Deal): number =>
  attempts.reduce((sum, { state, amount }) => sum + (state === 'success' ? amount : 0), 0)

export function toLink(deal: Deal, url: string) {
  const asked = askedOf(deal)
  return {
    cf_link_id: cfLinkOf(deal),
    customer_details: customerOf(deal),
    enable_invoice: false,
    entity: 'link',
    link_amount: toRupees(deal.amount),
    link_amount_paid: toRupees(paidOf(deal)),
    link_auto_reminders: false,
    link_created_at: toTime(deal.createdAt),
    link_currency: 'INR',
    link_expiry_time: toTime(deal.expiresAt ?? deal.createdAt),
    link_id: deal.reference,
    link_meta: asked['link_meta'] ?? {},
    link_minimum_partial_amount: null,
    link_notes: asked['link_notes'] ?? {},
    link_notify: asked['link_notify'] ?? {},
    link_partial_payments: false,
    link_purpose: asked['link_purpose'],
    link_qrcode: 'data:image/png;base64,',
    link_status: LINK_STATES[deal.state],
    link_url: url,
    order_splits: [],
    terms_and_conditions: '',
    thank_you_msg: '',
  }
}

const toAnyOrder = (deal: Deal) => ({
  created_at: toTime(deal.createdAt),
  customer_details: customerOf(deal),
  entity: 'order',
  order_amount: toRupees(deal.amount),
  order_currency: 'INR',
  order_expiry_time: toTime(deal.expiresAt ?? deal.createdAt),
  order_splits: [],
})

/** An order that Cashfree made for an attempt to pay a link. */
export const toOrder = (deal: Deal, attempt: Attempt) => ({
  ...toAnyOrder(deal),
  cf_order_id: `2${attempt.id}`,
  order_id: orderOf(deal, attempt.id),
  order_meta: {},
  order_note: null,
  order_status: attempt.state === 'success' ? 'PAID' : 'ACTIVE',
  order_tags: tagsOf(deal),
  payment_session_id: `session_${attempt.id}`,
})

const ORDER_STATES = { open: 'ACTIVE', paid: 'PAID', expired: 'EXPIRED', cancelled: 'TERMINATED' }

/** An order that the shop made. */
export const toOwnOrder = (deal: Deal) => ({
  ...toAnyOrder(deal),
  cf_order_id: deal.more['cfOrder'],
  order_id: deal.reference,
  order_meta: askedOf(deal)['order_meta'] ?? {},
  order_note: askedOf(deal)['order_note'] ?? null,
  order_status: ORDER_STATES[deal.state],
  order_tags: null,
  payment_session_id: sessionOf(deal),
})

export const sessionOf = ({ id }: Deal): string => `session_${id}`

/** The test environment's UPI links lead to a simulator. */
export function toSession(deal: Deal, url: string) {
  const amount = toRupees(deal.amount).toFixed(2)
  const id = String(deal.more['cfOrder'])
  const link = `${url}?txnId=${id}&amount=${amount}&pa=cashfree@testbank&pn=Cashfree&tr=${id}&am=${amount}&cu=INR&mode=00&purpose=00&mc=5732&tn=Cashfree%20Simulator%20Payment`
  const apps = ['bhim', 'default', 'gpay', 'paytm', 'phonepe']
  return {
    action: 'custom',
    cf_payment_id: id,
    channel: 'link',
    data: {
      url: null,
      payload: Object.fromEntries(apps.map((app) => [app, link])),
      content_type: null,
      method: null,
    },
    payment_amount: toRupees(deal.amount),
    payment_method: 'upi',
  }
}

export const toPayment = (
  deal: Deal,
  { id, state, amount, currency, at, utr, payer }: Attempt,
) => ({
  auth_id: null,
  authorization: null,
  bank_reference: utr || null,
  cf_payment_id: id,
  entity: 'payment',
  error_details: state === 'failed' ? DECLINED : null,
  is_captured: state === 'success',
  order_amount: toRupees(deal.amount),
  order_id: orderOf(deal, id),
  payment_amount: toRupees(amount),
  payment_completion_time: toTime(at),
  payment_currency: currency,
  payment_group: groupOf(deal),
  payment_message: MESSAGES[state],
  payment_method: toMethod(deal, { payer }),
  payment_status: PAYMENT_STATES[state],
  payment_time: toTime(at),
})

const MESSAGES = {
  success: '00::Transaction success',
  failed: 'ZM::Transaction declined',
  pending: 'Transaction is being processed',
}
const DECLINED = {
  error_code: 'TRANSACTION_DECLINED',
  error_description: 'The customer did not approve the payment',
  error_reason: 'transaction_declined',
  error_source: 'customer',
}

export const toRefund = (deal: Deal, repayment: Repayment) => ({
  cf_payment_id: repayment.attemptId,
  cf_refund_id: repayment.id,
  created_at: toTime(repayment.at),
  entity: 'refund',
  order_id: orderOf(deal, repayment.attemptId),
  processed_at: repayment.state === 'pending' ? null : toTime(repayment.at),
  refund_amount: toRupees(repayment.amount),
  refund_arn: repayment.utr || null,
  refund_charge: 0,
  refund_currency: deal.attempts.find(({ id }) => id === repayment.attemptId)?.currency,
  refund_id: repayment.reference,
  refund_mode: 'STANDARD',
  refund_note: 'Refund',
  refund_status: REFUND_STATES[repayment.state],
  refund_type: 'MERCHANT_INITIATED',
  status_description: repayment.state === 'failed' ? 'The bank refused the refund' : 'In progress',
})

/**
 * An amount as webhooks write it, with two decimals. JSON.stringify would drop trailing zeros, so a placeholder is
 * used.
 */
const mailed = (paise: number): string => `${MAILED}${toRupees(paise).toFixed(2)}`

export const toMail = (type: string, data: object, more: object = {}): string =>
  JSON.stringify({ data, event_time: toTime(Date.now()), type, ...more }).replaceAll(
    new RegExp(`"${MAILED}([\\d.]+)"`, 'g'),
    '$1',
  )

export const toPaymentMail = (deal: Deal, attempt: Attempt) => ({
  order: {
    order_id: orderOf(deal, attempt.id),
    order_amount: mailed(deal.amount),
    order_currency: 'INR',
    order_tags: tagsOf(deal),
  },
  payment: {
    cf_payment_id: attempt.id,
    payment_status: PAYMENT_STATES[attempt.state],
    payment_amount: mailed(attempt.amount),
    payment_currency: attempt.currency,
    payment_message: MESSAGES[attempt.state],
    payment_time: toTime(attempt.at),
    bank_reference: attempt.utr || 'NA',
    auth_id: null,
    payment_method: toMethod(deal, attempt),
    payment_group: groupOf(deal),
  },
  customer_details: customerOf(deal),
  payment_gateway_details: {
    gateway_name: 'CASHFREE',
    gateway_order_id: null,
    gateway_payment_id: null,
    gateway_status_code: null,
  },
  payment_offers: null,
  ...(attempt.state === 'failed' ? { error_details: DECLINED } : {}),
})

export function toLinkMail(deal: Deal, url: string, attempt?: Attempt) {
  const { link_amount, link_amount_paid, ...link } = toLink(deal, url)
  return {
    ...link,
    link_amount: link_amount.toFixed(2),
    link_amount_paid: link_amount_paid.toFixed(2),
    ...(attempt && {
      order: {
        order_amount: toRupees(deal.amount).toFixed(2),
        order_id: orderOf(deal, attempt.id),
        order_expiry_time: link.link_expiry_time,
        order_hash: deal.id,
        transaction_id: attempt.id,
        transaction_status: PAYMENT_STATES[attempt.state],
      },
    }),
  }
}

export const toRefundMail = (deal: Deal, repayment: Repayment) => ({
  refund: { ...toRefund(deal, repayment), refund_amount: mailed(repayment.amount) },
})
