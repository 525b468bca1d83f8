import { alertRoutes } from '#server/platform/alerts/routes.ts'
import { sendAlert } from '#server/platform/alerts/send-alert.ts'
import { endAnnouncement } from '#server/backoffice/announcements/announcements.ts'
import { mailNews } from '#server/backoffice/announcements/mail-news.ts'
import { announcementRoutes } from '#server/backoffice/announcements/routes.ts'
import { auditRoutes } from '#server/platform/audit/routes.ts'
import { routesOfAuth } from '#server/accounts/auth/routes.ts'
import { sessionRoutes } from '#server/accounts/sessions/session-routes.ts'
import { sendCode, sendWelcome } from '#server/accounts/auth/send-code.ts'
import { bannerRoutes } from '#server/catalogue/banners/routes.ts'
import { placeBulk } from '#server/resellers/bulk/place-bulk.ts'
import { bulkRoutes } from '#server/resellers/bulk/routes.ts'
import { cleanUpNightly } from './clean-up-nightly.ts'
import { catalogRoutes } from '#server/catalogue/routes.ts'
import { measureSpeeds } from '#server/catalogue/games/speed.ts'
import { couponRoutes } from '#server/catalogue/coupons/routes.ts'
import { endCorrections } from '#server/orders/delivery/end-corrections.ts'
import { endReviews } from '#server/orders/risk/end-reviews.ts'
import { deliverOrder } from '#server/orders/delivery/deliver-order.ts'
import { lookAtWaiting } from '#server/orders/waiting/look-at-waiting.ts'
import { sealCodes } from '#server/orders/codes/seal-codes.ts'
import { sendDispatch } from '#server/orders/delivery/dispatches/send-dispatch.ts'
import {
  traceDispatch,
  traceDispatches,
} from '#server/orders/delivery/dispatches/trace-dispatch.ts'
import { deleteUser } from '#server/operations/erasure/delete-user.ts'
import { eraseAccount } from '#server/operations/erasure/erase-account.ts'
import { sweepTraces } from '#server/operations/erasure/sweep-traces.ts'
import { sweepImages } from '#server/platform/files/sweep.ts'
import { galleryRoutes } from '#server/catalogue/gallery/routes.ts'
import { gotoLinkRoutes } from '#server/catalogue/goto-links/routes.ts'
import type { Route } from '#server/platform/http/implement.ts'
import { connectorRoutes } from '#server/backoffice/connectors/routes.ts'
import { insightRoutes } from '#server/backoffice/insights/routes.ts'
import type { JobHandlers } from '#server/platform/jobs/worker.ts'
import { closeMonths } from '#server/orders/leaderboard/close-months.ts'
import { leaderboardRoutes } from '#server/orders/leaderboard/routes.ts'
import { tellReclaimed, tellWinner } from '#server/orders/leaderboard/tell-winner.ts'
import { billingRoutes } from '#server/accounting/billing/routes.ts'
import { bookRoutes } from '#server/accounting/books/routes.ts'
import { sendDocument } from '#server/accounting/documents/document-file.ts'
import { documentRoutes } from '#server/accounting/documents/routes.ts'
import { taxRuleRoutes } from '#server/accounting/tax-rules/routes.ts'
import { issueDocuments } from '#server/accounting/documents/issue-documents.ts'
import { sealLedger } from '#server/money/ledger/seal.ts'
import { sendNotice } from '#server/platform/mail/send-notice.ts'
import { askPayment, closePayment } from '#server/money/payments/ask-payment.ts'
import { askPayout, askPayouts } from '#server/money/payouts/ask-payout.ts'
import { compareAllBooks } from '#server/money/reconciliation/compare-books.ts'
import { foldPaymentCounts } from '#server/money/payments/fold-counts.ts'
import { askPayments } from '#server/money/payments/poll-payments.ts'
import { paymentRoutes } from '#server/money/routes.ts'
import { sendPayoutMail } from '#server/money/payouts/send-payout-mail.ts'
import { sendPayout } from '#server/money/payouts/send-payout.ts'
import { sendPaymentMail } from '#server/money/payments/send-payment-mail.ts'
import { applyGatewayEvent } from '#server/money/gateway-events/gateway-events.ts'
import { playerRoutes } from '#server/orders/players/routes.ts'
import { followRate } from '#server/catalogue/exchange-rate/follow-rate.ts'
import { countPurchases } from '#server/orders/place/count-purchases.ts'
import { expireOrder } from '#server/orders/end/expire-order.ts'
import { riskRoutes } from '#server/orders/risk/routes.ts'
import { foldOrderCounts } from '#server/orders/read/fold-counts.ts'
import { sendGiftMail } from '#server/orders/mails/send-gift-mail.ts'
import { orderRoutes } from '#server/orders/routes.ts'
import { sendOrderMail } from '#server/orders/mails/send-order-mail.ts'
import { settleOrderPayment } from '#server/orders/end/settle-order-payment.ts'
import { tellFailedTry } from '#server/orders/end/tell-failed-try.ts'
import { officeRoutes } from '#server/backoffice/live-updates/routes.ts'
import { rateRoutes } from '#server/catalogue/exchange-rate/routes.ts'
import { forgetRegions } from '#server/orders/regions/find-region.ts'
import { regionRoutes } from '#server/orders/regions/routes.ts'
import { moveTestOrder } from '#server/resellers/api/test-mode/move-test-order.ts'
import { resellerRoutes } from '#server/resellers/api/routes.ts'
import { serviceRoutes } from '#server/catalogue/services/routes.ts'
import { personalDataRoutes } from '#server/operations/personal-data/routes.ts'
import { reseal } from '#server/operations/secret-rotation/reseal.ts'
import { searchRoutes } from '#server/backoffice/search/routes.ts'
import { settingsRoutes } from '#server/catalogue/settings/routes.ts'
import { readBalances } from '#server/suppliers/accounts/balances.ts'
import { supplierRoutes } from '#server/suppliers/accounts/routes.ts'
import { supportRoutes } from '#server/backoffice/support/routes.ts'
import { secondFactorRoutes } from '#server/accounts/second-factor/routes.ts'
import { priceRoutes } from '#server/suppliers/prices/price-routes.ts'
import { syncProducts } from '#server/suppliers/prices/sync/sync-products.ts'
import { userDetailRoutes } from '#server/backoffice/user-detail/routes.ts'
import { lookAtJobs } from '#server/platform/tasks/failed-jobs.ts'
import { forgetFiles } from '#server/platform/tasks/get-task-file.ts'
import { taskRoutes } from '#server/platform/tasks/routes.ts'
import { workTask } from '#server/platform/tasks/work-task.ts'
import { TASKS } from './tasks.ts'
import { importRoutes } from '#server/suppliers/import/import-products.ts'
import { sendParentRequest } from '#server/accounts/consent/parent.ts'
import { consentRoutes } from '#server/accounts/consent/routes.ts'
import { sendInvitation } from '#server/accounts/invitations/invitations.ts'
import { invitationRoutes } from '#server/accounts/invitations/routes.ts'
import { sendUndoLink } from '#server/accounts/users/address-undo.ts'
import { foldUserCount } from '#server/accounts/users/fold-count.ts'
import { newsByMailRoutes } from '#server/accounts/news/news-routes.ts'
import { userRoutes } from '#server/accounts/users/routes.ts'
import { moveGuestMoney } from '#server/money/wallet/move-guest-money.ts'
import { walletRoutes } from '#server/money/wallet/routes.ts'
import { askDispute, findDisputes, pollDisputes } from '#server/money/disputes/ask-dispute.ts'
import { watchDowntimes } from '#server/money/routing/watch-downtimes.ts'
import { sendDisputeAnswer } from '#server/backoffice/evidence/answer-dispute.ts'
import { evidenceRoutes } from '#server/backoffice/evidence/routes.ts'
import { disputeRoutes } from '#server/money/disputes/routes.ts'
import { sendDisputeMail } from '#server/money/disputes/send-dispute-mail.ts'
import { warnDisputes } from '#server/money/disputes/warn-disputes.ts'
import { readSettlements } from '#server/money/settlements/read-settlements.ts'
import { recoveryRoutes } from '#server/accounts/recovery/routes.ts'
import { adjustmentRoutes } from '#server/money/adjustments/routes.ts'
import { sendAdjustmentMail } from '#server/money/adjustments/send-adjustment-mail.ts'
import { settleTopUp } from '#server/money/wallet/top-up.ts'
import { webhookRoutes } from '#server/resellers/webhooks/routes.ts'
import { sendWebhookMail } from '#server/resellers/webhooks/sending/send-webhook-mail.ts'
import { lookAtWebhooks, sendWebhooks } from '#server/resellers/webhooks/sending/send-webhooks.ts'

export const ROUTES: Route[] = [
  ...routesOfAuth({ deleteUser }),
  ...secondFactorRoutes,
  ...sessionRoutes,
  ...userRoutes,
  ...invitationRoutes,
  ...userDetailRoutes,
  ...searchRoutes,
  ...walletRoutes,
  ...recoveryRoutes,
  ...adjustmentRoutes,
  ...disputeRoutes,
  ...evidenceRoutes,
  ...orderRoutes,
  ...paymentRoutes,
  ...riskRoutes,
  ...catalogRoutes,
  ...galleryRoutes,
  ...bannerRoutes,
  ...settingsRoutes,
  ...rateRoutes,
  ...serviceRoutes,
  ...announcementRoutes,
  ...newsByMailRoutes,
  ...consentRoutes,
  ...personalDataRoutes,
  ...officeRoutes,
  ...gotoLinkRoutes,
  ...regionRoutes,
  ...supportRoutes,
  ...couponRoutes,
  ...playerRoutes,
  ...leaderboardRoutes,
  ...alertRoutes,
  ...taskRoutes,
  ...connectorRoutes,
  ...insightRoutes,
  ...auditRoutes,
  ...priceRoutes,
  ...importRoutes,
  ...supplierRoutes,
  ...resellerRoutes,
  ...webhookRoutes,
  ...bulkRoutes,
  ...billingRoutes,
  ...bookRoutes,
  ...documentRoutes,
  ...taxRuleRoutes,
]

export const JOBS: JobHandlers = {
  'send-code': sendCode,
  'mail-code': sendCode,
  'send-welcome': sendWelcome,
  'send-notice': sendNotice,
  'send-adjustment-mail': sendAdjustmentMail,
  'send-dispute-answer': sendDisputeAnswer,
  'send-undo-link': sendUndoLink,
  'send-parent-request': sendParentRequest,
  'send-invitation': sendInvitation,
  'send-order-mail': sendOrderMail,
  'send-gift-mail': sendGiftMail,
  'settle-order-payment': settleOrderPayment,
  'expire-order': expireOrder,
  'deliver-order': deliverOrder,
  'send-dispatch': sendDispatch,
  'trace-dispatch': traceDispatch,
  'trace-dispatches': traceDispatches,
  'look-at-waiting': lookAtWaiting,
  'end-corrections': endCorrections,
  'end-reviews': endReviews,
  'settle-top-up': settleTopUp,
  'send-payment-mail': sendPaymentMail,
  'clean-up': cleanUpNightly,
  'sweep-images': sweepImages,
  'account-deleted': eraseAccount,
  'sweep-traces': sweepTraces,
  'announcement-ended': endAnnouncement,
  'mail-news': mailNews,
  'follow-rate': followRate,
  'forget-regions': forgetRegions,
  'measure-speeds': measureSpeeds,
  'move-guest-money': moveGuestMoney,
  'seal-ledger': sealLedger,
  'fold-order-counts': foldOrderCounts,
  'count-purchases': countPurchases,
  'close-months': closeMonths,
  'tell-winner': tellWinner,
  'tell-reclaimed': tellReclaimed,
  'ask-payments': askPayments,
  'ask-payment': askPayment,
  'apply-gateway-event': applyGatewayEvent,
  'close-payment': closePayment,
  'tell-failed-try': tellFailedTry,
  'poll-disputes': pollDisputes,
  'watch-downtimes': watchDowntimes,
  'list-disputes': findDisputes,
  'read-settlements': readSettlements,
  'ask-dispute': askDispute,
  'warn-disputes': warnDisputes,
  'send-dispute-mail': sendDisputeMail,
  'send-payout': sendPayout,
  'ask-payouts': askPayouts,
  'ask-payout': askPayout,
  'send-payout-mail': sendPayoutMail,
  'send-alert': sendAlert,
  'read-balances': readBalances,
  'sync-products': syncProducts,
  'work-task': workTask(TASKS),
  'forget-files': forgetFiles,
  'look-at-jobs': lookAtJobs,
  reconcile: compareAllBooks,
  'move-test-order': moveTestOrder,
  'place-bulk': placeBulk,
  'look-at-webhooks': lookAtWebhooks,
  'send-webhooks': sendWebhooks,
  'send-webhook-mail': sendWebhookMail,
  'fold-payment-counts': foldPaymentCounts,
  'fold-user-count': foldUserCount,
  reseal,
  'seal-codes': sealCodes,
  'issue-documents': issueDocuments,
  'mail-document': sendDocument,
}
