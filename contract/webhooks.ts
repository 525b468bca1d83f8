import { z } from 'zod'
import { endpoint, Id, NoInput, NoOutput } from './endpoint.ts'
import { required } from './fields.ts'

/**
 * What an order has become, and the word that a test sends. Updated is one whose status is as it was: it waits for somebody,
 * or for another player.
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

/** Those that one may choose; a ping comes to whoever asks for it. */
export const OrderEventType = ApiEventType.exclude(['ping'])

/** What is sent: the body of each webhook. `data` is the order as it is read at this version. */
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
export const EVENT_KEPT_DAYS = 30

/** A place where a reseller's program listens. */
const Webhook = z.object({
  _id: z.string(),
  name: z.string(),
  url: z.string(),
  isTest: z.boolean(),
  events: z.array(OrderEventType), // none is all
  isEnabled: z.boolean(),
  /** Why it is not: by its owner, because it answered 410, or because it has failed for days. */
  disabledFor: z.enum(['person', 'gone', 'failing']).nullable(),
  failingSince: z.iso.datetime().nullable(),
  succeededAt: z.iso.datetime().nullable(),
  oldSecretUntil: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})
export type Webhook = z.output<typeof Webhook>

const fields = {
  name: required('Please enter a name').max(60, 'A name has at most 60 characters'),
  url: required('Please enter an address').max(1_000, 'An address has at most 1,000 characters'),
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

/** Enabled again, it has what happens from now on; what was held meanwhile comes by `replayWebhook`. */
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

/** With all that was, or was to be, delivered there. */
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

/** Makes a new one; the old one signs too for a day. */
export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/api-service/webhooks/:id/secret',
  access: 'reseller',
  limit: 'account',
  message: 'There is a new secret. The old one is good for a day more',
  input: z.strictObject({ id: Id }),
  output: Secret,
})
