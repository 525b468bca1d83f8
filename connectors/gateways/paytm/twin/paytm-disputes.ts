// Paytm's notice of a dispute. There is no other news of it.
import { PAYTM } from './credentials.ts'
import { toMoney } from '#sandbox/suppliers/supplier.ts'
import type { Deal, Dispute } from '#sandbox/gateways/gateway.ts'
import { inIndia } from './paytm-wire.ts'

export const toNotice = (deal: Deal, dispute: Dispute) => ({
  mid: PAYTM.merchantId,
  merchantName: 'Gemstall',
  disputeId: dispute.id,
  disputeStatus: 'NEW',
  disputeType: 'Goods or services not received',
  disputeAmount: toMoney(dispute.amount / 100),
  disputeDueDate: inIndia(dispute.respondBy),
  orderId: deal.reference,
  transactionId: dispute.attemptId,
  transactionAmount: toMoney(deal.amount / 100),
  transactionDateTime: inIndia(dispute.at),
  bankReferenceNo: deal.attempts.find(({ id }) => id === dispute.attemptId)?.utr ?? '',
  extSerialNo: '',
  custId: '',
  message: '',
})
