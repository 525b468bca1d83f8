import { accountFields } from '#connectors/suppliers/account-fields.ts'
import type { SupplierConnector } from '#connectors/suppliers/supplier.ts'
import { createUniPin } from './unipin.ts'

export const connector: SupplierConnector = {
  api: 1,
  name: 'unipin',
  title: 'UniPin',
  version: '1.0.0',
  site: 'https://www.unipin.com/',
  countries: [],
  currencies: [],
  credentials: [
    { name: 'partnerId', label: 'Partner id', isSecret: false },
    { name: 'secretKey', label: 'Secret key', isSecret: true },
  ],
  addresses: {
    url: {
      url: 'https://api.unipin.com',
      words: 'The address; `https://dev-api.unipin.com` for tests.',
      testHosts: ['dev-api.unipin.com'],
    },
  },
  tellsBalance: false,
  sendsCallbacks: false,
  findsPlayers: true,
  hints: {
    game: 'The game code.',
    region: 'Leave this empty.',
    product: 'The denomination id.',
  },
  create: (account) =>
    createUniPin(accountFields(account, 'url', 'partnerId', 'secretKey'), account.now),
}
