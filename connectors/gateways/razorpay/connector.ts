import type { GatewayConnector } from '#connectors/gateways/gateway.ts'
import { createRazorpay } from './razorpay.ts'

export const connector: GatewayConnector = {
  api: 1,
  name: 'razorpay',
  title: 'Razorpay',
  version: '1.0.0',
  site: 'https://razorpay.com',
  countries: ['IN'],
  methods: { rupees: ['upi', 'card', 'netbanking', 'mobile-wallet'] },
  credentials: [
    {
      name: 'keyId',
      label: 'Key id',
      isSecret: false,
      hint: 'Begins with rzp_test_ or rzp_live_',
    },
    { name: 'keySecret', label: 'Key secret', isSecret: true },
    { name: 'webhookSecret', label: 'Webhook secret', isSecret: true },
  ],
  addresses: { url: { url: 'https://api.razorpay.com' } },
  testCredentials: { keyId: /^rzp_test_/i },
  webhookAdvice:
    'In Razorpay’s dashboard, add a webhook with this address and the webhook secret above, for all events of payment links, payments, refunds and disputes.',
  makesUpiCodes: true,
  sendsBack: true,
  create({ addresses: { url = '' }, credentials: { keyId = '', keySecret = '' }, webhookSecrets }) {
    return createRazorpay({ url, keyId, keySecret, webhookSecrets })
  },
}
