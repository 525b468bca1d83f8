import { z } from 'zod'
import { Credential, CredentialSource } from '#contract/core/credentials.ts'
import { Currency } from '#contract/core/money.ts'
import { GatewayMethod, GatewayName, OfferedMethods } from './gateways.ts'

/** Fees of a gateway for payments in a currency by a method. */
export const WayCost = z.object({
  gateway: GatewayName,
  currency: Currency,
  method: GatewayMethod,
  percent: z.number(), // of the amount, with tax
  payments: z.int(), // that were settled in the last 60 days
})
export type WayCost = z.output<typeof WayCost>

/** A gateway in the back office. Secrets are never sent back. */
export const PaymentGateway = z.object({
  name: GatewayName,
  title: z.string(),
  isActive: z.boolean(), // the first choice for new payments
  standIn: z.int().nullable(), // its turn, from 1, while the first choice is in trouble; null if it is no stand-in
  takesRupees: z.boolean(),
  takesForeign: z.boolean(), // other currencies than rupees
  foreignTurn: z.int().nullable(), // its turn for payments in other currencies, from 1; null if it takes none
  moreMethods: z.array(GatewayMethod), // can be offered for rupees, besides UPI
  offered: z.array(GatewayMethod), // the methods among these that customers are offered
  makesUpiCodes: z.boolean(), // can make UPI codes for the shop's own page
  showsUpiCodes: z.boolean(), // its customers pay by a UPI code on the shop's own page
  isReady: z.boolean(), // all credentials are set
  costs: z.array(WayCost), // measured; methods without settled payments are missing
  trouble: z.string(), // what is wrong with it; empty if nothing is, or if it takes no payments
  missing: z.array(z.string()), // labels of missing credentials
  source: CredentialSource,
  credentials: z.array(Credential),
  webhookAdvice: z.string().default(''), // how to enter the address
  webhookUrl: z.string(), // to enter in the gateway's own settings
  lastWebhookAt: z.iso.datetime().nullable(),
})
export type PaymentGateway = z.output<typeof PaymentGateway>

/** `others` can't be the first choice, because they take no rupees. */
export const PaymentGateways = z.object({
  gateways: z.array(PaymentGateway),
  others: z.array(PaymentGateway),
  cheapestFirst: z.boolean(), // a payment goes to the gateway where its method has cost least
})

const NAMES_MAX = 100
const Names = z.array(GatewayName).max(NAMES_MAX)

export const GatewayChoice = z.strictObject({
  active: GatewayName.nullable(),
  standIns: Names.exactOptional(),
  foreign: Names.exactOptional(),
  upiCodes: Names.exactOptional(),
  offered: OfferedMethods.exactOptional(),
  cheapestFirst: z.boolean().exactOptional(),
})
