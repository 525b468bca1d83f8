import type { GatewayConnector } from '#connectors/gateways/gateway.ts'
import { createPayPal } from './paypal.ts'

const TAKEN =
  'USD AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD'

export const connector: GatewayConnector = {
  api: 1,
  name: 'paypal',
  title: 'PayPal',
  version: '1.0.0',
  site: 'https://www.paypal.com',
  countries: [],
  methods: { foreign: ['paypal'] },
  currencies: { only: TAKEN.split(' ') },
  credentials: [
    { name: 'clientId', label: 'Client id', isSecret: false },
    { name: 'clientSecret', label: 'Client secret', isSecret: true },
    {
      name: 'webhookId',
      label: 'Webhook id',
      isSecret: false,
      hint: 'From the webhook that you add in PayPal’s dashboard',
    },
  ],
  addresses: {
    url: {
      url: 'https://api-m.paypal.com',
      words: 'The address; `https://api-m.sandbox.paypal.com` for tests.',
      testHosts: ['api-m.sandbox.paypal.com', 'api.sandbox.paypal.com'],
    },
  },
  testCredentials: {}, // the address tells
  settlementNote: 'PayPal settles into its balance, and only withdrawals reach the bank.',
  webhookAdvice:
    'In PayPal’s dashboard, add a webhook with this address to your app, for checkout orders, captures, refunds and disputes. The id it then shows is the webhook id above.',
  makesUpiCodes: false,
  sendsBack: true,
  create({ addresses: { url = '' }, credentials, now }) {
    const { clientId = '', clientSecret = '', webhookId = '' } = credentials
    return createPayPal({ url, clientId, clientSecret, webhookId }, now)
  },
}
