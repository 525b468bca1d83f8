import { accountFields } from '#connectors/suppliers/account-fields.ts'
import type { SupplierConnector } from '#connectors/suppliers/supplier.ts'
import { createMooGold } from './moogold.ts'

export const connector: SupplierConnector = {
  api: 1,
  name: 'moogold',
  title: 'MooGold',
  version: '1.0.0',
  site: 'https://moogold.com/',
  countries: [],
  currencies: ['USD'],
  credentials: [
    { name: 'partnerId', label: 'Partner id', isSecret: false },
    { name: 'secretKey', label: 'Secret key', isSecret: true },
  ],
  addresses: {
    url: { url: 'https://moogold.com' },
  },
  tellsBalance: true,
  sendsCallbacks: true,
  findsPlayers: true,
  hints: {
    game: 'The product id.',
    region: 'Leave this empty.',
    product: 'The variation id.',
    callback:
      'Send this address to your MooGold account manager, who registers it as your callback URL.',
  },
  create: (account) =>
    createMooGold(accountFields(account, 'url', 'partnerId', 'secretKey'), account.now),
}
