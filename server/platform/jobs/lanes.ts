import type { JobName } from './payloads.ts'

/**
 * Jobs that may wait up to half a minute for another company, by the kind of company. Each kind has its own worker, so
 * a silent one delays no other jobs.
 */
export const WAITING_JOBS = {
  suppliers: ['send-dispatch', 'trace-dispatch', 'read-balances', 'sync-products', 'place-bulk'],
  programs: ['send-webhooks'],
  gateways: [
    'ask-payment',
    'close-payment',
    'send-payout',
    'ask-payout',
    'ask-dispute',
    'list-disputes',
    'watch-downtimes',
    'read-settlements',
    'send-dispute-answer',
    'reconcile',
  ],
  sms: ['send-code'],
} as const satisfies Record<string, JobName[]>

/** Jobs that wait for the mail server, which accepts few mails at a time. They have their own worker too. */
export const MAIL_JOBS: JobName[] = [
  'send-adjustment-mail',
  'send-dispute-mail',
  'mail-code',
  'send-welcome',
  'send-notice',
  'send-undo-link',
  'send-parent-request',
  'send-invitation',
  'send-order-mail',
  'send-gift-mail',
  'send-payment-mail',
  'send-payout-mail',
  'send-webhook-mail',
  'send-alert',
  'mail-news',
  'tell-winner',
  'tell-reclaimed',
]

/** Long work that a person waits for. It has a worker of its own, so neither it nor other jobs wait for each other. */
export const TASK_JOBS: JobName[] = ['work-task']
