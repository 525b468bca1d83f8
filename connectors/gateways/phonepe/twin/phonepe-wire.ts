// PhonePe's formats.
import { createHash } from 'node:crypto'
import { PHONEPE } from './credentials.ts'
import { json, type Answer } from '#sandbox/http.ts'
import { modeOf } from './phonepe-methods.ts'
import type { Attempt, Deal, Repayment } from '#sandbox/gateways/gateway.ts'

const ORDER_STATES = {
  open: 'PENDING',
  paid: 'COMPLETED',
  expired: 'FAILED',
  cancelled: 'FAILED',
} as const
const ATTEMPT_STATES = { success: 'COMPLETED', failed: 'FAILED', pending: 'PENDING' } as const
export const REFUND_STATES = { pending: 'PENDING', done: 'COMPLETED', failed: 'FAILED' } as const

export const refuse = (status: number, code: string, message: string): Answer =>
  json({ success: false, code, message, data: {} }, status)

export const toOrder = (deal: Deal, attempts: Attempt[]) => ({
  merchantId: PHONEPE.merchantId,
  merchantOrderId: deal.reference,
  orderId: deal.id,
  state: ORDER_STATES[deal.state],
  amount: deal.amount,
  payableAmount: deal.amount,
  feeAmount: 0,
  currency: attempts.at(-1)?.currency ?? deal.currency,
  expireAt: deal.expiresAt,
  metaInfo: deal.more['metaInfo'] ?? {},
  ...(deal.state === 'expired' && {
    errorCode: 'TXN_NOT_COMPLETED',
    detailedErrorCode: 'ORDER_EXPIRED',
  }),
  paymentDetails: attempts.map((attempt) => toAttempt(deal, attempt)),
})

function toAttempt(deal: Deal, { id, amount, at, state, utr, ...from }: Attempt) {
  const parts = toParts(deal, { id, utr, ...from })
  return {
    transactionId: id,
    paymentMode: modeOf(deal) ?? 'UPI_INTENT',
    timestamp: at,
    amount,
    payableAmount: amount,
    feeAmount: 0,
    state: ATTEMPT_STATES[state],
    ...(state === 'failed' && { errorCode: 'AUTHORIZATION_ERROR', detailedErrorCode: 'ZM' }),
    ...parts,
    splitInstruments: [{ amount, ...parts }],
  }
}

type Parts = Pick<Attempt, 'id' | 'utr' | 'payer' | 'payerName'>

/** Cards and banks are reached through another gateway, which tells nothing about the payer. */
function toParts(deal: Deal, { id, utr, ...from }: Parts) {
  const mode = modeOf(deal)
  if (!mode) return { rail: toRail(utr, from.payer), instrument: toAccount(from) }
  const rail = { type: 'PG', transactionId: `PG${id}`, authorizationCode: null }
  return { rail, instrument: { type: mode, bankTransactionId: utr || null } }
}

const toRail = (utr: string, payer = '') => ({
  type: 'UPI',
  ...(utr && { utr, upiTransactionId: `YBL${utr}` }),
  vpa: payer ? payer.replace(/^(.).*(.@.*)$/, '$1****$2') : 'a****a@ybl',
})

const ACCOUNT = {
  type: 'ACCOUNT',
  maskedAccountNumber: 'XXXXXX1234',
  ifsc: 'SBIN0000001',
  accountType: 'SAVINGS',
}

/** Each payer has an account of their own. */
const toAccount = ({ payer, payerName }: Pick<Attempt, 'payer' | 'payerName'>) => ({
  ...ACCOUNT,
  ...(payer && { maskedAccountNumber: `XXXXXX${fourDigitsOf(payer)}` }),
  ...(payerName && { accountHolderName: payerName }),
})

const fourDigitsOf = (payer: string) =>
  String(createHash('sha256').update(payer).digest().readUInt16BE() % 10_000).padStart(4, '0')

const failureOf = (state: string) =>
  state === 'FAILED' && {
    errorCode: 'REFUND_FAILED',
    detailedErrorCode: 'BENEFICIARY_ACCOUNT_CLOSED',
  }

/** The answer to a status request. It has the bank's reference in the instruments, and not our refund id. */
export function toRefundStatus(deal: Deal, { id, amount, state, at, utr }: Repayment) {
  return {
    originalMerchantOrderId: deal.reference,
    currency: deal.currency,
    amount,
    feesReversalAmount: 0,
    adjustedDiscountAmount: 0,
    refundableAmount: amount,
    state: REFUND_STATES[state],
    refundId: id,
    timestamp: at,
    ...failureOf(REFUND_STATES[state]),
    splitInstruments: [
      {
        instrument: ACCOUNT,
        rail: { type: 'UPI', ...(utr && { utr }) },
        currency: null,
        amount,
      },
    ],
  }
}

/** A webhook's payload. It lacks PhonePe's own id. */
export const toRefundEvent = (deal: Deal, repayment: Repayment, state: string) => ({
  merchantId: PHONEPE.merchantId,
  merchantRefundId: repayment.reference,
  originalMerchantOrderId: deal.reference,
  amount: repayment.amount,
  state,
  timestamp: repayment.at,
  ...failureOf(state),
  paymentDetails: [
    {
      transactionId: repayment.attemptId,
      paymentMode: 'UPI_INTENT',
      timestamp: repayment.at,
      amount: repayment.amount,
      state,
      rail: toRail(repayment.utr),
      instrument: ACCOUNT,
    },
  ],
})
