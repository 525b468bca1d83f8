import { z } from 'zod'
import {
  CheckOutcome,
  Credential,
  CredentialChange,
  CredentialSource,
} from '#contract/core/credentials.ts'
import { endpoint, NoInput } from '#contract/core/endpoint.ts'
import { GatewayName, GATEWAYS } from './gateways.ts'

/** A gateway in the back office. Secrets are never sent back. */
export const PaymentGateway = z.object({
  name: GatewayName,
  title: z.string(),
  isActive: z.boolean(), // the first choice for new payments
  standIn: z.int().nullable(), // its turn, from 1, while the first choice is in trouble; null if it is no stand-in
  isReady: z.boolean(), // all credentials are set
  trouble: z.string(), // what is wrong with it; empty if nothing is, or if it takes no payments
  missing: z.array(z.string()), // labels of missing credentials
  source: CredentialSource,
  credentials: z.array(Credential),
  webhookUrl: z.string(), // to enter in the gateway's own settings
  lastWebhookAt: z.iso.datetime().nullable(),
})
export type PaymentGateway = z.output<typeof PaymentGateway>

export const listPaymentGateways = endpoint({
  method: 'GET',
  path: '/payment-gateway',
  access: 'admin',
  message: '',
  input: NoInput,
  output: z.object({ gateways: z.array(PaymentGateway) }),
})

/**
 * Chooses the gateway for new payments. Payments begun on another still settle. Null stops taking payments. `standIns`
 * take them, the first one first, while the chosen gateway is in trouble; left out, they stay as they are.
 */
export const choosePaymentGateway = endpoint({
  method: 'PUT',
  path: '/payment-gateway',
  access: 'admin',
  confirm: true,
  message: 'Payment gateways saved',
  input: z.strictObject({
    active: GatewayName.nullable(),
    standIns: z.array(GatewayName).max(GATEWAYS.length).exactOptional(),
  }),
  output: z.object({ gateways: z.array(PaymentGateway) }),
})

/**
 * Edits credentials. Those that are not sent stay as they are. If all are sent empty, the back office's credentials are
 * deleted.
 */
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
