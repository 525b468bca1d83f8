import type { GatewayMethod } from '#contract/money/gateways.ts'

/** Follows an amount or the name of the method. */
export const PAY_WITH: Record<GatewayMethod, string> = {
  upi: 'with any UPI app',
  card: 'with a credit or debit card',
  netbanking: 'from your bank account',
  'mobile-wallet': 'from a wallet app',
  'pay-later': 'with a pay-later account',
  paypal: 'from your PayPal account',
  bitcoin: 'from a Bitcoin wallet',
}
