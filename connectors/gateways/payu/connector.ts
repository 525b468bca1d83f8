import type { GatewayConnector } from '#connectors/gateways/gateway.ts'
import { createPayU } from './payu.ts'

export const connector: GatewayConnector = {
  api: 1,
  name: 'payu',
  title: 'PayU',
  version: '1.0.0',
  site: 'https://payu.in',
  countries: ['IN'],
  methods: { rupees: ['upi', 'card', 'netbanking', 'mobile-wallet', 'pay-later'] },
  credentials: [
    { name: 'merchantKey', label: 'Merchant key', isSecret: false },
    { name: 'salt', label: 'Salt', isSecret: true },
    {
      name: 'merchantId',
      label: 'Merchant id',
      isSecret: false,
      hint: 'A number. Disputes need it',
      isOptional: true,
    },
    {
      name: 'disputeToken',
      label: 'Chargeback token',
      isSecret: true,
      hint: 'From PayU’s chargeback portal. Disputes need it',
      isOptional: true,
    },
  ],
  addresses: {
    url: {
      url: 'https://secure.payu.in',
      words: 'The address; `https://test.payu.in` for tests.',
      testHosts: ['test.payu.in', 'sandboxsecure.payu.in'],
    },
    apiUrl: {
      url: 'https://info.payu.in',
      words: 'The address for questions and refunds.',
      testHosts: ['test.payu.in', 'apitest.payu.in'],
    },
    disputesUrl: {
      url: 'https://bankportal.payu.in/api/v1/chargebacks',
      words: 'The address for disputes; `https://chbuat.payu.in/api/v1/chargebacks` for tests.',
    },
  },
  testCredentials: { merchantKey: /^(gtKFFx|JPM7Fg|rjQUPktU)$/ }, // keys from PayU's own documentation
  webhookAdvice:
    'In PayU’s dashboard, add a webhook with this address, for successful payments, failed payments, refunds and chargebacks.',
  makesUpiCodes: false,
  sendsBack: true,
  create({ addresses, credentials, now }) {
    const { url = '', apiUrl = '', disputesUrl = '' } = addresses
    const { merchantKey = '', salt = '', merchantId = '', disputeToken = '' } = credentials
    const portal = { url: disputesUrl, merchantId, token: disputeToken }
    return createPayU({ url, apiUrl, merchantKey, salt, portal }, now)
  },
}
