import { toMoney } from '#sandbox/suppliers/supplier.ts'
import { digits } from '#sandbox/gateways/deals.ts'
import type { Deals } from '#sandbox/gateways/create-deals.ts'
import type { Deal, Repayment } from '#sandbox/gateways/gateway.ts'
import { toPaise } from '#sandbox/gateways/money.ts'
import { modeOf, toTransaction } from './payu-wire.ts'

type Reply = (deals: Deals, fields: Record<string, string>) => object

const NOT_FOUND = { mihpayid: 'Not Found', status: 'Not Found' }

export const commands: Record<string, Reply> = {
  verify_payment(deals, { var1 = '' }) {
    const asked = var1.split('|').map((txnid) => [txnid, deals.find('payu', txnid)] as const)
    const found = asked.filter(([, deal]) => deal).length
    return {
      status: found > 0 ? 1 : 0,
      msg: fetched(found, asked.length),
      transaction_details: Object.fromEntries(
        asked.map(([txnid, deal]) => [txnid, deal ? toTransaction(deal) : NOT_FOUND]),
      ),
    }
  },

  /** Looks up one action by its PayU number, or all actions of a payment. */
  check_action_status(deals, { var1 = '', var2 }) {
    const deal = var2 === 'payuid' ? findPaid(deals, var1) : findRepaid(deals, var1)
    const actions = deal?.repayments
      .filter(({ id, attemptId }) => (var2 === 'payuid' ? attemptId : id) === var1)
      .map((repayment) => [repayment.id, toAction(repayment)])
    if (!actions) {
      const transaction_details = { [var1]: 'No action status found' }
      return { status: 0, msg: fetched(0, 1), transaction_details }
    }
    return {
      status: 1,
      msg: fetched(1, 1),
      transaction_details: {
        [var1]: { ...captureOf(deal!, var1), ...Object.fromEntries(actions) },
      },
    }
  },

  cancel_refund_transaction(deals, { var1 = '', var2 = '', var3 }) {
    const amount = toPaise(var3)
    if (!var2 || !amount) return { status: 0, msg: 'Parameter missing' }
    if (var2.length > 23) return { status: 0, msg: 'Invalid token', error_code: 124 }
    const deal = findPaid(deals, var1)
    if (!deal) return { status: 0, msg: 'Transaction Not Found', error_code: 116 }
    const repaid = deals.repay(deal, { reference: var2, amount, attemptId: var1, id: digits(9) })
    if (repaid === 'twice') return { status: 0, msg: 'Token already exists.', error_code: 106 }
    if (repaid === 'too much') return { status: 0, msg: 'Invalid amount', error_code: 105 }
    return {
      status: 1,
      msg: 'Refund Request Queued',
      request_id: repaid.id,
      bank_ref_num: null,
      mihpayid: var1,
      error_code: 102,
    }
  },
}

const fetched = (found: number, asked: number) =>
  `${found} out of ${asked} Transactions Fetched Successfully`

const findPaid = (deals: Deals, mihpayid: string) =>
  deals.findWhere('payu', ({ attempts }) =>
    attempts.some(({ id, state }) => id === mihpayid && state === 'success'),
  )

const findRepaid = (deals: Deals, requestId: string) =>
  deals.findWhere('payu', ({ repayments }) => repayments.some(({ id }) => id === requestId))

/** The capture of a payment. PayU reports it only if asked by the payment's number. */
function captureOf(deal: Deal, mihpayid: string): object {
  const attempt = deal.attempts.find(({ id }) => id === mihpayid)
  if (!attempt) return {}
  return {
    [`1${mihpayid}`]: {
      mihpayid,
      bank_ref_num: attempt.utr,
      request_id: `1${mihpayid}`,
      amt: toMoney(attempt.amount / 100),
      mode: modeOf(deal).mode,
      action: 'capture',
      token: '',
      status: 'SUCCESS',
      bank_arn: null,
      refund_mode: '-',
    },
  }
}

const STATES = { pending: 'queued', done: 'success', failed: 'failure' } as const

const toAction = ({ id, attemptId, reference, amount, state, utr }: Repayment) => ({
  mihpayid: attemptId,
  bank_ref_num: utr || null,
  request_id: id,
  amt: toMoney(amount / 100),
  mode: 'UPI',
  action: 'refund',
  token: reference,
  status: STATES[state],
  bank_arn: utr || null,
  settlement_id: null,
  amount_settled: null,
  UTR_no: null,
  value_date: null,
  refund_mode: 'Back to Source',
})
