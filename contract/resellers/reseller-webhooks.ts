import { endpoint } from '#contract/core/endpoint.ts'
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

const forApiClients = { access: 'api-key', scope: 'webhooks', message: '' } as const

export const listOwnWebhooks = endpoint({
  ...forApiClients,
  method: 'GET',
  path: '/reseller/webhooks',
  input: listWebhooks.input,
  output: listWebhooks.output,
})

export const createOwnWebhook = endpoint({
  ...forApiClients,
  limit: 'account',
  method: 'POST',
  path: '/reseller/webhooks',
  input: createWebhook.input.omit({ isTest: true }),
  output: createWebhook.output,
})

export const editOwnWebhook = endpoint({
  ...forApiClients,
  limit: 'account',
  method: 'PUT',
  path: '/reseller/webhooks/:id',
  input: editWebhook.input,
  output: editWebhook.output,
})

export const deleteOwnWebhook = endpoint({
  ...forApiClients,
  method: 'DELETE',
  path: '/reseller/webhooks/:id',
  input: deleteWebhook.input,
  output: deleteWebhook.output,
})

export const getOwnWebhookSecret = endpoint({
  ...forApiClients,
  method: 'GET',
  path: '/reseller/webhooks/:id/secret',
  input: getWebhookSecret.input,
  output: getWebhookSecret.output,
})

export const renewOwnWebhookSecret = endpoint({
  ...forApiClients,
  limit: 'account',
  method: 'POST',
  path: '/reseller/webhooks/:id/secret',
  input: renewWebhookSecret.input,
  output: renewWebhookSecret.output,
})

export const testOwnWebhook = endpoint({
  ...forApiClients,
  limit: 'account',
  method: 'POST',
  path: '/reseller/webhooks/:id/test',
  input: testWebhook.input,
  output: testWebhook.output,
})

export const listOwnDeliveries = endpoint({
  ...forApiClients,
  method: 'GET',
  path: '/reseller/webhooks/:id/deliveries',
  input: listWebhookDeliveries.input,
  output: listWebhookDeliveries.output,
})

export const replayOwnWebhook = endpoint({
  ...forApiClients,
  limit: 'account',
  method: 'POST',
  path: '/reseller/webhooks/:id/replay',
  input: replayWebhook.input,
  output: replayWebhook.output,
})

export const getOwnDelivery = endpoint({
  ...forApiClients,
  method: 'GET',
  path: '/reseller/deliveries/:id',
  input: getWebhookDelivery.input,
  output: getWebhookDelivery.output,
})

export const replayOwnDelivery = endpoint({
  ...forApiClients,
  limit: 'account',
  method: 'POST',
  path: '/reseller/deliveries/:id/replay',
  input: replayDelivery.input,
  output: replayDelivery.output,
})

/** Lists all events, which are kept for a month, for an API client that was offline. */
export const listOwnEvents = endpoint({
  ...forApiClients,
  method: 'GET',
  path: '/reseller/events',
  input: listApiEvents.input.omit({ isTest: true }),
  output: listApiEvents.output,
})
