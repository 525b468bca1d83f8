// PayPal's formats.
import { createHash } from 'node:crypto'
import { json, type Answer } from '#sandbox/http.ts'
import type { WebhookMode } from '#sandbox/gateways/webhooks.ts'
import type { Attempt, Deal, Repayment } from '#sandbox/gateways/gateway.ts'

/** A payment that the customer approved, and the shop has not captured yet. */
export type Approval = Pick<
  Attempt,
  'id' | 'state' | 'amount' | 'currency' | 'payer' | 'payerName'
> & { mode: WebhookMode } // of telling that it was captured

/** An order's own data. */
export type OrderData = {
  customId?: string | undefined
  invoiceId?: string | undefined
  cancelUrl?: string
  approval?: Approval
  refunds?: Record<string, { customId?: string | undefined; invoiceId?: string | undefined }> // by refund id
}
export const dataOf = (deal: Deal): OrderData => deal.more as OrderData

export const fail = (status: number, name: string, issue = '', description = issue): Answer =>
  json(
    {
      name,
      message: 'The request could not be carried out.',
      debug_id: 'f2b1c0ffee',
      ...(issue && { details: [{ issue, description }] }),
      links: [],
    },
    status,
  )
export const refuse = (issue: string, description: string): Answer =>
  fail(422, 'UNPROCESSABLE_ENTITY', issue, description)
export const missing = (): Answer =>
  fail(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID', 'Specified resource ID does not exist.')

/** PayPal takes these, and no rupees. */
export const CURRENCIES =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(
    ' ',
  )
/** Amounts in these have no decimals. */
export const WHOLE = ['HUF', 'JPY', 'TWD']

export const toMoney = (minor: number, currency: string) => ({
  currency_code: currency,
  value: (minor / 100).toFixed(WHOLE.includes(currency) ? 0 : 2),
})
export const toTime = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

export function toCapture(deal: Deal, { id, state, amount, currency, at }: Attempt) {
  const { customId, invoiceId } = dataOf(deal)
  const refunded = deal.repayments
    .filter((one) => one.attemptId === id && one.state !== 'failed')
    .reduce((sum, one) => sum + one.amount, 0)
  const back = refunded >= amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  const paid = refunded > 0 ? back : 'COMPLETED'
  return {
    id,
    status: state === 'success' ? paid : state === 'pending' ? 'PENDING' : 'DECLINED',
    ...(state === 'pending' && { status_details: { reason: 'PENDING_REVIEW' } }),
    amount: toMoney(amount, currency),
    final_capture: true,
    custom_id: customId,
    invoice_id: invoiceId,
    create_time: toTime(at),
    update_time: toTime(at),
    supplementary_data: { related_ids: { order_id: deal.id } },
  }
}

const REFUND_STATES = { pending: 'PENDING', done: 'COMPLETED', failed: 'FAILED' } as const

export function toRefund(url: string, deal: Deal, { id, amount, state, attemptId, at }: Repayment) {
  const { customId, invoiceId } = dataOf(deal).refunds?.[id] ?? {}
  const { currency } = deal.attempts.find((one) => one.id === attemptId)!
  return {
    id,
    status: REFUND_STATES[state],
    amount: toMoney(amount, currency),
    ...(customId && { custom_id: customId }),
    ...(invoiceId && { invoice_id: invoiceId }),
    create_time: toTime(at),
    links: [
      { href: `${url}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
      { href: `${url}/v2/payments/captures/${attemptId}`, rel: 'up', method: 'GET' },
    ],
  }
}

type Addresses = { url: string; page: string }

/** `isWhole` as the caller prefers. Otherwise PayPal tells the least. */
export function toOrder({ url, page }: Addresses, deal: Deal, isWhole: boolean) {
  const { customId, invoiceId, approval } = dataOf(deal)
  const status = statusOf(deal)
  const self = { href: `${url}/v2/checkout/orders/${deal.id}`, rel: 'self', method: 'GET' }
  const action = { href: page, rel: 'payer-action', method: 'GET' }
  const links = status === 'PAYER_ACTION_REQUIRED' ? [self, action] : [self]
  const { id, attempts, repayments } = deal
  const payer = attempts.at(-1) ?? approval
  if (!isWhole) return { id, status, links }
  return {
    id,
    intent: 'CAPTURE',
    status,
    payment_source: { paypal: payer ? toPayer(payer) : {} },
    purchase_units: [
      {
        reference_id: 'default',
        amount: toMoney(deal.amount, deal.currency),
        custom_id: customId,
        invoice_id: invoiceId,
        ...(attempts.length > 0 && {
          payments: {
            captures: attempts.map((one) => toCapture(deal, one)),
            ...(repayments.length > 0 && {
              refunds: repayments.map((one) => toRefund(url, deal, one)),
            }),
          },
        }),
      },
    ],
    create_time: toTime(deal.createdAt),
    links,
  }
}

/** PayPal gives each account an id, the same in every payment. */
function toPayer({ payer, payerName }: Pick<Attempt, 'payer' | 'payerName'>) {
  const email = payer || 'buyer@paypal.test'
  const [given = 'Test', ...rest] = (payerName || 'Test Buyer').split(' ')
  return {
    email_address: email,
    account_id: createHash('sha256').update(email).digest('hex').slice(0, 13).toUpperCase(),
    account_status: 'VERIFIED',
    name: { given_name: given, surname: rest.join(' ') },
  }
}

function statusOf(deal: Deal): string {
  if (deal.attempts.length > 0) return 'COMPLETED'
  if (deal.state === 'cancelled') return 'VOIDED'
  return dataOf(deal).approval ? 'APPROVED' : 'PAYER_ACTION_REQUIRED'
}
