// BTCPay Server's formats.
import { json, type Answer } from '#sandbox/http.ts'
import type { Attempt, Deal } from '#sandbox/gateways/gateway.ts'

export const STORE_PATH = '/api/v1/stores/*'
const RATE = 50_000 // dollars for one Bitcoin, so that a cent is a whole number of its smallest parts

export const fail = (status: number, code: string, message: string): Answer =>
  json({ code, message }, status)

const sum = (attempts: Attempt[]) => attempts.reduce((all, { amount }) => all + amount, 0)
const toDollars = (cents: number) => (cents / 100).toFixed(2)

type Status = [status: 'New' | 'Processing' | 'Settled' | 'Expired' | 'Invalid', more: string]

/** Money that arrives after the end, or that is too little by then, never settles an invoice. */
export function statusOf({ attempts, amount, expiresAt }: Deal): Status {
  const end = expiresAt ?? Infinity
  const sent = attempts.filter(({ state }) => state !== 'failed')
  const inTime = sent.filter(({ at }) => at <= end)
  if (sum(inTime) >= amount) {
    const isConfirmed = inTime.every(({ state }) => state === 'success')
    return [isConfirmed ? 'Settled' : 'Processing', sum(sent) > amount ? 'PaidOver' : 'None']
  }
  if (attempts.length > 0 && sent.length === 0) return ['Invalid', 'None']
  if (Date.now() < end) return ['New', sent.length > 0 ? 'PaidPartial' : 'None']
  if (sent.length === 0) return ['Expired', 'None']
  return ['Expired', sum(sent) >= amount ? 'PaidLate' : 'PaidPartial']
}

export function toInvoice(deal: Deal, page: string) {
  const [status, additionalStatus] = statusOf(deal)
  const { id, amount, currency, createdAt, expiresAt, attempts, more } = deal
  return {
    id,
    storeId: more['storeId'],
    amount: toDollars(amount),
    paidAmount: toDollars(sum(attempts.filter(({ state }) => state !== 'failed'))),
    currency,
    type: 'Standard',
    checkoutLink: page,
    createdTime: Math.floor(createdAt / 1000),
    expirationTime: Math.floor((expiresAt ?? 0) / 1000),
    status,
    additionalStatus,
    metadata: more['metadata'],
  }
}

const STATES = { success: 'Settled', pending: 'Processing', failed: 'Invalid' } as const

export const toMethods = ({ attempts }: Deal) => [
  {
    paymentMethodId: 'BTC-CHAIN',
    currency: 'BTC',
    rate: String(RATE),
    payments: attempts.map(({ id, state, amount, at }) => ({
      id,
      receivedDate: Math.floor(at / 1000),
      value: (amount / 100 / RATE).toFixed(8),
      fee: '0.0',
      status: STATES[state],
    })),
  },
]
