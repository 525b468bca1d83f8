import type { GatewayConnector } from '#connectors/gateways/gateway.ts'
import { createPaytm } from './paytm.ts'

export const connector: GatewayConnector = {
  api: 1,
  name: 'paytm',
  title: 'Paytm',
  version: '1.0.0',
  site: 'https://business.paytm.com',
  countries: ['IN'],
  methods: { rupees: ['upi', 'card', 'netbanking', 'mobile-wallet', 'pay-later'] },
  credentials: [
    { name: 'merchantId', label: 'Merchant id', isSecret: false },
    { name: 'merchantKey', label: 'Merchant key', isSecret: true, hint: '16 characters' },
    {
      name: 'website',
      label: 'Website',
      isSecret: false,
      hint: 'DEFAULT, or WEBSTAGING for test accounts',
    },
  ],
  addresses: {
    url: {
      url: 'https://secure.paytmpayments.com',
      words: 'The address; `https://securestage.paytmpayments.com` for tests.',
      testHosts: ['securestage.paytmpayments.com', 'securegw-stage.paytm.in'],
    },
  },
  testCredentials: { website: /STAGING/i },
  webhookAdvice:
    'In Paytm’s dashboard, enter this address where it asks for the one to notify, for payments and for refunds. Ask Paytm to send chargeback notices to it too.',
  makesUpiCodes: true,
  sendsBack: true,
  create({ addresses: { url = '' }, credentials }) {
    const { merchantId = '', merchantKey = '', website = '' } = credentials
    return createPaytm({ url, merchantId, merchantKey, website })
  },
}
