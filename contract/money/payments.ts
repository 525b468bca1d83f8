import { z } from 'zod'
import { GatewayName, PaymentPurpose, PaymentState, RefundState, SettledAs } from './gateways.ts'
import { endpoint, Id, IdempotencyKey, NoInput, NoOutput } from '#contract/core/endpoint.ts'
import { text } from '#contract/core/fields.ts'
import { Rupees, SignedRupees } from '#contract/core/money.ts'
import { ByDate, Paging } from '#contract/core/paging.ts'

export * from './gateways.ts'
export * from './payment-gateways.ts'

/** Receives gateway events. The body is read as bytes, because signatures cover bytes. */
export const takeWebhook = endpoint({
  method: 'POST',
  path: '/webhook/:gateway',
  access: 'anyone',
  body: 'raw',
  message: '',
  input: z.strictObject({ gateway: z.string().max(40) }),
  output: NoOutput,
})

const returning = z.looseObject({ gateway: z.string().max(40) })

/** Receives the browser back from a gateway. This proves nothing, so the shop asks the gateway. */
export const returnFromGateway = endpoint({
  method: 'GET',
  path: '/return/:gateway',
  access: 'anyone',
  redirect: true,
  message: '',
  input: returning,
  output: z.string(),
})

/** Does the same for gateways that return with a form. */
export const returnFromGatewayByForm = endpoint({
  method: 'POST',
  path: '/return/:gateway',
  access: 'anyone',
  body: 'raw',
  redirect: true,
  message: '',
  input: returning,
  output: z.string(),
})

const Capture = z.object({
  _id: z.string(),
  amount: Rupees,
  UTR: z.string().nullable(),
  gatewayPaymentId: z.string(),
  capturedAt: z.iso.datetime(),
  settledAs: SettledAs.nullable(), // null until it is booked
  refunds: z.array(
    z.object({
      _id: z.string(),
      reference: z.string(),
      amount: Rupees,
      state: RefundState,
      UTR: z.string().nullable(),
      note: z.string(),
      reason: z.string(), // reason of a failure
      createdAt: z.iso.datetime(),
    }),
  ),
  refundable: Rupees, // amount that can go back to its source: not refunded yet, and still in the wallet
})

export const Payment = z.object({
  _id: z.string(),
  reference: z.string(),
  gateway: GatewayName,
  purpose: PaymentPurpose,
  gatewayReason: z.string(), // why a stand-in took it; empty if it went to the first choice
  state: PaymentState,
  amount: Rupees,
  createdAt: z.iso.datetime(),
  userId: z.object({ _id: z.string(), fullName: z.string(), email: z.string().nullable() }),
  orderId: z.object({ _id: z.string(), invoiceId: z.string() }).nullable(),
  captures: z.array(Capture),
})
export type Payment = z.output<typeof Payment>

export const listPayments = endpoint({
  method: 'GET',
  path: '/payment/all',
  access: 'admin',
  right: 'payments',
  message: '',
  input: Paging.extend({
    searchIndex: z.enum(['reference', 'UTR', 'invoiceId', 'email']).default('reference'),
    gateway: GatewayName.exactOptional(),
    state: PaymentState.exactOptional(),
    purpose: PaymentPurpose.exactOptional(),
    ...ByDate,
  }),
  output: z.object({ payments: z.array(Payment), totalPayments: z.int() }),
})

/** Takes money that came through a gateway out of the wallet, and sends it back to its source. */
export const refundPayment = endpoint({
  method: 'POST',
  path: '/payment/:id/refund',
  access: 'admin',
  right: 'payments',
  confirm: true,
  idempotent: true,
  message: 'The refund is on its way',
  input: z.strictObject({
    id: Id, // id of the capture
    amount: Rupees.refine((paise) => paise > 0, 'Please enter amount'),
    note: text(200).default(''),
    idempotencyKey: IdempotencyKey.exactOptional(), // for callers that cannot send the header
  }),
  output: z.object({ _id: z.string(), reference: z.string(), state: RefundState }),
})

/** Kinds of differences between the gateway's books and ours. */
export const DifferenceKind = z.enum([
  'missing here', // captured by the gateway, missing in our books
  'missing there', // in our books, unknown to the gateway
  'amount', // in both, with different amounts
  'currency', // captured in a currency that the shop does not take
  'refund missing here',
  'refund missing there',
  'refund amount',
  'unclaimed', // captured for a deleted account
])
export type DifferenceKind = z.output<typeof DifferenceKind>

export const Difference = z.object({
  _id: z.string(),
  gateway: GatewayName,
  reference: z.string(), // our reference, or the gateway's if it has none of ours
  kind: DifferenceKind,
  ours: SignedRupees.nullable(),
  theirs: z.number().nullable(), // in major units of their currency
  currency: z.string(),
  foundAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
  note: z.string(),
})
export type Difference = z.output<typeof Difference>

export const listDifferences = endpoint({
  method: 'GET',
  path: '/payment/difference',
  access: 'admin',
  right: 'payments',
  message: '',
  input: Paging.omit({ search: true }).extend({
    isSettled: z.enum(['yes', 'no']).exactOptional(),
    gateway: GatewayName.exactOptional(),
    ...ByDate,
  }),
  output: z.object({
    differences: z.array(Difference),
    totalDifferences: z.int(),
    comparedAt: z.iso.datetime().nullable(), // time of the last comparison
  }),
})

/** Settles a difference with an explanation, after a person looked into it. */
export const settleDifference = endpoint({
  method: 'PUT',
  path: '/payment/difference/:id',
  access: 'admin',
  right: 'payments',
  message: 'Difference settled',
  input: z.strictObject({ id: Id, note: text(500).min(1, 'Please say what caused it') }),
  output: Difference,
})

export const compareBooks = endpoint({
  method: 'POST',
  path: '/payment/compare',
  access: 'admin',
  right: 'payments',
  limit: 'account',
  message: 'The books are being compared',
  input: NoInput,
  output: NoOutput,
})
