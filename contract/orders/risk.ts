import { z } from 'zod'
import { endpoint, Id, NoInput, NoOutput } from '#contract/core/endpoint.ts'
import { required, text } from '#contract/core/fields.ts'
import { Rupees } from '#contract/core/money.ts'
import { ByDate, Paging } from '#contract/core/paging.ts'
import { Order } from './orders.ts'
import { RiskConditions, RiskOutcome } from './risk-rules.ts'

/** Orders of the last 30 days that a rule would have caught. */
export const RiskPreview = z.object({
  at: z.iso.datetime(),
  since: z.iso.datetime(), // later than 30 days ago if the shop has too many orders to look at
  orders: z.int(), // looked at
  caught: z.int(),
  amount: Rupees, // of the caught orders
  refunded: z.int(), // caught orders that were refunded later
  disputed: z.int(), // caught orders whose payment was disputed later
  examples: z.array(z.object({ orderId: z.string(), invoiceId: z.string() })), // the newest
})
export type RiskPreview = z.output<typeof RiskPreview>

export const RiskRule = z.object({
  _id: z.string(),
  name: z.string(),
  outcome: RiskOutcome,
  conditions: RiskConditions,
  isLive: z.boolean(),
  preview: RiskPreview.nullable(), // null since the last change of outcome or conditions
  updatedAt: z.iso.datetime(),
})
export type RiskRule = z.output<typeof RiskRule>

export const listRiskRules = endpoint({
  method: 'GET',
  path: '/risk/rules',
  access: 'admin',
  message: '',
  input: NoInput,
  output: z.object({ rules: z.array(RiskRule) }),
})

const fields = {
  name: required('Enter a name').max(60, 'Enter at most 60 characters'),
  outcome: RiskOutcome,
  conditions: RiskConditions,
}

/** A new rule does nothing until it goes live. */
export const createRiskRule = endpoint({
  method: 'POST',
  path: '/risk/rules',
  access: 'admin',
  confirm: true,
  message: 'Rule added',
  input: z.strictObject(fields),
  output: RiskRule,
})

/** A live rule whose outcome or conditions change is switched off until it has been previewed again. */
export const editRiskRule = endpoint({
  method: 'PUT',
  path: '/risk/rules/:id',
  access: 'admin',
  confirm: true,
  message: 'Rule saved',
  input: z.strictObject({ id: Id, ...fields }),
  output: RiskRule,
})

/** Tries a rule on the orders of the last 30 days. It changes none of them. */
export const previewRiskRule = endpoint({
  method: 'POST',
  path: '/risk/rules/:id/preview',
  access: 'admin',
  limit: 'account',
  message: '',
  input: z.strictObject({ id: Id }),
  output: RiskRule,
})

/** Switches a rule on or off. Only a previewed rule can go live. */
export const switchRiskRule = endpoint({
  method: 'PUT',
  path: '/risk/rules/:id/live',
  access: 'admin',
  confirm: true,
  message: '',
  input: z.strictObject({ id: Id, isLive: z.boolean() }),
  output: RiskRule,
})

export const deleteRiskRule = endpoint({
  method: 'DELETE',
  path: '/risk/rules/:id',
  access: 'admin',
  confirm: true,
  message: 'Rule deleted',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})

export const BanKind = z.enum(['email', 'phone', 'player', 'address', 'vpa', 'card', 'paypal'])
export type BanKind = z.output<typeof BanKind>

export const Ban = z.object({
  _id: z.string(),
  kind: BanKind,
  shown: z.string(), // masked for UPI addresses, cards and PayPal accounts
  note: z.string(),
  by: z.string(), // name of the administrator
  at: z.iso.datetime(),
})
export type Ban = z.output<typeof Ban>

export const listBans = endpoint({
  method: 'GET',
  path: '/risk/bans',
  access: 'admin',
  message: '',
  input: Paging.extend({ kind: BanKind.exactOptional(), ...ByDate }),
  output: z.object({ bans: z.array(Ban), total: z.int() }),
})

const Note = text(300).min(1, 'Enter a reason')

/** A player is banned in one game. Cards have no number here: ban them from an order. */
export const addBan = endpoint({
  method: 'POST',
  path: '/risk/bans',
  access: 'admin',
  confirm: true,
  message: 'Added to the ban list',
  input: z.strictObject({
    kind: BanKind.exclude(['card', 'paypal']),
    value: required('Enter what to ban').max(200, 'Enter at most 200 characters'),
    gameId: Id.exactOptional(), // for a player
    note: Note,
  }),
  output: Ban,
})

export const deleteBan = endpoint({
  method: 'DELETE',
  path: '/risk/bans/:id',
  access: 'admin',
  confirm: true,
  message: 'Removed from the ban list',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})

/** Why an order was held, refused or had to be confirmed. */
const RiskReason = z.object({ name: z.string(), words: z.string() })
export type RiskReason = z.output<typeof RiskReason>

/** An order held by a rule or a ban. `bannable` lists the kinds that the order gives to ban; empty for staff. */
export const RiskReview = z.object({
  order: Order,
  reasons: z.array(RiskReason),
  since: z.iso.datetime(),
  payers: z.array(z.object({ shown: z.string(), name: z.string() })),
  bannable: z.array(BanKind),
})
export type RiskReview = z.output<typeof RiskReview>

export const listRiskReviews = endpoint({
  method: 'GET',
  path: '/risk/reviews',
  access: 'admin',
  right: 'orders',
  message: '',
  input: NoInput,
  output: z.object({ reviews: z.array(RiskReview), total: z.int() }),
})

export const deliverReviewed = endpoint({
  method: 'POST',
  path: '/risk/reviews/:id/deliver',
  access: 'admin',
  right: 'orders',
  message: 'The order is on its way',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})

/** Refunds a held order. Administrators can ban what is behind it in the same step. */
export const refuseReviewed = endpoint({
  method: 'POST',
  path: '/risk/reviews/:id/refuse',
  access: 'admin',
  right: 'orders',
  confirm: true,
  message: 'Order refunded',
  input: z.strictObject({
    id: Id,
    note: Note,
    bans: z.array(BanKind).max(BanKind.options.length).default([]),
  }),
  output: NoOutput,
})

/** Orders that were not taken, counted by customer, day and reason. Kept for 180 days. */
export const RiskRefusal = z.object({
  userId: z.string(),
  fullName: z.string(),
  outcome: RiskOutcome.exclude(['hold']),
  reasons: z.array(RiskReason),
  count: z.int(),
  at: z.iso.datetime(), // the last one
})
export type RiskRefusal = z.output<typeof RiskRefusal>

export const listRiskRefusals = endpoint({
  method: 'GET',
  path: '/risk/refusals',
  access: 'admin',
  right: 'orders',
  message: '',
  input: Paging.omit({ search: true }).extend({ ...ByDate }),
  output: z.object({ refusals: z.array(RiskRefusal), total: z.int() }),
})
