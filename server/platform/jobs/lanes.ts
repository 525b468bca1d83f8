import type { JobName } from './payloads.ts'

/**
 * Those that may wait for somebody outside for half a minute, by whom: no other job waits behind them, and whoever is silent
 * holds up nobody else's.
 */
export const WAITING_JOBS = {
  providers: ['send-parcel', 'trace-parcel', 'read-balances', 'sync-products', 'place-bulk'],
  programs: ['send-webhooks'],
  gateways: ['ask-payment', 'close-payment', 'send-refund', 'ask-refund', 'compare-books'],
  sms: ['send-code'],
} as const satisfies Record<string, JobName[]>

/** The same for the mail server, which takes few at a time. */
export const MAIL_JOBS: JobName[] = [
  'mail-code',
  'send-welcome',
  'send-notice',
  'send-undo-link',
  'send-invitation',
  'send-order-mail',
  'send-payment-mail',
  'send-refund-mail',
  'send-webhook-mail',
  'send-alert',
  'mail-news',
  'tell-winner',
  'tell-reclaimed',
]
