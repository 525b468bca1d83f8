import { z } from 'zod'
import { GatewayName } from '#contract/money/gateways.ts'
import { Supplier } from '#contract/catalogue/sources.ts'

/** The payload of each job, by its name. `app.ts` maps each name to a function. */
export const JOB_PAYLOADS = {
  'send-code': z.object({ challengeId: z.string() }), // to a phone; older jobs also send to an email
  'mail-code': z.object({ challengeId: z.string() }),
  'send-welcome': z.object({ challengeId: z.string() }),
  'send-notice': z.object({
    notice: z.enum([
      'welcome',
      'password-changed',
      'account-reclaimed',
      'email-changed', // written by the previous version; the mail with an undo link has replaced it
      'api-keys-ended',
      'api-key-shown',
      'api-key-made',
      'webhook-secret-shown',
      'phone-taken',
      'undo-open',
      'second-factor-changed',
      'spending-lock-changed',
      'recovery-asked',
      'account-recovered',
      'data-downloaded',
      'account-deleted',
      'issue-answered',
    ]),
    to: z.string(),
    fullName: z.string(),
  }),
  'send-undo-link': z.object({
    undoId: z.string(),
    changed: z.enum(['email', 'phone', 'phone-verified']),
  }),
  'send-parent-request': z.object({ requestId: z.string() }),
  'send-invitation': z.object({ invitationId: z.string() }),
  'poll-disputes': z.unknown(),
  'watch-downtimes': z.unknown(),
  'read-settlements': z.unknown(),
  'list-disputes': z.object({
    gateway: GatewayName,
    isHint: z.boolean().default(false), // after an event
  }),
  'ask-dispute': z.object({
    gateway: GatewayName,
    disputeId: z.string(), // the gateway's
    hints: z.int(),
  }),
  'warn-disputes': z.unknown(),
  'send-dispute-mail': z.object({ disputeId: z.string(), news: z.enum(['held', 'free', 'lost']) }),
  'send-dispute-answer': z.object({ answerId: z.string() }),
  'send-adjustment-mail': z.object({ adjustmentId: z.string() }),
  'send-order-mail': z.object({
    orderId: z.string(),
    news: z.enum(['paid', 'held', 'completed', 'failed', 'cancelled', 'refunded']),
    refundTo: z.enum(['wallet', 'source']).exactOptional(),
    message: z.string().exactOptional(), // added by staff
  }),
  'clean-up': z.unknown(),
  'sweep-images': z.unknown(),
  'account-deleted': z.object({ userId: z.string() }),
  'sweep-traces': z.unknown(),
  'announcement-ended': z.object({ announcementId: z.string() }),
  'mail-news': z.object({ announcementId: z.string(), userId: z.string() }),
  'follow-rate': z.unknown(),
  'forget-regions': z.unknown(),
  'measure-speeds': z.unknown(),
  'move-guest-money': z.object({ guestId: z.string().exactOptional() }),
  'seal-ledger': z.unknown(),
  'issue-documents': z.unknown(),
  'mail-document': z.object({ number: z.string() }),
  'fold-order-counts': z.unknown(),
  'fold-payment-counts': z.unknown(),
  'fold-user-count': z.unknown(),
  'count-purchases': z.unknown(),
  'close-months': z.unknown(),
  'tell-winner': z.object({ period: z.string(), rank: z.int() }),
  'tell-reclaimed': z.object({
    period: z.string(),
    rank: z.int(),
    amount: z.int(), // in paise
    reason: z.string(),
  }),
  'ask-payments': z.unknown(),
  'ask-payment': z.object({ paymentId: z.string(), hints: z.int().default(0) }),
  'apply-gateway-event': z.object({ gatewayEventId: z.string() }),
  'tell-failed-try': z.object({ orderId: z.string() }),
  'close-payment': z.object({ paymentId: z.string() }),
  'settle-order-payment': z.object({ captureId: z.string() }),
  'settle-top-up': z.object({ captureId: z.string() }),
  'send-payment-mail': z.object({ captureId: z.string() }),
  'expire-order': z.object({ orderId: z.string() }),
  'send-payout': z.object({ payoutId: z.string() }),
  'ask-payouts': z.unknown(),
  'ask-payout': z.object({ payoutId: z.string(), hints: z.int().default(0) }),
  'send-payout-mail': z.object({ payoutId: z.string() }),
  'deliver-order': z.object({ orderId: z.string() }),
  'send-dispatch': z.object({ dispatchId: z.string() }),
  'trace-dispatch': z.object({ dispatchId: z.string(), hints: z.int().default(0) }),
  'trace-dispatches': z.unknown(),
  'look-at-waiting': z.unknown(),
  'end-corrections': z.unknown(),
  'end-reviews': z.unknown(),
  'read-balances': z.object({ source: Supplier.exactOptional() }),
  'send-alert': z.object({ alertId: z.string(), userId: z.string() }),
  'sync-products': z.object({ gameId: z.string().exactOptional() }),
  'work-task': z.object({ taskId: z.string(), turn: z.int() }),
  'forget-files': z.unknown(),
  'look-at-jobs': z.unknown(),
  'move-test-order': z.object({
    orderId: z.string(),
    to: z.enum(['completed', 'failed', 'held']),
  }),
  'place-bulk': z.object({ bulkId: z.string() }),
  'look-at-webhooks': z.unknown(),
  'send-webhooks': z.object({ endpointId: z.string() }),
  'send-webhook-mail': z.object({
    endpointId: z.string(),
    news: z.enum(['failing', 'disabled', 'gone']),
  }),
  reseal: z.unknown(),
  'seal-codes': z.unknown(),
  reconcile: z.object({ isFollowUp: z.boolean().default(false) }),
} as const satisfies Record<string, z.ZodType>

export type JobName = keyof typeof JOB_PAYLOADS
export type JobPayload<Name extends JobName> = z.output<(typeof JOB_PAYLOADS)[Name]>
