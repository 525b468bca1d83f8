import type { GatewayMethod } from '#contract/money/gateways.ts'
import type { WebhookMode } from './webhooks.ts'
import { randomInt } from 'node:crypto'

/** Amounts are in paise, times in milliseconds. */
export type Attempt = {
  id: string
  state: 'success' | 'failed' | 'pending'
  amount: number
  currency: string
  utr: string // empty until the attempt succeeds
  at: number
  payer: string // UPI address, or digits of a card; empty for the gateway's test payer
  payerName: string
}

export type Repayment = {
  id: string
  reference: string
  amount: number
  state: 'pending' | 'done' | 'failed'
  attemptId: string
  at: number
  utr: string // empty until the refund is done
}

export const DISPUTE_STATES = ['inquiry', 'open', 'review', 'won', 'lost', 'closed'] as const

/** A captured payment that the customer's bank contests. */
export type Dispute = {
  id: string
  attemptId: string
  state: (typeof DISPUTE_STATES)[number]
  amount: number
  taken: number // from the shop, less what was returned
  fee: number
  at: number
  changedAt: number
  respondBy: number
  answers?: { words: string; sha256: string; bytes: number }[] // by the shop
  mode: WebhookMode // of telling its changes
}

/** A payment requested by the shop. */
export type Deal = {
  gateway: string
  id: string
  reference: string // the shop's
  amount: number
  currency: string
  method: GatewayMethod | null // that its page is limited to; null for any, which people pay by UPI
  state: 'open' | 'paid' | 'expired' | 'cancelled'
  returnUrl: string
  createdAt: number
  expiresAt: number | null
  attempts: Attempt[]
  repayments: Repayment[]
  disputes: Dispute[]
  more: Record<string, unknown> // the gateway's own data; empty if the shop did not request the payment
}

export type NewDeal = Pick<Deal, 'gateway' | 'reference' | 'amount' | 'returnUrl'> &
  Partial<Pick<Deal, 'id' | 'currency' | 'method' | 'expiresAt' | 'more'>> & {
    isRepeatable?: boolean // its reference may belong to other payments, too
  }

export type DealEvent =
  | { attempt: Attempt }
  | { repayment: Repayment }
  | { dispute: Dispute }
  | { ended: true }

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const letters = (count: number): string => pick(LETTERS, count)
export const digits = (count: number): string => pick('0123456789', count)

const pick = (from: string, count: number): string =>
  Array.from({ length: count }, () => from[randomInt(from.length)]).join('')
