// Razorpay's formats.
import { json, type Answer, type Fields } from '#sandbox/http.ts'
import type { Attempt, Deal, Repayment } from '#sandbox/gateways/gateway.ts'

const LINK_STATES = { open: 'created', paid: 'paid', expired: 'expired', cancelled: 'cancelled' }
const PAYMENT_STATES = { success: 'captured', failed: 'failed', pending: 'created' }
const REFUND_STATES = { pending: 'pending', done: 'processed', failed: 'failed' }

export const refuse = (description: string, status = 400): Answer =>
  json(
    {
      error: {
        code: 'BAD_REQUEST_ERROR',
        description,
        source: 'business',
        step: 'payment_initiation',
        reason: 'input_validation_failed',
        metadata: {},
      },
    },
    status,
  )

export const NOTHING_THERE = refuse('The id provided does not exist')

const toSeconds = (ms: number) => Math.floor(ms / 1000)

const captured = ({ attempts }: Deal) => attempts.filter(({ state }) => state === 'success')
const sum = (amounts: { amount: number }[]) => amounts.reduce((all, { amount }) => all + amount, 0)

/** Returns the requested fields unchanged. */
export function toLink(deal: Deal, url: string) {
  const asked = (deal.more['asked'] ?? {}) as Fields
  const tried = deal.attempts.filter(({ state }) => state !== 'pending')
  return {
    accept_partial: false,
    amount: deal.amount,
    amount_paid: sum(captured(deal)),
    callback_method: asked['callback_method'] ?? '',
    callback_url: asked['callback_url'] ?? '',
    cancelled_at: toSeconds(Number(deal.more['cancelledAt'] ?? 0)),
    created_at: toSeconds(deal.createdAt),
    currency: 'INR',
    customer: asked['customer'] ?? {},
    description: asked['description'] ?? '',
    expire_by: asked['expire_by'] ?? 0,
    expired_at: deal.state === 'expired' ? asked['expire_by'] : 0,
    id: deal.id,
    notes: asked['notes'] ?? null,
    notify: asked['notify'] ?? { email: false, sms: false },
    ...(tried.length > 0 ? { order_id: deal.more['order'] } : {}),
    payments: tried.length > 0 ? tried.map((attempt) => toPaymentOfLink(deal, attempt)) : null,
    reference_id: deal.reference,
    reminder_enable: false,
    reminders: [],
    short_url: url,
    status: LINK_STATES[deal.state],
    updated_at: toSeconds(deal.attempts.at(-1)?.at ?? deal.createdAt),
    upi_link: false,
    user_id: '',
  }
}

/** Each kind of end has its reason. */
const CLOSED_BECAUSE = { open: null, paid: 'paid', expired: null, cancelled: 'on_demand' }

export function toCode(deal: Deal, url: string) {
  const asked = deal.more['code'] as Fields
  const paid = captured(deal)
  const closedAt = deal.more['closedAt'] ?? paid.at(-1)?.at ?? deal.expiresAt
  return {
    id: deal.id,
    entity: 'qr_code',
    created_at: toSeconds(deal.createdAt),
    name: asked['name'] ?? null,
    usage: asked['usage'],
    type: asked['type'],
    image_url: url,
    image_content: deal.more['upi'],
    payment_amount: deal.amount,
    status: deal.state === 'open' ? 'active' : 'closed',
    description: asked['description'] ?? null,
    fixed_amount: true,
    payments_amount_received: sum(paid),
    payments_count_received: paid.length,
    notes: asked['notes'] ?? [],
    customer_id: null,
    close_by: asked['close_by'] ?? null,
    closed_at: deal.state === 'open' ? null : toSeconds(Number(closedAt)),
    close_reason: CLOSED_BECAUSE[deal.state],
  }
}

/** A link's notes also belong to its payments. No notes are written as an empty list. */
const notesOf = ({ more }: Deal) => (more['asked'] as Fields | undefined)?.['notes'] ?? []

/** Razorpay's name of the method that a payment was made by. */
export const methodOf = ({ method }: Deal) =>
  method === 'mobile-wallet' ? 'wallet' : (method ?? 'upi')

const toPaymentOfLink = (deal: Deal, { id, amount, at, state }: Attempt) => ({
  amount,
  created_at: toSeconds(at),
  method: methodOf(deal),
  payment_id: id,
  plink_id: deal.id,
  status: PAYMENT_STATES[state],
  updated_at: toSeconds(at),
})

export const toOrder = (deal: Deal) => ({
  id: deal.more['order'],
  entity: 'order',
  amount: deal.amount,
  amount_paid: sum(captured(deal)),
  amount_due: Math.max(0, deal.amount - sum(captured(deal))),
  currency: 'INR',
  receipt: deal.reference,
  status: deal.state === 'paid' ? 'paid' : 'attempted',
  attempts: deal.attempts.length,
  notes: notesOf(deal),
  created_at: toSeconds(deal.createdAt),
})

export function toPayment(deal: Deal, attempt: Attempt) {
  const { id, amount, at, state, utr } = attempt
  const refunded = sum(
    deal.repayments.filter(({ attemptId, state }) => attemptId === id && state !== 'failed'),
  )
  const isAllBack = state === 'success' && refunded >= amount
  return {
    id,
    entity: 'payment',
    amount,
    currency: attempt.currency,
    status: isAllBack ? 'refunded' : PAYMENT_STATES[state],
    order_id: deal.more['order'] ?? null,
    invoice_id: null,
    international: false,
    method: methodOf(deal),
    amount_refunded: refunded,
    refund_status: refundStatus(refunded, isAllBack),
    captured: state === 'success',
    description: deal.more['code'] ? 'QRv2 Payment' : `#${deal.id.slice('plink_'.length)}`,
    vpa: methodOf(deal) === 'upi' ? attempt.payer || 'success@razorpay' : null,
    notes: notesOf(deal),
    fee: state === 'success' ? 0 : null,
    tax: state === 'success' ? 0 : null,
    ...toErrors(state),
    acquirer_data: toBankNumbers(deal, { id, utr }),
    created_at: toSeconds(at),
    ...toInstrument(deal, attempt),
  }
}

function toInstrument({ method }: Deal, { payer, payerName }: Attempt): object {
  switch (method) {
    case 'card':
      return { card_id: 'card_sandbox', card: toCard(payer, payerName) }
    case 'netbanking':
      return { bank: 'HDFC' }
    case 'mobile-wallet':
      return { wallet: 'mobikwik' }
    default:
      return { upi: { payer_account_type: 'bank_account', vpa: payer || 'success@razorpay' } }
  }
}

const toCard = (number: string, name: string) => ({
  id: 'card_sandbox',
  entity: 'card',
  name,
  last4: number.slice(-4) || '1111',
  network: 'Visa',
  type: 'debit',
  issuer: 'HDFC',
  international: false,
})

/** Each method has a number of its own. */
function toBankNumbers({ method }: Deal, { id, utr }: Pick<Attempt, 'id' | 'utr'>): object {
  if (method === 'card') return { auth_code: utr ? utr.slice(-6) : null }
  if (method === 'netbanking') return { bank_transaction_id: utr || null }
  if (method === 'mobile-wallet') return { transaction_id: utr || null }
  return { rrn: utr || null, upi_transaction_id: utr ? `RZPY${id.slice(4)}` : null }
}

function refundStatus(refunded: number, isAllBack: boolean) {
  if (isAllBack) return 'full'
  return refunded > 0 ? 'partial' : null
}

const toErrors = (state: Attempt['state']) =>
  state === 'failed'
    ? {
        error_code: 'BAD_REQUEST_ERROR',
        error_description: 'Payment was unsuccessful as the customer could not complete it.',
        error_source: 'customer',
        error_step: 'payment_authentication',
        error_reason: 'payment_failed',
      }
    : {
        error_code: null,
        error_description: null,
        error_source: null,
        error_step: null,
        error_reason: null,
      }

export function toRefund({ attempts }: Deal, repayment: Repayment) {
  const { id, reference, amount, state, attemptId, at, utr } = repayment
  return {
    id,
    entity: 'refund',
    amount,
    currency: attempts.find((attempt) => attempt.id === attemptId)?.currency,
    payment_id: attemptId,
    notes: { reference },
    receipt: reference,
    acquirer_data: { rrn: utr || null },
    created_at: toSeconds(at),
    batch_id: null,
    status: REFUND_STATES[state],
    speed_processed: 'normal',
    speed_requested: 'normal',
  }
}
