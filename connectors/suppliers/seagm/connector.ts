import { accountFields } from '#connectors/suppliers/account-fields.ts'
import type { SupplierConnector } from '#connectors/suppliers/supplier.ts'
import { createSeagm } from './seagm.ts'

export const connector: SupplierConnector = {
  api: 1,
  name: 'seagm',
  title: 'SEAGM',
  version: '1.0.0',
  site: 'https://www.seagm.com/',
  countries: [],
  currencies: ['USD'],
  credentials: [
    { name: 'uid', label: 'UID', isSecret: false },
    { name: 'secretKey', label: 'Secret key', isSecret: true },
  ],
  addresses: {
    url: {
      url: 'https://openapi.seagm.com',
      words: 'The address; `https://openapi.seagm.io` for tests.',
      testHosts: ['openapi.seagm.io'],
    },
  },
  tellsBalance: true,
  sendsCallbacks: true,
  findsPlayers: false,
  hints: {
    game: 'The recharge category id.',
    region: 'Leave this empty.',
    product: 'The type id.',
    callback: 'Give this address to SEAGM as the callback URL of your Open API account.',
  },
  create: (account) => createSeagm(accountFields(account, 'url', 'uid', 'secretKey'), account.now),
}
