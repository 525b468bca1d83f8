import type { GatewayConnector } from '#connectors/gateways/gateway.ts'
import { createCashfree } from './cashfree.ts'

export const connector: GatewayConnector = {
  api: 1,
  name: 'cashfree',
  title: 'Cashfree',
  version: '1.0.0',
  site: 'https://www.cashfree.com',
  countries: ['IN'],
  methods: { rupees: ['upi', 'card', 'netbanking', 'mobile-wallet'] },
  credentials: [
    { name: 'clientId', label: 'Client id', isSecret: false },
    { name: 'clientSecret', label: 'Client secret', isSecret: true },
  ],
  addresses: {
    url: {
      url: 'https://api.cashfree.com',
      words: 'The address; `https://sandbox.cashfree.com` for tests.',
      testHosts: ['sandbox.cashfree.com', 'test.cashfree.com'],
    },
  },
  testCredentials: { clientId: /^TEST/i, clientSecret: /^(cfsk_ma_test_|TEST)/i },
  webhookAdvice:
    'In Cashfree’s dashboard, add a webhook with this address, for payments, payment links, refunds and disputes.',
  makesUpiCodes: true,
  sendsBack: true,
  create: ({ addresses: { url = '' }, credentials: { clientId = '', clientSecret = '' } }) =>
    createCashfree({ url, clientId, clientSecret }),
}
