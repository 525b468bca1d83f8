import type * as contract from '#contract/resellers/reseller-webhooks.ts'
import {
  EXAMPLE_DELIVERY,
  EXAMPLE_EVENT_ID,
  EXAMPLE_ORDER,
  EXAMPLE_WEBHOOK,
  type CallWords,
} from './calls.ts'
import { DELIVERED, ENDED } from './example-order.ts'

const WEBHOOK = {
  _id: EXAMPLE_WEBHOOK,
  name: 'My shop',
  url: 'https://example.com/webhooks',
  isTest: true,
  events: [],
  isEnabled: true,
  disabledFor: null,
  failingSince: null,
  succeededAt: ENDED,
  oldSecretUntil: null,
  createdAt: '2026-11-19T12:00:00.000Z',
} satisfies CallWords['createOwnWebhook']['output']

const ATTEMPT = {
  number: 1,
  at: ENDED,
  durationMs: 84,
  status: 204,
  answer: '',
  error: null,
} satisfies CallWords['testOwnWebhook']['output']['lastAttempt']

const DELIVERY = {
  _id: EXAMPLE_DELIVERY,
  webhookId: EXAMPLE_WEBHOOK,
  eventId: EXAMPLE_EVENT_ID,
  type: 'order.completed',
  subjectId: EXAMPLE_ORDER,
  version: 2,
  state: 'delivered',
  attempts: 1,
  lastAttempt: ATTEMPT,
  nextAt: null,
  createdAt: ENDED,
  endedAt: ENDED,
} satisfies CallWords['listOwnDeliveries']['output']['deliveries'][number]

export const EXAMPLE_EVENT = {
  id: EXAMPLE_EVENT_ID,
  type: 'order.completed',
  createdAt: ENDED,
  isTest: true,
  version: DELIVERED.version,
  data: DELIVERED,
} as const

const FULL_DELIVERY = {
  ...DELIVERY,
  attemptList: [ATTEMPT],
  body: JSON.stringify(EXAMPLE_EVENT),
} satisfies CallWords['getOwnDelivery']['output']

type WebhookCall = keyof typeof contract

/** Texts for the calls that manage webhooks. */
export const WEBHOOK_CALL_WORDS: Pick<CallWords, WebhookCall> = {
  listOwnWebhooks: {
    title: 'List your webhooks',
    words: ['Your webhooks: those of test mode with a test key, otherwise the live ones.'],
    input: {},
    output: [WEBHOOK],
    errors: [],
  },
  createOwnWebhook: {
    title: 'Add a webhook',
    words: [
      'Events are sent to it from now on. Leave `events` empty to receive all events. Then read its secret, which you need to verify them.',
    ],
    input: { name: 'My shop', url: WEBHOOK.url },
    output: WEBHOOK,
    errors: ['WEBHOOK_URL_REFUSED', 'TOO_MANY_WEBHOOKS'],
  },
  editOwnWebhook: {
    title: 'Change a webhook',
    words: [
      'Omitted fields keep their values. After you re-enable a webhook it receives new events. Replay it to get the events held in the meantime.',
    ],
    input: { id: EXAMPLE_WEBHOOK, isEnabled: false },
    output: { ...WEBHOOK, isEnabled: false, disabledFor: 'person' },
    errors: ['NO_SUCH_CALL', 'NO_SUCH_WEBHOOK', 'WEBHOOK_URL_REFUSED'],
  },
  deleteOwnWebhook: {
    title: 'Delete a webhook',
    words: ['Its deliveries are deleted too, including pending ones.'],
    input: { id: EXAMPLE_WEBHOOK },
    output: null,
    errors: ['NO_SUCH_CALL', 'NO_SUCH_WEBHOOK'],
  },
  getOwnWebhookSecret: {
    title: 'Read a webhook’s secret',
    words: ['The secret that signs its events. Store it like a password.'],
    input: { id: EXAMPLE_WEBHOOK },
    output: { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    errors: ['NO_SUCH_CALL', 'NO_SUCH_WEBHOOK', 'WEBHOOK_SECRET_LOST'],
  },
  renewOwnWebhookSecret: {
    title: 'Make a new secret',
    words: [
      'The old secret also signs for one more day, so you can switch over without missing events.',
    ],
    input: { id: EXAMPLE_WEBHOOK },
    output: { secret: 'whsec_C2FVsBQIhrscChlQIMV8VdjSYUv4Hr2c' },
    errors: ['NO_SUCH_CALL', 'NO_SUCH_WEBHOOK'],
  },
  testOwnWebhook: {
    title: 'Test a webhook',
    words: ['Sends a `ping` at once, even if the webhook is disabled, and returns the result.'],
    input: { id: EXAMPLE_WEBHOOK },
    output: { ...FULL_DELIVERY, type: 'ping', subjectId: EXAMPLE_WEBHOOK, version: 0 },
    errors: ['NO_SUCH_CALL', 'NO_SUCH_WEBHOOK'],
  },
  listOwnDeliveries: {
    title: 'List what was sent to a webhook',
    words: ['Newest first. Search by the ID of an order or event.'],
    input: { id: EXAMPLE_WEBHOOK, state: 'failed' },
    output: { deliveries: [DELIVERY], total: 1 },
    errors: ['NO_SUCH_CALL', 'NO_SUCH_WEBHOOK'],
  },
  getOwnDelivery: {
    title: 'Read one delivery',
    words: ['Includes every attempt and the body that was sent.'],
    input: { id: EXAMPLE_DELIVERY },
    output: FULL_DELIVERY,
    errors: ['NO_SUCH_CALL', 'NO_SUCH_DELIVERY'],
  },
  replayOwnDelivery: {
    title: 'Send one delivery again',
    words: [
      'Works for any delivery. The event keeps its ID, so a client that has processed it ignores it.',
    ],
    input: { id: EXAMPLE_DELIVERY },
    output: null,
    errors: ['NO_SUCH_CALL', 'NO_SUCH_DELIVERY', 'WEBHOOK_DISABLED'],
  },
  replayOwnWebhook: {
    title: 'Send again what failed',
    words: [
      'Sends everything that failed or was held since a given time, a few thousand at a time. Returns the number.',
    ],
    input: { id: EXAMPLE_WEBHOOK, since: '2026-11-20T00:00:00.000Z' },
    output: { count: 12 },
    errors: ['NO_SUCH_CALL', 'NO_SUCH_WEBHOOK', 'WEBHOOK_DISABLED'],
  },
  listOwnEvents: {
    title: 'List events',
    words: [
      'All events of the last 30 days, newest first, with their result at each webhook. Use it to catch up after downtime.',
    ],
    input: { type: 'order.completed', limit: '10' },
    output: {
      events: [
        {
          ...EXAMPLE_EVENT,
          deliveries: [{ _id: EXAMPLE_DELIVERY, webhookId: EXAMPLE_WEBHOOK, state: 'delivered' }],
        },
      ],
      total: 1,
    },
    errors: [],
  },
}
