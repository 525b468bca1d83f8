import { z } from 'zod'
import type { Currency } from '#contract/core/money.ts'
import { open, secret, type CredentialField } from '#contract/core/credentials.ts'

export const GATEWAYS = [
  'razorpay',
  'cashfree',
  'phonepe',
  'payu',
  'paytm',
  'stripe',
  'paypal',
  'btcpay',
] as const
export const GatewayName = z.enum(GATEWAYS)
export type GatewayName = z.output<typeof GatewayName>

export const GATEWAY_TITLES = {
  razorpay: 'Razorpay',
  cashfree: 'Cashfree',
  phonepe: 'PhonePe',
  payu: 'PayU',
  paytm: 'Paytm',
  stripe: 'Stripe',
  paypal: 'PayPal',
  btcpay: 'BTCPay Server',
} as const satisfies Record<GatewayName, string>

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

type Methods = readonly [GatewayMethod, ...GatewayMethod[]]

/**
 * The methods that the shop can ask each gateway for, in rupees and in other currencies. Every account has the first
 * one. The shop's owner offers the others, because each must be activated for the account at the gateway.
 */
const METHODS: Record<GatewayName, { rupees?: Methods; foreign?: Methods }> = {
  razorpay: { rupees: ['upi', 'card', 'netbanking', 'mobile-wallet'] },
  cashfree: { rupees: ['upi', 'card', 'netbanking', 'mobile-wallet'] },
  phonepe: { rupees: ['upi', 'card', 'netbanking'] },
  payu: { rupees: ['upi', 'card', 'netbanking', 'mobile-wallet', 'pay-later'] },
  paytm: { rupees: ['upi', 'card', 'netbanking', 'mobile-wallet', 'pay-later'] },
  stripe: { rupees: ['upi', 'card'], foreign: ['card'] },
  paypal: { foreign: ['paypal'] },
  btcpay: { foreign: ['bitcoin'] },
}

const toSet = (codes: string) => new Set(codes.split(' '))

/** Stripe counts these in units other than hundredths, or doesn't take them. */
const NOT_AT_STRIPE = toSet(
  'BHD BIF BTN CLP CUP DJF ERN GHS GNF IQD IRR JOD JPY KMF KRW KWD LYD MGA OMR PYG RWF SDG SSP SYP TMT TND VES VND ' +
    'VUV XAF XOF XPF',
)
const AT_PAYPAL = toSet(
  'USD AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD',
)

function takes(name: GatewayName, currency: Currency): boolean {
  if (name === 'stripe') return !NOT_AT_STRIPE.has(currency)
  return name === 'paypal' ? AT_PAYPAL.has(currency) : true
}

/** The methods of a gateway in a currency. Empty if it doesn't take the currency. */
export function gatewayMethods(name: GatewayName, currency: Currency): readonly GatewayMethod[] {
  const { rupees, foreign } = METHODS[name]
  return (currency === 'INR' ? rupees : takes(name, currency) ? foreign : undefined) ?? []
}

/** The methods of a gateway that the shop's owner may offer for rupees, besides the first one. */
export const moreMethodsOf = (name: GatewayName): readonly GatewayMethod[] =>
  gatewayMethods(name, 'INR').slice(1)

export const OfferedMethods = z.partialRecord(
  GatewayName,
  z.array(GatewayMethod).max(GatewayMethod.options.length),
)
export type OfferedMethods = z.output<typeof OfferedMethods>

/** Gateways that can be the first choice, because they take rupees. */
export const UPI_GATEWAYS: readonly GatewayName[] = GATEWAYS.filter((name) => METHODS[name].rupees)

/** Gateways that take other currencies than rupees. */
export const FOREIGN_GATEWAYS: readonly GatewayName[] = GATEWAYS.filter(
  (name) => METHODS[name].foreign,
)

/** Gateways whose API returns the text of a UPI code. The others show theirs on their own page, or only as a picture. */
export const MAKES_UPI_CODES: Record<GatewayName, boolean> = {
  razorpay: true,
  cashfree: true,
  phonepe: false,
  payu: false,
  paytm: true,
  stripe: false,
  paypal: false,
  btcpay: false,
}

/** Gateways that send money back to its source. Coins go where their owner says, which BTCPay Server can't know. */
export const SENDS_BACK: Record<GatewayName, boolean> = {
  razorpay: true,
  cashfree: true,
  phonepe: true,
  payu: true,
  paytm: true,
  stripe: true,
  paypal: true,
  btcpay: false,
}

export const CREDENTIAL_FIELDS: Record<GatewayName, CredentialField[]> = {
  razorpay: [
    open('keyId', 'Key id', 'Begins with rzp_test_ or rzp_live_'),
    secret('keySecret', 'Key secret'),
    secret('webhookSecret', 'Webhook secret'),
  ],
  cashfree: [open('clientId', 'Client id'), secret('clientSecret', 'Client secret')],
  phonepe: [
    open('merchantId', 'Merchant id'),
    open('clientId', 'Client id'),
    secret('clientSecret', 'Client secret'),
    open('clientVersion', 'Client version', 'A number; 1 for test accounts'),
    open('webhookUsername', 'Webhook username', '5 to 20 letters, digits and _'),
    secret('webhookPassword', 'Webhook password', '8 to 20 letters and digits'),
  ],
  payu: [
    open('merchantKey', 'Merchant key'),
    secret('salt', 'Salt'),
    { ...open('merchantId', 'Merchant id', 'A number. Disputes need it'), isOptional: true },
    {
      ...secret(
        'disputeToken',
        'Chargeback token',
        'From PayU’s chargeback portal. Disputes need it',
      ),
      isOptional: true,
    },
  ],
  paytm: [
    open('merchantId', 'Merchant id'),
    secret('merchantKey', 'Merchant key', '16 characters'),
    open('website', 'Website', 'DEFAULT, or WEBSTAGING for test accounts'),
  ],
  stripe: [
    secret('secretKey', 'Secret key', 'Begins with sk_test_ or sk_live_'),
    secret('webhookSecret', 'Webhook secret', 'Begins with whsec_'),
  ],
  paypal: [
    open('clientId', 'Client id'),
    secret('clientSecret', 'Client secret'),
    open('webhookId', 'Webhook id', 'From the webhook that you add in PayPal’s dashboard'),
  ],
  btcpay: [
    open('url', 'Server address', 'Of your own BTCPay Server'),
    open('storeId', 'Store id'),
    secret('apiKey', 'API key', 'May create and view invoices'),
    secret('webhookSecret', 'Webhook secret'),
  ],
}

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
