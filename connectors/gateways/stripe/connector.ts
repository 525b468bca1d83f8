import type { GatewayConnector } from '#connectors/gateways/gateway.ts'
import { createStripe } from './stripe.ts'

/** Stripe counts these in units other than hundredths, or doesn't take them. */
const NOT_TAKEN =
  'BHD BIF BTN CLP CUP DJF ERN GHS GNF IQD IRR JOD JPY KMF KRW KWD LYD MGA OMR PYG RWF SDG SSP SYP TMT TND VES VND ' +
  'VUV XAF XOF XPF'

export const connector: GatewayConnector = {
  api: 1,
  name: 'stripe',
  title: 'Stripe',
  version: '1.0.0',
  site: 'https://stripe.com',
  countries: [],
  methods: { rupees: ['upi', 'card'], foreign: ['card'] },
  currencies: { not: NOT_TAKEN.split(' ') },
  credentials: [
    {
      name: 'secretKey',
      label: 'Secret key',
      isSecret: true,
      hint: 'Begins with sk_test_ or sk_live_',
    },
    {
      name: 'webhookSecret',
      label: 'Webhook secret',
      isSecret: true,
      hint: 'Begins with whsec_',
    },
  ],
  addresses: { url: { url: 'https://api.stripe.com' } },
  testCredentials: { secretKey: /^(sk|rk)_test_/i },
  webhookAdvice:
    'In Stripe’s dashboard, add an endpoint with this address, for checkout sessions, charges, refunds and disputes. The secret it then signs with is the webhook secret above.',
  makesUpiCodes: false,
  sendsBack: true,
  create: ({ addresses: { url = '' }, credentials: { secretKey = '' }, webhookSecrets, now }) =>
    createStripe({ url, secretKey, webhookSecrets }, now),
}
