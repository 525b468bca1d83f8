import type { GatewayMethod } from '#contract/money/gateways.ts'
import { PAYTM } from './credentials.ts'
import { toMoney } from '#sandbox/suppliers/supplier.ts'
import type { Attempt, Deal } from '#sandbox/gateways/gateway.ts'
import { formChecksum } from './paytm-checksum.ts'
import { inIndia } from '#connectors/gateways/payu/twin/payu-wire.ts'

export { inIndia } from '#connectors/gateways/payu/twin/payu-wire.ts'

const STATUSES = {
  success: ['TXN_SUCCESS', '01', 'Txn Success'],
  failed: ['TXN_FAILURE', '227', 'Your payment has been declined by your bank'],
  pending: ['PENDING', '402', 'The bank has not confirmed the payment yet'],
} as const
const CLOSED = ['TXN_FAILURE', '141', 'User has not completed transaction'] as const
const OVER = ['TXN_FAILURE', '810', 'Txn Failed'] as const
const NONE = ['TXN_FAILURE', '334', 'Invalid Order Id'] as const

/** Requests and results name methods differently. */
const MODES: Partial<Record<GatewayMethod, string>> = {
  card: 'DC',
  netbanking: 'NB',
  'mobile-wallet': 'PPI',
  'pay-later': 'PAYTM_DIGITAL_CREDIT',
}

const modeOf = ({ method }: Deal): string => MODES[method ?? 'upi'] ?? 'UPI'

/** The result that a browser or a webhook brings to the shop. Without an attempt, most fields are missing. */
export function toResult(deal: Deal, attempt: Attempt | null): Record<string, string> {
  const [STATUS, RESPCODE, RESPMSG] = attempt ? STATUSES[attempt.state] : CLOSED
  const fields = {
    MID: PAYTM.merchantId,
    ORDERID: deal.reference,
    TXNAMOUNT: toMoney((attempt ?? deal).amount / 100),
    CURRENCY: (attempt ?? deal).currency,
    STATUS,
    RESPCODE,
    RESPMSG,
    BANKTXNID: attempt?.utr ?? '',
    ...(attempt && {
      TXNID: attempt.id,
      TXNDATE: `${inIndia(attempt.at)}.0`,
      GATEWAYNAME: 'PPBL',
      PAYMENTMODE: modeOf(deal),
      BANKNAME: 'null', // Paytm writes unknown values as 'null', and signs them
    }),
  }
  return { ...fields, CHECKSUMHASH: formChecksum(fields) }
}

/** Paytm's answer to a status request. */
export function toOrderStatus(deal: Deal | undefined): object {
  const [resultStatus, resultCode, resultMsg] = statusOf(deal)
  const resultInfo = { resultStatus, resultCode, resultMsg }
  if (!deal) return { resultInfo }
  const attempt = deal.attempts.findLast(({ state }) => state === 'success') ?? deal.attempts.at(-1)
  const known = { resultInfo, mid: PAYTM.merchantId, orderId: deal.reference }
  const { amount, currency } = attempt ?? deal
  const details = {
    ...known,
    txnAmount: toMoney(amount / 100),
    txnType: 'SALE',
    refundAmt: toMoney(sumRefunded(deal) / 100),
  }
  if (!attempt) return details
  return {
    ...details,
    txnId: attempt.id,
    ...(currency !== 'INR' && { currency }),
    ...(attempt.utr && { bankTxnId: attempt.utr }),
    gatewayName: 'PPBL',
    paymentMode: modeOf(deal),
    txnDate: `${inIndia(attempt.at)}.0`,
  }
}

const sumRefunded = ({ repayments }: Deal): number =>
  repayments.filter(({ state }) => state === 'done').reduce((sum, { amount }) => sum + amount, 0)

function statusOf(deal: Deal | undefined) {
  if (!deal) return NONE
  if (deal.state === 'paid') return STATUSES.success
  const last = deal.attempts.at(-1)
  if (last) return STATUSES[last.state]
  return deal.state === 'open' ? STATUSES.pending : OVER
}
