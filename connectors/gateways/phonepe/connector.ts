import type { GatewayConnector } from '#connectors/gateways/gateway.ts'
import { createPhonePe } from './phonepe.ts'

export const connector: GatewayConnector = {
  api: 1,
  name: 'phonepe',
  title: 'PhonePe',
  version: '1.0.0',
  site: 'https://www.phonepe.com',
  countries: ['IN'],
  methods: { rupees: ['upi', 'card', 'netbanking'] },
  credentials: [
    { name: 'merchantId', label: 'Merchant id', isSecret: false },
    { name: 'clientId', label: 'Client id', isSecret: false },
    { name: 'clientSecret', label: 'Client secret', isSecret: true },
    {
      name: 'clientVersion',
      label: 'Client version',
      isSecret: false,
      hint: 'A number; 1 for test accounts',
    },
    {
      name: 'webhookUsername',
      label: 'Webhook username',
      isSecret: false,
      hint: '5 to 20 letters, digits and _',
    },
    {
      name: 'webhookPassword',
      label: 'Webhook password',
      isSecret: true,
      hint: '8 to 20 letters and digits',
    },
  ],
  addresses: {
    url: {
      url: 'https://api.phonepe.com/apis/pg',
      testHosts: ['api-preprod.phonepe.com'],
    },
    tokenUrl: {
      url: 'https://api.phonepe.com/apis/identity-manager',
      words: 'The address for access tokens.',
      testHosts: ['api-preprod.phonepe.com'],
    },
    scriptUrl: {
      url: 'https://mercury.phonepe.com/web/bundle/checkout.js',
      words: 'The script of its payment page.',
      testHosts: ['mercury-stg.phonepe.com', 'mercury-uat.phonepe.com'],
    },
  },
  testCredentials: { merchantId: /^PGTEST|UAT/i, clientId: /^TEST|UAT/i },
  settlementNote:
    'PhonePe tells only the sum of each settlement, so its payments count as not settled, and its fees aren’t known.',
  webhookAdvice:
    'In PhonePe’s dashboard, add a webhook with this address and the username and password above, for orders, refunds and disputes.',
  hasUnsignedBodies: true,
  makesUpiCodes: false,
  sendsBack: true,
  create({ addresses, credentials, now }) {
    const { url = '', tokenUrl = '', scriptUrl = '' } = addresses
    const { merchantId = '', clientId = '', clientSecret = '', clientVersion = '' } = credentials
    const { webhookUsername = '', webhookPassword = '' } = credentials
    const client = { clientId, clientSecret, clientVersion }
    const webhook = { webhookUsername, webhookPassword }
    return createPhonePe({ url, tokenUrl, scriptUrl, merchantId, ...client, ...webhook }, now)
  },
}
