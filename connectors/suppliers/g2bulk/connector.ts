import { accountFields } from '#connectors/suppliers/account-fields.ts'
import type { SupplierConnector } from '#connectors/suppliers/supplier.ts'
import { createG2Bulk } from './g2bulk.ts'

export const connector: SupplierConnector = {
  api: 1,
  name: 'g2bulk',
  title: 'G2Bulk',
  version: '1.0.0',
  site: 'https://g2bulk.com/',
  countries: [],
  currencies: ['USD'],
  credentials: [{ name: 'apiKey', label: 'API key', isSecret: true }],
  addresses: {
    url: { url: 'https://api.g2bulk.com' },
  },
  tellsBalance: true,
  sendsCallbacks: true,
  findsPlayers: true,
  hints: {
    game: 'The game code, like mlbb.',
    region: 'Leave this empty.',
    product: 'The catalogue name.',
    callback: 'Nothing to enter: each order tells G2Bulk this address.',
  },
  create: (account) => createG2Bulk(accountFields(account, 'url', 'apiKey'), account.log),
}
