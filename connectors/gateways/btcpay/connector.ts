import type { GatewayConnector } from '#connectors/gateways/gateway.ts'
import { createBtcpay } from './btcpay.ts'

export const connector: GatewayConnector = {
  api: 1,
  name: 'btcpay',
  title: 'BTCPay Server',
  version: '1.0.0',
  site: 'https://btcpayserver.org',
  countries: [],
  methods: { foreign: ['bitcoin'] },
  credentials: [
    {
      name: 'url',
      label: 'Server address',
      isSecret: false,
      hint: 'Of your own BTCPay Server',
    },
    { name: 'storeId', label: 'Store id', isSecret: false },
    {
      name: 'apiKey',
      label: 'API key',
      isSecret: true,
      hint: 'May create and view invoices',
    },
    { name: 'webhookSecret', label: 'Webhook secret', isSecret: true },
  ],
  addresses: {}, // the address of the server is a credential
  testCredentials: {}, // nothing tells
  settlementNote: 'Bitcoin is settled once it’s in your wallet.',
  webhookAdvice:
    'In BTCPay Server, add a webhook with this address to your store, for all events. The secret it then shows is the webhook secret above.',
  makesUpiCodes: false,
  sendsBack: false, // coins go where their owner says, which BTCPay Server can't know
  isOwnWallet: true,
  create({ credentials: { url = '', storeId = '', apiKey = '' }, webhookSecrets, now }) {
    return createBtcpay({ url, storeId, apiKey, webhookSecrets }, now)
  },
}
