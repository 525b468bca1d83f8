import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { isFunction, Manifest, type ConnectorAccount } from '#connectors/manifest.ts'
import type { DisputeStage, DisputeState } from '#contract/money/disputes.ts'
import type { Currency } from '#contract/core/money.ts'
import { GatewayMethod } from '#contract/money/gateways.ts'
import type { CustomerNeed } from '#contract/money/payment-needs.ts'

/** The page where the customer pays. All but links are opened through a page of the shop: `pay-page.ts`. */
export type PayPage =
  | { is: 'link'; url: string }
  | { is: 'form'; action: string; fields: Record<string, string> }
  | { is: 'script'; src: string; url: string } // a script from the gateway, which opens the url
  | { is: 'upi'; uri: string } // opens a UPI app; signed in parts, so it is shown unchanged

/**
 * Identifies a payment at its gateway. In this file, amounts are in paise or cents, and times follow the shop's clock.
 */
type Named = {
  reference: string // our reference
  gatewayId: string | null // the gateway's own id, if it has one
}

export type Opening = {
  reference: string
  amount: number
  currency: Currency
  method: GatewayMethod // one of the gateway's methods; the page for the first one may show others, too
  words: string // description of the purchase: plain letters, at most 80
  customer: { id: string; fullName: string; email: string | null; phone: string | null }
  returnUrl: string
  webhookUrl: string
  expiresAt: Date // at least 16 minutes ahead
  wantsUpiCode: boolean // for the shop's own page; a gateway that can't make one opens its page instead
}

export type Opened = { gatewayId: string | null; page: PayPage }

/** Tells who paid, where the gateway tells. Stored hashed and masked. */
export type Payer = {
  kind: 'vpa' | 'card' | 'paypal'
  id: string // the UPI address, the gateway's fingerprint of the card, or its account; the same for every payment
  shown: string // masked
  name: string // at the bank; empty if unknown
}

/** Money that the gateway has received. */
export type Captured = {
  id: string // the gateway's own id, the same in every answer
  amount: number // in minor units of its currency
  currency: string // in capital letters
  bankReference: string | null // a UTR, if there is one
  at: Date | null
  payer: Payer | null
}

/**
 * State of a payment at its gateway. `unknown` means that the gateway has no such payment. An open payment may have a
 * failed try; the customer can then try again on the same page.
 */
export type GatewayPaymentStatus = {
  is: 'open' | 'paid' | 'failed' | 'unknown'
  captured: Captured[]
  hasFailedTry?: true
}

export type GatewayRefundRequest = {
  reference: string // our reference of this refund
  amount: number
  currency: Currency
  note: string
  payment: Named & { amount: number; captureId: string } // the capture's id at the gateway
}

/** State of a refund at its gateway. `unknown` means that the gateway never received it, so it may be sent. */
export type GatewayRefundStatus = {
  is: 'asked' | 'done' | 'failed' | 'unknown'
  gatewayId: string | null
  bankReference: string | null
  reason: string // why it failed, in the gateway's words
}

export type Message = { headers: IncomingHttpHeaders; body: Buffer; now: Date }

/** A line of the gateway's own books. */
export type Booked = {
  reference: string | null // our reference, if the gateway knows it
  captureId: string
  amount: number
  currency: string
  refunded: number
}

/** A dispute as the gateway tells it. Amounts are in minor units of its currency. */
export type GatewayDispute = {
  id: string
  captureId: string | null // the gateway's id of the payment
  reference: string | null // our reference of the payment, if the gateway knows it
  state: DisputeState
  stage: DisputeStage
  amount: number
  currency: string
  reason: string
  respondBy: Date | null
  openedAt: Date | null
  taken: number // taken from the shop, less what was returned
  fees: number
  isAnswered?: true // an inquiry whose answer the gateway is looking at; its state stays `inquiry`
}

/** A line of what the gateway paid to the shop's bank. What was taken from the shop is negative. */
export type SettledLine = {
  id: string // the same in every answer
  /** A withdrawal is a sum that the gateway paid to the bank. A conversion changes its balance to another currency. */
  kind: 'payment' | 'refund' | 'dispute' | 'other' | 'withdrawal' | 'conversion'
  isHeld?: true // stays in a balance at the gateway, apart from its fee
  captureId: string | null // the gateway's id of the payment
  reference?: string // our reference of the payment, for a line that doesn't tell the gateway's id
  amount: number // before the fee, in minor units of its currency
  fee: number // without its tax
  feeTax: number
  currency: string
  settlementId: string
  bankReference: string | null // the UTR of the transfer
  settledAt: Date
}

/** The shop's side of a dispute: its words, and a PDF file with the facts. */
type DisputeAnswer = {
  key: string // the same for each try
  words: string // at most 1,000 characters
  file: Uint8Array<ArrayBuffer>
}

export type Disputes = {
  /** Asks about one dispute. Null if the gateway has none with this id. */
  ask(id: string): Promise<GatewayDispute | null>
  /**
   * Lists disputes that were opened after a moment. An error stands for a dispute that cannot be read, such as one in an
   * unknown state. Missing where the gateway has no such list.
   */
  list?(from: Date, to: Date): Promise<(GatewayDispute | Error)[]>
  /**
   * Sends the shop's answer, which the gateway passes on to the bank. Returns null, or why the gateway refuses it for
   * good. Missing where answers are given in the gateway's dashboard.
   */
  answer?(id: string, answer: DisputeAnswer): Promise<string | null>
}

/**
 * A company that takes payments for the shop. Methods return only what the gateway answered. They throw when it is away
 * or broken or the credentials are wrong, which says nothing about the payment.
 */
export type Gateway = {
  /** Facts that a customer must have given before a payment is opened. Left out if none are needed. */
  needs?: readonly CustomerNeed[]
  /**
   * Opens a payment page. Another call with the same reference returns the same page or throws. Only a UPI code may be
   * made anew, because nobody can pay with one that was never shown.
   */
  open(asked: Opening): Promise<Opened>
  /**
   * Asks about a payment. A gateway that takes the money only when it is told to does so here, if the shop still wants
   * it; otherwise such a payment has failed.
   */
  ask(payment: Named & { isWanted?: boolean }): Promise<GatewayPaymentStatus>
  /** Closes the page so that nobody can pay any more. Missing where the gateway cannot do this. */
  close?(payment: Named): Promise<void>
  /** References of payments and refunds that a gateway event mentions. Null if the gateway did not send it. */
  readWebhook(message: Message): string[] | null | Promise<string[] | null>
  /**
   * Reads the signed part of a gateway event whose signature doesn't cover every byte. Events with the same part count
   * once.
   */
  signedPart?(body: Buffer): string
  /** References in an event that the gateway sends without a signature. Null for every other event. */
  readUnsigned?(body: Buffer): string[] | null
  /** Ids of disputes that a gateway event mentions. Call it only with an event that `readWebhook` has accepted. */
  disputesIn?(body: Buffer): string[]
  /** Calls to read disputes. Missing where the gateway has none. */
  disputes?: Disputes
  /** Reads the dispute in a signed event, where the gateway has no calls to read it. */
  readDispute?(body: Buffer): GatewayDispute | null
  /** True if the gateway signed the fields that a browser brought back. Missing where the gateway signs nothing. */
  isFromGateway?(fields: Record<string, string>): boolean
  /** Sends a refund. Another call with the same reference never creates a second one. */
  refund(asked: GatewayRefundRequest): Promise<GatewayRefundStatus>
  askRefund(
    asked: GatewayRefundRequest & { gatewayRefundId: string | null },
  ): Promise<GatewayRefundStatus>
  /** Lists everything captured between two moments. Missing where the gateway has no such list. */
  listCaptured?(from: Date, to: Date): Promise<Booked[]>
  /** Lists payments of any age of which money was sent back between two moments, by whoever did it. */
  listRefunded?(from: Date, to: Date): Promise<Booked[]>
  /**
   * Asks how much of a capture was sent back, by whoever did it. Missing where `listRefunded` tells, or where the gateway
   * has no such call.
   */
  askRefunded?(payment: Named & { captureId: string }): Promise<number>
  /** Lists what the gateway settled between two moments. Missing where the gateway has no such list. */
  listSettled?(from: Date, to: Date): Promise<SettledLine[]>
  /**
   * Asks whether the gateway itself reports that its UPI payments fail. Returns this in words, or null. Missing where it
   * has no such call.
   */
  findDowntime?(): Promise<string | null>
  /** Sends a harmless request that needs valid credentials. Returns null if they are valid, otherwise a message. */
  check(): Promise<string | null>
}

/** Webhook secrets that are accepted, the newest first: events sent before a change may still arrive. */
export type GatewayAccount = ConnectorAccount & { webhookSecrets: string[] }

const Methods = z.array(GatewayMethod).min(1)

/** A gateway as a connector: its manifest, and the function that creates its adapter for the shop's account. */
export const GatewayConnector = Manifest.extend({
  /**
   * The methods that the shop can ask for, in rupees and in other currencies. Every account has the first one. The
   * shop's owner offers the others, because each must be activated for the account at the gateway.
   */
  methods: z.strictObject({ rupees: Methods.exactOptional(), foreign: Methods.exactOptional() }),
  /** Foreign currencies that it takes; `not` names those it doesn't take. Missing for all. */
  currencies: z
    .union([
      z.strictObject({ only: z.array(z.string()) }),
      z.strictObject({ not: z.array(z.string()) }),
    ])
    .exactOptional(),
  makesUpiCodes: z.boolean(), // its API returns the text of a UPI code, for the shop's own page
  sendsBack: z.boolean(), // sends money back to its source
  /** Money arrives in the shop's own wallet, so it is settled once it is captured. */
  isOwnWallet: z.literal(true).exactOptional(),
  settlementNote: z.string().max(200).exactOptional(), // explains figures of its settlements
  webhookAdvice: z.string().min(1).max(300), // how to enter the address for its events in its own settings
  /** Its events carry a password in place of a signature over their bodies. */
  hasUnsignedBodies: z.literal(true).exactOptional(),
  /** Patterns by field that only credentials of test accounts match. */
  testCredentials: z.record(z.string(), z.instanceof(RegExp)),
  create: z.custom<(account: GatewayAccount) => Gateway>(isFunction, 'must be a function'),
})
export type GatewayConnector = z.output<typeof GatewayConnector>
