import { z } from 'zod'
import { endpoint, Id, NoInput, NoOutput } from '#contract/core/endpoint.ts'
import { required } from '#contract/core/fields.ts'

/**
 * Events of orders, and the ping that a test sends. `order.updated` means that the status is unchanged: the order waits
 * for somebody, or has another player.
 */
export const ApiEventType = z.enum([
  'order.processing',
  'order.updated',
  'order.completed',
  'order.failed',
  'order.cancelled',
  'order.refunded',
  'ping',
])
export type ApiEventType = z.output<typeof ApiEventType>

/** Events that a webhook can subscribe to. A ping is only sent on request. */
export const OrderEventType = ApiEventType.exclude(['ping'])

/** An event, which is the body of each webhook. `data` is the order at this version. */
export const ApiEvent = z.object({
  id: z.string(),
  type: ApiEventType,
  createdAt: z.iso.datetime(),
  isTest: z.boolean(),
  version: z.int(),
  data: z.record(z.string(), z.unknown()),
})
export type ApiEvent = z.output<typeof ApiEvent>

export const WEBHOOKS_MAX = 10
export const OLD_SECRET_HOURS = 24

/** A URL where a reseller's API client receives events. */
const Webhook = z.object({
  _id: z.string(),
  name: z.string(),
  url: z.string(),
  isTest: z.boolean(),
  events: z.array(OrderEventType), // empty means all
  isEnabled: z.boolean(),
  /** Why it is disabled: by its owner, because it answered 410, or because it failed for days. */
  disabledFor: z.enum(['person', 'gone', 'failing']).nullable(),
  failingSince: z.iso.datetime().nullable(),
  succeededAt: z.iso.datetime().nullable(),
  oldSecretUntil: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})
export type Webhook = z.output<typeof Webhook>

const fields = {
  name: required('Please enter a name').max(60, 'A name can have at most 60 characters'),
  url: required('Please enter an address').max(
    1_000,
    'An address can have at most 1,000 characters',
  ),
  events: z.array(OrderEventType).max(OrderEventType.options.length),
}

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api-service/webhooks',
  access: 'reseller',
  message: '',
  input: NoInput,
  output: z.array(Webhook),
})

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api-service/webhooks',
  access: 'reseller',
  limit: 'account',
  message: 'Webhook added',
  input: z.strictObject({
    ...fields,
    events: fields.events.default([]),
    isTest: z.boolean().default(false),
  }),
  output: Webhook,
})

/** Edits a webhook. After it is enabled again, it gets new events. Held ones are sent by `replayWebhook`. */
export const editWebhook = endpoint({
  method: 'PUT',
  path: '/api-service/webhooks/:id',
  access: 'reseller',
  limit: 'account',
  message: 'Webhook saved',
  input: z.strictObject({
    id: Id,
    name: fields.name.exactOptional(),
    url: fields.url.exactOptional(),
    events: fields.events.exactOptional(),
    isEnabled: z.boolean().exactOptional(),
  }),
  output: Webhook,
})

/** Deletes a webhook, with all of its deliveries. */
export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api-service/webhooks/:id',
  access: 'reseller',
  message: 'Webhook deleted',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})

const Secret = z.object({ secret: z.string() })

export const getWebhookSecret = endpoint({
  method: 'GET',
  path: '/api-service/webhooks/:id/secret',
  access: 'reseller',
  message: '',
  input: z.strictObject({ id: Id }),
  output: Secret,
})

/** Makes a new secret. For a day, events are also signed with the old one. */
export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/api-service/webhooks/:id/secret',
  access: 'reseller',
  limit: 'account',
  message: 'New secret created. The old one works for one more day',
  input: z.strictObject({ id: Id }),
  output: Secret,
})
