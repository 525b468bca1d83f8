import type { z } from 'zod'
import type * as documents from '#contract/accounting/reseller-documents.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type * as orders from '#contract/resellers/reseller.ts'
import type * as webhooks from '#contract/resellers/reseller-webhooks.ts'

// Imports the contract as types only, so that clients load neither it nor zod.

type Contract = typeof orders & typeof documents & typeof webhooks
type Calls = {
  [Name in keyof Contract as Contract[Name] extends Endpoint ? Name : never]: Contract[Name]
}

export type CallName = keyof Calls
/** Input as it is sent: amounts are decimals, times are text. */
export type CallInput<Name extends CallName> = z.input<Calls[Name]['input']>
export type CallOutput<Name extends CallName> = z.input<Calls[Name]['output']>

type MethodAndPath<E extends Endpoint> = readonly [method: E['method'], path: E['path']]

/** Method and path of each call. A call that differs from the contract does not compile. */
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
  listApiDocuments: ['GET', '/reseller/orders/:id/documents'],
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
} as const satisfies { [Name in CallName]: MethodAndPath<Calls[Name]> }

/** Calls that are safe to send again when their result is unknown. */
const REPEATABLE: readonly CallName[] = ['validatePlayer', 'createApiQuote', 'placeApiOrder']

export const isRepeatable = (name: CallName): boolean =>
  CALLS[name][0] === 'GET' || REPEATABLE.includes(name)
