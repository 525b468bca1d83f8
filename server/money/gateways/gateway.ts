import type { IncomingHttpHeaders } from 'node:http'
import type { CustomerNeed } from '#contract/payment-needs.ts'

/** Where one pays. What is not a plain link is led to by a page of the shop's own: `pay-page.ts`. */
export type PayPage =
  | { is: 'link'; url: string }
  | { is: 'form'; action: string; fields: Record<string, string> }
  | { is: 'script'; src: string; url: string } // a script of the gateway's that opens the url

/** A payment as its gateway knows it. Amounts are in paise, times in the shop's clock. */
type Named = {
  reference: string // ours
  gatewayId: string | null // what the gateway calls it, where it does
}

export type Opening = {
  reference: string
  amount: number
  words: string // what is paid for: plain letters, at most 80
  customer: { id: string; fullName: string; email: string | null; phone: string | null }
  returnUrl: string
  webhookUrl: string
  expiresAt: Date // at least 16 minutes ahead
}

export type Opened = { gatewayId: string | null; page: PayPage }

/** Money that the gateway has. */
export type Captured = {
  id: string // the gateway's own, the same however often it is asked
  amount: number // in minor units of its currency
  currency: string // in capital letters
  bankReference: string | null // a UTR where there is one
  at: Date | null
}

/**
 * State of a payment at its gateway. `unknown`: the gateway has never heard of it. An open one may have a failed try: its
 * customer can try again on the same page.
 */
export type Standing = {
  is: 'open' | 'paid' | 'failed' | 'unknown'
  captured: Captured[]
  hasFailedTry?: true
}

export type RefundAsked = {
  reference: string // ours, of this refund
  amount: number
  note: string
  payment: Named & { amount: number; captureId: string } // the capture's id at the gateway
}

/** `unknown` is one that the gateway has never heard of, so that it may be sent. */
export type RefundStanding = {
  is: 'asked' | 'done' | 'failed' | 'unknown'
  gatewayId: string | null
  bankReference: string | null
  reason: string // why it failed, in the gateway's words
}

export type Message = { headers: IncomingHttpHeaders; body: Buffer; now: Date }

/** A line of the gateway's own books. */
export type Booked = {
  reference: string | null // ours, where it knows it
  captureId: string
  amount: number
  currency: string
  refunded: number
}

/**
 * A company that takes money for the shop. What it answers is told; whatever else happens (it is away, it is broken, the
 * credentials are wrong) is thrown, and says nothing about the payment.
 */
export type Gateway = {
  /** Facts that a customer must have given before a payment is opened. Left out if none are needed. */
  needs?: readonly CustomerNeed[]
  /** Sent again with the same reference it answers the same page, or throws; never is there a second payment. */
  open(asked: Opening): Promise<Opened>
  ask(payment: Named): Promise<Standing>
  /** So that nobody pays any more, where it can be done. */
  close?(payment: Named): Promise<void>
  /** The references, payments' or refunds', that a message from the gateway is about; null when it is not from there. */
  readWebhook(message: Message): string[] | null
  /** Reads the signed part of a webhook where the signature doesn't cover every byte. Messages with the same part count once. */
  signedPart?(body: Buffer): string
  /** References in a message that the gateway sends without a signature. Null for every other message. */
  readUnsigned?(body: Buffer): string[] | null
  /** Whether what a browser came back with was written by the gateway. Missing where nothing is signed. */
  isFromGateway?(fields: Record<string, string>): boolean
  /** Sent again with the same reference it is still one refund. */
  refund(asked: RefundAsked): Promise<RefundStanding>
  askRefund(asked: RefundAsked & { gatewayRefundId: string | null }): Promise<RefundStanding>
  /** All that was captured from one moment to another. Missing where the gateway has no such list. */
  listCaptured?(from: Date, to: Date): Promise<Booked[]>
  /** Something harmless that only the right credentials may ask; words when they are wrong, null when they are right. */
  check(): Promise<string | null>
}
