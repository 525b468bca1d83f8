import * as needs from '#contract/payment-needs.ts'
import * as contract from '#contract/payments.ts'
import { implement } from '#server/http/implement.ts'
import { compareBooks } from './compare-books.ts'
import { getPaymentNeeds } from './customer-needs.ts'
import { listDifferences, settleDifference } from './differences.ts'
import {
  checkPaymentGateway,
  choosePaymentGateway,
  editPaymentGateway,
  listPaymentGateways,
} from './edit-gateways.ts'
import { listPayments } from './list-payments.ts'
import { refundPayment } from './refund-payment.ts'
import { returnFromGateway, returnFromGatewayByForm } from './returns.ts'
import { takeWebhook } from './webhooks.ts'

export const paymentRoutes = [
  ...implement(contract, {
    listPaymentGateways,
    choosePaymentGateway,
    editPaymentGateway,
    checkPaymentGateway,
    takeWebhook,
    returnFromGateway,
    returnFromGatewayByForm,
    refundPayment,
    listPayments,
    listDifferences,
    settleDifference,
    compareBooks,
  }),
  ...implement(needs, { getPaymentNeeds }),
]
