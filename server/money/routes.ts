import * as events from '#contract/money/gateway-events.ts'
import * as needs from '#contract/money/payment-needs.ts'
import * as contract from '#contract/money/payments.ts'
import { implement } from '#server/platform/http/implement.ts'
import { compareBooks } from '#server/money/reconciliation/compare-books.ts'
import { getPaymentNeeds } from '#server/money/payments/customer-needs.ts'
import { listDifferences, settleDifference } from '#server/money/differences/differences.ts'
import {
  checkPaymentGateway,
  choosePaymentGateway,
  editPaymentGateway,
  listPaymentGateways,
} from '#server/money/routing/edit-gateways.ts'
import { listPayments } from '#server/money/payments/list-payments.ts'
import { refundPayment } from '#server/money/payouts/refund-payment.ts'
import { returnFromGateway, returnFromGatewayByForm } from '#server/money/payments/page/returns.ts'
import { takeWebhook } from '#server/money/gateway-events/gateway-events.ts'

export const paymentRoutes = [
  ...implement(contract, {
    listPaymentGateways,
    choosePaymentGateway,
    editPaymentGateway,
    checkPaymentGateway,
    refundPayment,
    listPayments,
    listDifferences,
    settleDifference,
    compareBooks,
  }),
  ...implement(events, { takeWebhook, returnFromGateway, returnFromGatewayByForm }),
  ...implement(needs, { getPaymentNeeds }),
]
