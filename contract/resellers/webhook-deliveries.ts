import { z } from 'zod'
import { endpoint, Id, NoOutput } from '#contract/core/endpoint.ts'
import { YesNo } from '#contract/core/fields.ts'
import { ByDate, Paging } from '#contract/core/paging.ts'
import { ApiEvent, ApiEventType } from './webhooks.ts'

// Log of what was sent to resellers' webhooks, and how to send it again.

/** `held` deliveries were created or pending while their webhook was disabled. */
export const DeliveryState = z.enum(['pending', 'delivered', 'failed', 'held'])
export type DeliveryState = z.output<typeof DeliveryState>

/** An attempt to send. Without status and error it has not ended, or the shop stopped before it did. */
const Attempt = z.object({
  number: z.int(),
  at: z.iso.datetime(),
  durationMs: z.int().nullable(),
  status: z.int().nullable(),
  answer: z.string(), // start of the answer
  error: z.string().nullable(), // in words; null if delivered
})
export type Attempt = z.output<typeof Attempt>

/** Delivery of one event to one webhook. */
const Delivery = z.object({
  _id: z.string(),
  webhookId: z.string(),
  eventId: z.string(),
  type: ApiEventType,
  subjectId: z.string(), // id of the order
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

/** Lists the deliveries to one webhook. `search` is the id of an order or an event. */
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

/** Lists events with their delivery to each webhook. `search` is the id of an order or an event. */
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

/** Sends a delivery again, whatever its state. */
export const replayDelivery = endpoint({
  method: 'POST',
  path: '/api-service/deliveries/:id/replay',
  access: 'reseller',
  limit: 'account',
  message: 'The event is being sent again',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})

/** Sends everything again that failed or was held since then, some thousands at a time. Returns how many. */
export const replayWebhook = endpoint({
  method: 'POST',
  path: '/api-service/webhooks/:id/replay',
  access: 'reseller',
  limit: 'account',
  message: '',
  input: z.strictObject({ id: Id, since: z.iso.datetime({ offset: true }) }),
  output: z.object({ count: z.int() }),
})

/** Sends a ping, even to a disabled webhook, and returns the result. */
export const testWebhook = endpoint({
  method: 'POST',
  path: '/api-service/webhooks/:id/test',
  access: 'reseller',
  limit: 'account',
  message: '',
  input: z.strictObject({ id: Id }),
  output: FullDelivery,
})
