import { PAYTM } from './credentials.ts'
import type { Fields } from '#sandbox/http.ts'
import { toMoney } from '#sandbox/suppliers/supplier.ts'
import { digits } from '#sandbox/gateways/deals.ts'
import type { Deals } from '#sandbox/gateways/create-deals.ts'
import type { Deal, Repayment } from '#sandbox/gateways/gateway.ts'
import { toPaise } from '#sandbox/gateways/money.ts'

const refuse = (resultCode: string, resultMsg: string) => ({
  resultInfo: { resultStatus: 'TXN_FAILURE', resultCode, resultMsg },
})

const STATES = {
  pending: ['PENDING', '601', 'Refund request was raised for this transaction'],
  done: ['TXN_SUCCESS', '10', 'Refund Successful'],
  failed: ['TXN_FAILURE', '600', 'The bank has refused the refund'],
} as const

export function applyRefund(deals: Deals, body: Fields): object {
  const { txnType, orderId, txnId, refId, refundAmount } = body
  const amount = toPaise(refundAmount)
  const isWhole = txnType === 'REFUND' && /^[\w@.-]{1,50}$/.test(String(refId))
  if (!isWhole || !amount) return refuse('1001', 'Request parameters are not valid')
  const deal = deals.find('paytm', String(orderId))
  const attempt = deal?.attempts.find(({ id, state }) => id === txnId && state === 'success')
  if (!deal || !attempt) return refuse('627', 'Order details mismatch')
  const input = { reference: String(refId), amount, attemptId: attempt.id, id: digits(24) }
  const repaid = deals.repay(deal, input)
  if (repaid === 'twice') return refuse('617', 'Refund already raised')
  if (repaid === 'too much') return refuse('619', 'Invalid refund amount')
  return toRefund(deal, repaid)
}

export function toRefundStatus(deals: Deals, { orderId, refId }: Fields): object {
  const repaid = deals.findRepayment('paytm', String(refId))
  if (!repaid || repaid.deal.reference !== orderId) return refuse('631', 'Record not found')
  return toRefund(repaid.deal, repaid.repayment)
}

export function toRefund(deal: Deal, repayment: Repayment): object {
  const [resultStatus, resultCode, resultMsg] = STATES[repayment.state]
  const refundAmount = toMoney(repayment.amount / 100)
  return {
    resultInfo: { resultStatus, resultCode, resultMsg },
    mid: PAYTM.merchantId,
    orderId: deal.reference,
    txnId: repayment.attemptId,
    refId: repayment.reference,
    refundId: repayment.id,
    refundAmount,
    ...(repayment.utr && {
      refundDetailInfoList: [{ refundType: 'TO_SOURCE', refundAmount, rrn: repayment.utr }],
    }),
  }
}
