import { z } from 'zod'
import { endpoint, Id } from '#contract/core/endpoint.ts'
import { text } from '#contract/core/fields.ts'
import { Hundredths } from '#contract/core/money.ts'
import { ByDate, Paging } from '#contract/core/paging.ts'
import { GatewayName } from './gateways.ts'

// Payments that a customer or bank contests at the gateway.

export const DisputeState = z.enum([
  'inquiry', // the bank asks; no money is at stake yet
  'needs response', // waits for the shop's answer
  'under review',
  'won',
  'lost',
  'closed', // ended without a loss
])
export type DisputeState = z.output<typeof DisputeState>

export const DisputeStage = z.enum([
  'fraud',
  'inquiry',
  'chargeback',
  'pre-arbitration',
  'arbitration',
])
export type DisputeStage = z.output<typeof DisputeStage>

const Step = z.object({
  at: z.iso.datetime(),
  heardFrom: z.enum(['webhook', 'poll', 'order', 'back office']),
  state: DisputeState,
  stage: DisputeStage,
  taken: Hundredths,
  fees: Hundredths,
})

export const Dispute = z.object({
  _id: z.string(),
  gateway: GatewayName,
  gatewayDisputeId: z.string(),
  state: DisputeState,
  stage: DisputeStage,
  currency: z.string(), // the ledger follows only disputes in currencies that the shop takes
  amount: Hundredths,
  reason: z.string(), // in the gateway's words
  respondBy: z.iso.datetime().nullable(),
  openedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  taken: Hundredths, // by the gateway, less what it returned
  fees: Hundredths,
  fromWallet: Hundredths, // part of the loss that the customer paid
  fromShop: Hundredths, // part of the loss that the shop bears
  held: Hundredths, // cannot be spent by the customer while the dispute is open
  payment: z
    .object({
      reference: z.string(),
      purpose: z.enum(['order', 'top-up']),
      gatewayPaymentId: z.string(),
      captureId: z.string(),
      orderId: z.string().nullable(),
      invoiceId: z.string().nullable(),
      userId: z.string(),
      fullName: z.string(),
    })
    .nullable(), // null if the shop does not know the payment
  isByHand: z.boolean(), // the gateway doesn't tell its outcome, so a person records it
  steps: z.array(Step), // the oldest first
})
export type Dispute = z.output<typeof Dispute>

export const listDisputes = endpoint({
  method: 'GET',
  path: '/dispute',
  access: 'admin',
  right: 'payments',
  message: '',
  input: Paging.omit({ search: true }).extend({
    isOpen: z.enum(['yes', 'no']).exactOptional(),
    gateway: GatewayName.exactOptional(),
    userId: Id.exactOptional(), // of this customer
    orderId: Id.exactOptional(), // of payments for this order
    ...ByDate,
  }),
  output: z.object({ disputes: z.array(Dispute), total: z.int() }),
})

export const findDispute = endpoint({
  method: 'GET',
  path: '/dispute/:id',
  access: 'admin',
  right: 'payments',
  message: '',
  input: z.strictObject({ id: Id }),
  output: Dispute,
})

/** Asks the gateway about the dispute now. */
export const refreshDispute = endpoint({
  method: 'POST',
  path: '/dispute/:id/refresh',
  access: 'admin',
  right: 'payments',
  limit: 'account',
  message: '',
  input: z.strictObject({ id: Id }),
  output: Dispute,
})

/** Records the outcome of a dispute at a gateway that does not tell it. */
export const endDispute = endpoint({
  method: 'POST',
  path: '/dispute/:id/end',
  access: 'admin',
  confirm: true,
  message: 'Outcome recorded',
  input: z.strictObject({
    id: Id,
    state: z.enum(['won', 'lost', 'closed']),
    taken: Hundredths, // what the gateway kept
    note: text(500).min(1, 'Enter where you saw this'),
  }),
  output: Dispute,
})
