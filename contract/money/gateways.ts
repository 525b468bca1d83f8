import { z } from 'zod'
import { ConnectorName } from '#contract/core/connectors.ts'

export const GatewayName = ConnectorName
export type GatewayName = z.output<typeof GatewayName>

/** How customers pay through a gateway. */
export const GatewayMethod = z.enum([
  'upi',
  'card',
  'netbanking',
  'mobile-wallet',
  'pay-later',
  'paypal',
  'bitcoin',
])
export type GatewayMethod = z.output<typeof GatewayMethod>

export const METHOD_NAMES: Record<GatewayMethod, string> = {
  upi: 'UPI',
  card: 'Card',
  netbanking: 'Net banking',
  'mobile-wallet': 'Mobile wallet',
  'pay-later': 'Pay later',
  paypal: 'PayPal',
  bitcoin: 'Bitcoin',
}

/** The methods that each gateway offers for rupees, besides its first one. */
export const OfferedMethods = z.record(
  GatewayName,
  z.array(GatewayMethod).max(GatewayMethod.options.length),
)
export type OfferedMethods = z.output<typeof OfferedMethods>

/** The gateway's payment page. Clients read both spellings; the shop writes the first. */
export const PaymentPage = z.object({
  payment_url: z.url({ protocol: /^https?$/ }).exactOptional(),
  paymentUrl: z.url({ protocol: /^https?$/ }).exactOptional(),
})

export const PaymentPurpose = z.enum(['order', 'top-up'])
export const PaymentState = z.enum(['open', 'paid', 'failed'])
export const SettledAs = z.enum([
  'order', // paid for its order
  'top-up', // was meant for the wallet
  'late', // came after its order had ended: it is in the wallet
  'other amount', // not what was asked for: it is in the wallet
  'second', // came after its order was paid: it is in the wallet
  'unclaimed', // its customer's account is deleted: the shop keeps it for them
])
export type SettledAs = z.output<typeof SettledAs>
export const RefundState = z.enum(['asked', 'done', 'failed'])
