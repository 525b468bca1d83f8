import { accountFields } from '#connectors/suppliers/account-fields.ts'
import type { SupplierConnector } from '#connectors/suppliers/supplier.ts'
import { createLapakgaming } from './lapakgaming.ts'

export const connector: SupplierConnector = {
  api: 1,
  name: 'lapakgaming',
  title: 'Lapakgaming',
  version: '1.0.0',
  site: 'https://www.lapakgaming.com/',
  countries: [],
  currencies: ['IDR'],
  credentials: [{ name: 'apiKey', label: 'API key', isSecret: true }],
  addresses: {
    url: {
      url: 'https://www.lapakgaming.com',
      words: 'The address; `https://dev.lapakgaming.com` for tests.',
      testHosts: ['dev.lapakgaming.com'],
    },
  },
  tellsBalance: true,
  sendsCallbacks: true,
  findsPlayers: false,
  hints: {
    game: 'The category code.',
    region: 'A country, like id or my.',
    product: 'The product code.',
    callback: 'Nothing to enter: each order tells Lapakgaming this address.',
  },
  create: (account) => createLapakgaming(accountFields(account, 'url', 'apiKey')),
}
