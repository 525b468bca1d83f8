import { z } from 'zod'
import { CheckOutcome, CredentialChange } from '#contract/core/credentials.ts'
import { GatewayChoice, PaymentGateway, PaymentGateways } from './gateway-choice.ts'
import {
  GatewayMethod,
  GatewayName,
  PaymentPurpose,
  PaymentState,
  RefundState,
  SettledAs,
} from './gateways.ts'
import { endpoint, Id, IdempotencyKey, NoInput, NoOutput } from '#contract/core/endpoint.ts'
import { text } from '#contract/core/fields.ts'
import { Currency, Hundredths, SignedHundredths } from '#contract/core/money.ts'
import { ByDate, Paging } from '#contract/core/paging.ts'

export * from './gateways.ts'
export * from './gateway-choice.ts'

export const listPaymentGateways = endpoint({
  method: 'GET',
  path: '/payment-gateway',
  access: 'admin',
  message: '',
  input: NoInput,
  output: PaymentGateways,
})

/**
 * Chooses the gateway for new payments in rupees. Payments begun on another still settle. Null takes none. `standIns`
 * take them, the first one first, while the chosen one is in trouble. `dollars` take payments in dollars, the first one
 * first. Customers of `upiCodes` pay by a UPI code on the shop's own page, where their account allows it. `offered` has
 * the methods that each gateway offers for rupees besides UPI. With `cheapestFirst`, a payment goes to the gateway where
 * its method has cost least. What is left out stays as it is.
 */
export const choosePaymentGateway = endpoint({
  method: 'PUT',
  path: '/payment-gateway',
  access: 'admin',
  confirm: true,
  message: 'Payment gateways saved',
  input: GatewayChoice,
  output: PaymentGateways,
})

/** Edits credentials. Those that are not sent stay. If all are sent empty, the back office's are deleted. */
export const editPaymentGateway = endpoint({
  method: 'PUT',
  path: '/payment-gateway/:name',
  access: 'admin',
  confirm: true,
  message: 'Credentials saved',
  input: z.strictObject({
    name: GatewayName,
    credentials: CredentialChange,
  }),
  output: PaymentGateway,
})

/** Tests the credentials with a harmless request to the gateway. */
export const checkPaymentGateway = endpoint({
  method: 'POST',
  path: '/payment-gateway/:name/check',
  access: 'admin',
  limit: 'account',
  message: '',
  input: z.strictObject({ name: GatewayName }),
  output: CheckOutcome,
})

const Capture = z.object({
  _id: z.string(),
  amount: Hundredths,
  currency: z.string(), // as the gateway wrote it; amounts in others than the payment's are not in the books
  UTR: z.string().nullable(),
  gatewayPaymentId: z.string(),
  capturedAt: z.iso.datetime(),
  settledAs: SettledAs.nullable(), // null until it is booked
  refunds: z.array(
    z.object({
      _id: z.string(),
      reference: z.string(),
      amount: Hundredths,
      state: RefundState,
      UTR: z.string().nullable(),
      note: z.string(),
      reason: z.string(), // reason of a failure
      createdAt: z.iso.datetime(),
    }),
  ),
  refundable: Hundredths, // amount that can go back to its source: not refunded yet, and still in the wallet
})

export const Payment = z.object({
  _id: z.string(),
  reference: z.string(),
  gateway: GatewayName,
  method: GatewayMethod, // that the customer was to pay by
  purpose: PaymentPurpose,
  sendsBack: z.boolean().default(false), // the gateway can send money back to its source
  gatewayReason: z.string(), // why a stand-in took it; empty if it went to the first choice
  state: PaymentState,
  currency: Currency,
  amount: Hundredths,
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
    amount: Hundredths.refine((amount) => amount > 0, 'Please enter amount'), // in the currency of the capture
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
  ours: SignedHundredths.nullable(),
  theirs: SignedHundredths.nullable(),
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
