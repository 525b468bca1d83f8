import { alertRoutes } from '#server/alerts/routes.ts'
import { sendAlert } from '#server/alerts/send-alert.ts'
import { endAnnouncement } from '#server/announcements/announcements.ts'
import { broadcast } from '#server/announcements/broadcast.ts'
import { mailNews } from '#server/announcements/mail-news.ts'
import { announcementRoutes } from '#server/announcements/routes.ts'
import { auditRoutes } from '#server/audit/routes.ts'
import { cleanUp } from '#server/auth/clean-up.ts'
import { authRoutes } from '#server/auth/routes.ts'
import { sessionRoutes } from '#server/auth/session-routes.ts'
import { sendCode, sendWelcome } from '#server/auth/send-code.ts'
import { bannerRoutes } from '#server/banners/routes.ts'
import { forgetBulks } from '#server/bulk/bulks.ts'
import { placeBulk } from '#server/bulk/place-bulk.ts'
import { bulkRoutes } from '#server/bulk/routes.ts'
import { catalogRoutes } from '#server/catalog/routes.ts'
import { measureSpeeds } from '#server/catalog/speed.ts'
import { couponRoutes } from '#server/coupons/routes.ts'
import { endCorrections } from '#server/deliveries/end-corrections.ts'
import { deliverOrder } from '#server/deliveries/deliver-order.ts'
import { lookAtWaiting } from '#server/deliveries/look-at-waiting.ts'
import { deliveryRoutes } from '#server/deliveries/routes.ts'
import { sealCodes } from '#server/deliveries/seal-codes.ts'
import { sendParcel } from '#server/deliveries/send-parcel.ts'
import { traceParcel, traceParcels } from '#server/deliveries/trace-parcel.ts'
import { eraseAccount } from '#server/erase-account.ts'
import { sweepTraces } from '#server/erasure/sweep-traces.ts'
import { sweepImages } from '#server/files/sweep.ts'
import { galleryRoutes } from '#server/gallery/routes.ts'
import { gotoLinkRoutes } from '#server/goto-links/routes.ts'
import type { Route } from '#server/http/implement.ts'
import { insightRoutes } from '#server/insights/routes.ts'
import type { JobName } from '#server/jobs/payloads.ts'
import type { JobHandlers, Schedule } from '#server/jobs/worker.ts'
import { closeMonths } from '#server/leaderboard/close-months.ts'
import { leaderboardRoutes } from '#server/leaderboard/routes.ts'
import { tellReclaimed, tellWinner } from '#server/leaderboard/tell-winner.ts'
import { sealLedger } from '#server/ledger/seal.ts'
import { sendNotice } from '#server/notices/send-notice.ts'
import { askPayment, closePayment } from '#server/payments/ask-payment.ts'
import { askRefund, askRefunds } from '#server/payments/ask-refund.ts'
import { compareAllBooks } from '#server/payments/compare-books.ts'
import { foldPaymentCounts } from '#server/payments/fold-counts.ts'
import { forgetWebhooks } from '#server/payments/forget-webhooks.ts'
import { askPayments } from '#server/payments/poll-payments.ts'
import { paymentRoutes } from '#server/payments/routes.ts'
import { sendRefundMail } from '#server/payments/send-refund-mail.ts'
import { sendRefund } from '#server/payments/send-refund.ts'
import { sendPaymentMail } from '#server/payments/send-payment-mail.ts'
import { applyWebhook } from '#server/payments/webhooks.ts'
import { playerRoutes } from '#server/players/routes.ts'
import { followRate } from '#server/rate/follow-rate.ts'
import { forgetAddresses } from '#server/orders/buyer-address.ts'
import { countPurchases } from '#server/orders/count-purchases.ts'
import { expireOrder } from '#server/orders/expire-order.ts'
import { workAtOrders } from '#server/orders/export-orders.ts'
import { foldOrderCounts } from '#server/orders/fold-counts.ts'
import { orderRoutes } from '#server/orders/routes.ts'
import { sendOrderMail } from '#server/orders/send-order-mail.ts'
import { settleOrderPayment } from '#server/orders/settle-order-payment.ts'
import { tellFailedTry } from '#server/orders/tell-failed-try.ts'
import { officeRoutes } from '#server/office/routes.ts'
import { rateRoutes } from '#server/rate/routes.ts'
import { forgetRegions } from '#server/regions/find-region.ts'
import { regionRoutes } from '#server/regions/routes.ts'
import { moveTestOrder } from '#server/reseller/move-test-order.ts'
import { resellerRoutes } from '#server/reseller/routes.ts'
import { forgetChecks } from '#server/reseller/test-data.ts'
import { serviceRoutes } from '#server/services/routes.ts'
import { reseal } from '#server/rotation/reseal.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { settingsRoutes } from '#server/settings/routes.ts'
import { readBalances } from '#server/sources/balances.ts'
import { providerRoutes } from '#server/sources/routes.ts'
import { supportRoutes } from '#server/support/routes.ts'
import { secondFactorRoutes } from '#server/second-factor/routes.ts'
import { forgetBegun } from '#server/second-factor/second-factor.ts'
import { priceRoutes } from '#server/sources/price-routes.ts'
import { syncProducts } from '#server/sources/sync-products.ts'
import { userDetailRoutes } from '#server/user-detail/routes.ts'
import { lookAtJobs } from '#server/tasks/failed-jobs.ts'
import { forgetFiles } from '#server/tasks/get-task-file.ts'
import { taskRoutes } from '#server/tasks/routes.ts'
import { workTask, type Works } from '#server/tasks/work-task.ts'
import { importRoutes, workAtImport } from '#server/sources/import-products.ts'
import { workAtPrices } from '#server/sources/sync-prices.ts'
import { sendInvitation } from '#server/users/invitations.ts'
import { sendUndoLink } from '#server/users/address-undo.ts'
import { foldUserCount } from '#server/users/fold-count.ts'
import { newsByMailRoutes } from '#server/users/news-routes.ts'
import { userRoutes } from '#server/users/routes.ts'
import { workAtTransactions } from '#server/wallet/export-transactions.ts'
import { walletRoutes } from '#server/wallet/routes.ts'
import { settleTopUp } from '#server/wallet/top-up.ts'
import { forgetEvents } from '#server/webhooks/forget-events.ts'
import { webhookRoutes } from '#server/webhooks/routes.ts'
import { sendWebhookMail } from '#server/webhooks/send-webhook-mail.ts'
import { lookAtWebhooks, sendWebhooks } from '#server/webhooks/send-webhooks.ts'

/** Every call of the API. */
export const ROUTES: Route[] = [
  ...authRoutes,
  ...secondFactorRoutes,
  ...sessionRoutes,
  ...userRoutes,
  ...userDetailRoutes,
  ...searchRoutes,
  ...walletRoutes,
  ...orderRoutes,
  ...paymentRoutes,
  ...deliveryRoutes,
  ...catalogRoutes,
  ...galleryRoutes,
  ...bannerRoutes,
  ...settingsRoutes,
  ...rateRoutes,
  ...serviceRoutes,
  ...announcementRoutes,
  ...newsByMailRoutes,
  ...officeRoutes,
  ...gotoLinkRoutes,
  ...regionRoutes,
  ...supportRoutes,
  ...couponRoutes,
  ...playerRoutes,
  ...leaderboardRoutes,
  ...alertRoutes,
  ...taskRoutes,
  ...insightRoutes,
  ...auditRoutes,
  ...priceRoutes,
  ...importRoutes,
  ...providerRoutes,
  ...resellerRoutes,
  ...webhookRoutes,
  ...bulkRoutes,
]

/** Who does the pieces of each kind of task. */
const TASKS: Works = {
  broadcast,
  'export-orders': workAtOrders,
  'export-transactions': workAtTransactions,
  'sync-prices': workAtPrices,
  'import-products': workAtImport,
}

/** Who does each job. */
export const JOBS: JobHandlers = {
  'send-code': sendCode,
  'mail-code': sendCode,
  'send-welcome': sendWelcome,
  'send-notice': sendNotice,
  'send-undo-link': sendUndoLink,
  'send-invitation': sendInvitation,
  'send-order-mail': sendOrderMail,
  'settle-order-payment': settleOrderPayment,
  'expire-order': expireOrder,
  'deliver-order': deliverOrder,
  'send-parcel': sendParcel,
  'trace-parcel': traceParcel,
  'trace-parcels': traceParcels,
  'look-at-waiting': lookAtWaiting,
  'end-corrections': endCorrections,
  'settle-top-up': settleTopUp,
  'send-payment-mail': sendPaymentMail,
  'clean-up': async (ctx) => {
    await cleanUp(ctx)
    await forgetBegun(ctx)
    await forgetWebhooks(ctx)
    await forgetEvents(ctx)
    await forgetBulks(ctx)
    await forgetChecks(ctx)
    await forgetAddresses(ctx)
  },
  'sweep-images': sweepImages,
  'account-deleted': eraseAccount,
  'sweep-traces': sweepTraces,
  'announcement-ended': endAnnouncement,
  'mail-news': mailNews,
  'follow-rate': followRate,
  'forget-regions': forgetRegions,
  'measure-speeds': measureSpeeds,
  'seal-ledger': sealLedger,
  'fold-order-counts': foldOrderCounts,
  'count-purchases': countPurchases,
  'close-months': closeMonths,
  'tell-winner': tellWinner,
  'tell-reclaimed': tellReclaimed,
  'ask-payments': askPayments,
  'ask-payment': askPayment,
  'apply-webhook': applyWebhook,
  'close-payment': closePayment,
  'tell-failed-try': tellFailedTry,
  'send-refund': sendRefund,
  'ask-refunds': askRefunds,
  'ask-refund': askRefund,
  'send-refund-mail': sendRefundMail,
  'send-alert': sendAlert,
  'read-balances': readBalances,
  'sync-products': syncProducts,
  'work-task': workTask(TASKS),
  'forget-files': forgetFiles,
  'look-at-jobs': lookAtJobs,
  'compare-books': compareAllBooks,
  'move-test-order': moveTestOrder,
  'place-bulk': placeBulk,
  'look-at-webhooks': lookAtWebhooks,
  'send-webhooks': sendWebhooks,
  'send-webhook-mail': sendWebhookMail,
  'fold-payment-counts': foldPaymentCounts,
  'fold-user-count': foldUserCount,
  reseal,
  'seal-codes': sealCodes,
}

/** Long work that somebody waits for. It holds up no other, and no other holds it up. */
export const TASK_JOBS: JobName[] = ['work-task']

/** What happens by itself. */
export const SCHEDULES: Schedule[] = [
  { name: 'clean-up', everySeconds: 24 * 60 * 60 },
  { name: 'sweep-images', everySeconds: 24 * 60 * 60 },
  { name: 'sweep-traces', everySeconds: 24 * 60 * 60 },
  { name: 'follow-rate', everySeconds: 6 * 60 * 60 },
  { name: 'forget-regions', everySeconds: 24 * 60 * 60 },
  { name: 'measure-speeds', everySeconds: 10 * 60 },
  { name: 'seal-ledger', everySeconds: 10 * 60 },
  { name: 'fold-order-counts', everySeconds: 60 },
  { name: 'count-purchases', everySeconds: 60 },
  { name: 'close-months', everySeconds: 5 * 60 },
  { name: 'ask-payments', everySeconds: 5 },
  { name: 'trace-parcels', everySeconds: 2 },
  { name: 'look-at-webhooks', everySeconds: 2 },
  { name: 'look-at-waiting', everySeconds: 60 },
  { name: 'end-corrections', everySeconds: 10 * 60 },
  { name: 'read-balances', everySeconds: 5 * 60 },
  { name: 'ask-refunds', everySeconds: 30 },
  { name: 'sync-products', everySeconds: 10 * 60 },
  { name: 'forget-files', everySeconds: 24 * 60 * 60 },
  { name: 'look-at-jobs', everySeconds: 60 },
  { name: 'compare-books', everySeconds: 24 * 60 * 60 },
  { name: 'fold-payment-counts', everySeconds: 60 },
  { name: 'fold-user-count', everySeconds: 60 },
  { name: 'reseal', everySeconds: 60 },
  { name: 'seal-codes', everySeconds: 60 },
]
