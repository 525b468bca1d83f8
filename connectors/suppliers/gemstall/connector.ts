import type { SupplierConnector } from '#connectors/suppliers/supplier.ts'
import { TEST_KEY } from './gemstall-call.ts'
import { createGemstall } from './gemstall.ts'

/** Another shop of this kind, through its API for resellers. */
export const connector: SupplierConnector = {
  api: 1,
  name: 'gemstall',
  title: 'Gemstall',
  version: '1.0.0',
  countries: [],
  currencies: [],
  credentials: [
    {
      name: 'url',
      label: 'Address of the shop',
      isSecret: false,
      isAddress: true,
      hint: 'Such as https://shop.example',
    },
    {
      name: 'apiKey',
      label: 'API key',
      isSecret: true,
      hint: 'Of your reseller account there, with the scopes read and orders',
    },
    {
      name: 'currency',
      label: 'Currency',
      isSecret: false,
      isOptional: true,
      hint: 'Of the wallet there that pays, such as USD. INR by default',
    },
    {
      name: 'webhookSecret',
      label: 'Webhook secret',
      isSecret: true,
      isOptional: true,
      hint: 'Without it, the shop ignores webhooks and asks about each order',
    },
  ],
  addresses: {},
  testCredentials: { apiKey: TEST_KEY },
  tellsBalance: true,
  sendsCallbacks: true,
  findsPlayers: true,
  hints: {
    game: 'The last part of the address of the game’s page there, like mobile-legends.',
    region: 'Leave this empty.',
    product: 'The product ID.',
    callback: 'In that shop, under API service → Webhooks, add a webhook with this address.',
  },
  create: createGemstall,
}
