import { z } from 'zod'
import { endpoint, Id, NoOutput } from './endpoint.ts'
import { ByDate, Paging } from './paging.ts'
import { ApiEvent, ApiEventType } from './webhooks.ts'

// What became of what was sent to resellers' programs, and sending it again.

/** Held is one that came, or still waited, while its webhook was disabled. */
export const DeliveryState = z.enum(['pending', 'delivered', 'failed', 'held'])
export type DeliveryState = z.output<typeof DeliveryState>

/** One time that it was sent. Neither status nor error: it has not ended, or the shop was stopped before it had. */
const Attempt = z.object({
  number: z.int(),
  at: z.iso.datetime(),
  durationMs: z.int().nullable(),
  status: z.int().nullable(),
  answer: z.string(), // how it begins
  error: z.string().nullable(), // in words; null where it was delivered
})
export type Attempt = z.output<typeof Attempt>

/** One event on its way to one webhook. */
const Delivery = z.object({
  _id: z.string(),
  webhookId: z.string(),
  eventId: z.string(),
  type: ApiEventType,
  subjectId: z.string(), // the order
  version: z.int(),
  state: DeliveryState,
  attempts: z.int(),
  lastAttempt: Attempt.nullable(),
  nextAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type Delivery = z.output<typeof Delivery>

const FullDelivery = Delivery.extend({ attemptList: z.array(Attempt), body: z.string() })
export type FullDelivery = z.output<typeof FullDelivery>

/** To one webhook; `search` is an order's or an event's id. */
export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api-service/webhooks/:id/deliveries',
  access: 'reseller',
  message: '',
  input: Paging.extend({
    id: Id,
    state: DeliveryState.exactOptional(),
    type: ApiEventType.exactOptional(),
    ...ByDate,
  }),
  output: z.object({ deliveries: z.array(Delivery), total: z.int() }),
})

export const getWebhookDelivery = endpoint({
  method: 'GET',
  path: '/api-service/deliveries/:id',
  access: 'reseller',
  message: '',
  input: z.strictObject({ id: Id }),
  output: FullDelivery,
})

const YesNo = z.codec(z.enum(['true', 'false'], 'Please choose yes or no'), z.boolean(), {
  decode: (text) => text === 'true',
  encode: (value) => (value ? 'true' : 'false'),
})

/** With what became of it at each webhook. `search` is an order's or an event's id. */
export const listApiEvents = endpoint({
  method: 'GET',
  path: '/api-service/events',
  access: 'reseller',
  message: '',
  input: Paging.extend({
    type: ApiEventType.exactOptional(),
    isTest: YesNo.exactOptional(),
    ...ByDate,
  }),
  output: z.object({
    events: z.array(
      ApiEvent.extend({
        deliveries: z.array(
          z.object({ _id: z.string(), webhookId: z.string(), state: DeliveryState }),
        ),
      }),
    ),
    total: z.int(),
  }),
})

/** Once more, whatever became of it. */
export const replayDelivery = endpoint({
  method: 'POST',
  path: '/api-service/deliveries/:id/replay',
  access: 'reseller',
  limit: 'account',
  message: 'It is sent again',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})

/** All that failed or was held since then, some thousands at a time. Answers how many. */
export const replayWebhook = endpoint({
  method: 'POST',
  path: '/api-service/webhooks/:id/replay',
  access: 'reseller',
  limit: 'account',
  message: '',
  input: z.strictObject({ id: Id, since: z.iso.datetime({ offset: true }) }),
  output: z.object({ count: z.int() }),
})

/** Sends a ping, enabled or not, and answers what came of it. */
export const testWebhook = endpoint({
  method: 'POST',
  path: '/api-service/webhooks/:id/test',
  access: 'reseller',
  limit: 'account',
  message: '',
  input: z.strictObject({ id: Id }),
  output: FullDelivery,
})
