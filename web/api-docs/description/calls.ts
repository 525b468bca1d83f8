import type { z } from 'zod'
import type * as documents from '#contract/accounting/reseller-documents.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type * as orders from '#contract/resellers/reseller.ts'
import type { ApiErrorCode } from '#contract/resellers/reseller.ts'
import type * as webhooks from '#contract/resellers/reseller-webhooks.ts'

type Contract = typeof orders & typeof documents & typeof webhooks
type Calls = {
  [Name in keyof Contract as Contract[Name] extends Endpoint ? Name : never]: Contract[Name]
}

/** Describes a call in words, with an example of its input and answer. */
type Words<E extends Endpoint> = {
  title: string
  words: string[] // one paragraph each
  input: z.input<E['input']>
  output: z.input<E['output']>
  errors: ApiErrorCode[] // in addition to those that any call may answer
}

export type CallName = keyof Calls
export type CallWords = { [Name in CallName]: Words<Calls[Name]> }

/** Chapters that group related calls. */
export type Chapter = 'account' | 'products' | 'orders' | 'webhooks'

/** Chapter of each call, in reading order. */
export const CHAPTERS: Record<CallName, Chapter> = {
  getApiBalance: 'account',
  getApiStatement: 'account',
  listApiProducts: 'products',
  validatePlayer: 'products',
  createApiQuote: 'products',
  placeApiOrder: 'orders',
  findApiOrderByReference: 'orders',
  findApiOrder: 'orders',
  listApiOrders: 'orders',
  correctApiOrder: 'orders',
  refundApiOrder: 'orders',
  showApiOrderCode: 'orders',
  listApiDocuments: 'orders',
  listOwnWebhooks: 'webhooks',
  createOwnWebhook: 'webhooks',
  editOwnWebhook: 'webhooks',
  deleteOwnWebhook: 'webhooks',
  getOwnWebhookSecret: 'webhooks',
  renewOwnWebhookSecret: 'webhooks',
  testOwnWebhook: 'webhooks',
  listOwnDeliveries: 'webhooks',
  getOwnDelivery: 'webhooks',
  replayOwnDelivery: 'webhooks',
  replayOwnWebhook: 'webhooks',
  listOwnEvents: 'webhooks',
}

/** Errors that any call may answer. */
export const ERRORS_OF_ALL = [
  'API_KEY_MISSING',
  'API_KEY_UNKNOWN',
  'API_KEY_SCOPE',
  'API_KEY_ADDRESS',
  'BAD_INPUT',
  'TOO_MANY_REQUESTS',
  'BUSY',
  'BUG',
] as const satisfies ApiErrorCode[]

/** Errors that any call with a body may answer. */
export const ERRORS_OF_BODIES = [
  'REQUEST_TOO_SLOW',
  'BODY_TOO_LARGE',
  'WRONG_CONTENT_TYPE',
] as const satisfies ApiErrorCode[]

export const EXAMPLE_PRODUCT = '0198c0de-5a11-7e6a-9b3c-2f1d4e5a6b7c'
export const EXAMPLE_ORDER = '0198c0de-7d22-7c41-8e5f-90ab12cd34ef'
export const EXAMPLE_QUOTE = '0198c0de-6b33-7a52-b1c2-d3e4f5a6b7c8'
export const EXAMPLE_WEBHOOK = '0198c0de-9a44-7d63-8c2e-4b5a6c7d8e9f'
export const EXAMPLE_DELIVERY = '0198c0de-9b55-7e74-9d3f-5c6b7d8e9fa0'
export const EXAMPLE_EVENT_ID = '0198c0de-8e11-7b30-a7d8-1f2e3d4c5b6a'
export const EXAMPLE_REFERENCE = 'order-1001'
export const EXAMPLE_PLAYER = '123456789'
