import { endpoint } from './endpoint.ts'
import {
  getWebhookDelivery,
  listApiEvents,
  listWebhookDeliveries,
  replayDelivery,
  replayWebhook,
  testWebhook,
} from './webhook-deliveries.ts'
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  getWebhookSecret,
  listWebhooks,
  renewWebhookSecret,
} from './webhooks.ts'

// The webhook calls of the website, for API clients. A test key manages the webhooks of test mode, and a live key all
// others.

const forPrograms = { access: 'api-key', scope: 'webhooks', message: '' } as const

export const listOwnWebhooks = endpoint({
  ...forPrograms,
  method: 'GET',
  path: '/reseller/webhooks',
  input: listWebhooks.input,
  output: listWebhooks.output,
})

export const createOwnWebhook = endpoint({
  ...forPrograms,
  limit: 'account',
  method: 'POST',
  path: '/reseller/webhooks',
  input: createWebhook.input.omit({ isTest: true }),
  output: createWebhook.output,
})

export const editOwnWebhook = endpoint({
  ...forPrograms,
  limit: 'account',
  method: 'PUT',
  path: '/reseller/webhooks/:id',
  input: editWebhook.input,
  output: editWebhook.output,
})

export const deleteOwnWebhook = endpoint({
  ...forPrograms,
  method: 'DELETE',
  path: '/reseller/webhooks/:id',
  input: deleteWebhook.input,
  output: deleteWebhook.output,
})

export const getOwnWebhookSecret = endpoint({
  ...forPrograms,
  method: 'GET',
  path: '/reseller/webhooks/:id/secret',
  input: getWebhookSecret.input,
  output: getWebhookSecret.output,
})

export const renewOwnWebhookSecret = endpoint({
  ...forPrograms,
  limit: 'account',
  method: 'POST',
  path: '/reseller/webhooks/:id/secret',
  input: renewWebhookSecret.input,
  output: renewWebhookSecret.output,
})

export const testOwnWebhook = endpoint({
  ...forPrograms,
  limit: 'account',
  method: 'POST',
  path: '/reseller/webhooks/:id/test',
  input: testWebhook.input,
  output: testWebhook.output,
})

export const listOwnDeliveries = endpoint({
  ...forPrograms,
  method: 'GET',
  path: '/reseller/webhooks/:id/deliveries',
  input: listWebhookDeliveries.input,
  output: listWebhookDeliveries.output,
})

export const replayOwnWebhook = endpoint({
  ...forPrograms,
  limit: 'account',
  method: 'POST',
  path: '/reseller/webhooks/:id/replay',
  input: replayWebhook.input,
  output: replayWebhook.output,
})

export const getOwnDelivery = endpoint({
  ...forPrograms,
  method: 'GET',
  path: '/reseller/deliveries/:id',
  input: getWebhookDelivery.input,
  output: getWebhookDelivery.output,
})

export const replayOwnDelivery = endpoint({
  ...forPrograms,
  limit: 'account',
  method: 'POST',
  path: '/reseller/deliveries/:id/replay',
  input: replayDelivery.input,
  output: replayDelivery.output,
})

/** Lists all events, which are kept for a month, for an API client that was offline. */
export const listOwnEvents = endpoint({
  ...forPrograms,
  method: 'GET',
  path: '/reseller/events',
  input: listApiEvents.input.omit({ isTest: true }),
  output: listApiEvents.output,
})
