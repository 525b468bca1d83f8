import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type * as orders from '#contract/reseller.ts'
import type * as webhooks from '#contract/reseller-webhooks.ts'

// The contract is here as types alone: a program that uses the client loads neither it nor zod.

type Contract = typeof orders & typeof webhooks
type Calls = {
  [Name in keyof Contract as Contract[Name] extends Endpoint ? Name : never]: Contract[Name]
}

export type CallName = keyof Calls
/** As it goes over the wire: amounts are decimals, times are text. */
export type CallInput<Name extends CallName> = z.input<Calls[Name]['input']>
export type CallOutput<Name extends CallName> = z.input<Calls[Name]['output']>

type Place<E extends Endpoint> = readonly [method: E['method'], path: E['path']]

/** Where each call is. One that is not as the contract has it does not compile. */
export const CALLS = {
  getApiBalance: ['GET', '/reseller/balance'],
  getApiStatement: ['GET', '/reseller/statement'],
  listApiProducts: ['GET', '/reseller/products'],
  validatePlayer: ['POST', '/reseller/validate-player'],
  createApiQuote: ['POST', '/reseller/quotes'],
  placeApiOrder: ['POST', '/reseller/orders'],
  findApiOrderByReference: ['GET', '/reseller/orders/by-reference/:reference'],
  findApiOrder: ['GET', '/reseller/orders/:id'],
  listApiOrders: ['GET', '/reseller/orders'],
  correctApiOrder: ['PUT', '/reseller/orders/:id/player'],
  refundApiOrder: ['POST', '/reseller/orders/:id/refund'],
  showApiOrderCode: ['POST', '/reseller/orders/:id/code'],
  listOwnWebhooks: ['GET', '/reseller/webhooks'],
  createOwnWebhook: ['POST', '/reseller/webhooks'],
  editOwnWebhook: ['PUT', '/reseller/webhooks/:id'],
  deleteOwnWebhook: ['DELETE', '/reseller/webhooks/:id'],
  getOwnWebhookSecret: ['GET', '/reseller/webhooks/:id/secret'],
  renewOwnWebhookSecret: ['POST', '/reseller/webhooks/:id/secret'],
  testOwnWebhook: ['POST', '/reseller/webhooks/:id/test'],
  listOwnDeliveries: ['GET', '/reseller/webhooks/:id/deliveries'],
  getOwnDelivery: ['GET', '/reseller/deliveries/:id'],
  replayOwnDelivery: ['POST', '/reseller/deliveries/:id/replay'],
  replayOwnWebhook: ['POST', '/reseller/webhooks/:id/replay'],
  listOwnEvents: ['GET', '/reseller/events'],
} as const satisfies { [Name in CallName]: Place<Calls[Name]> }

/** Those that may be sent again when nobody knows whether they were done: done twice, they have done no more than once. */
const REPEATABLE: readonly CallName[] = ['validatePlayer', 'createApiQuote', 'placeApiOrder']

export const isRepeatable = (name: CallName): boolean =>
  CALLS[name][0] === 'GET' || REPEATABLE.includes(name)
