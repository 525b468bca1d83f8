import { accountFields } from '#connectors/suppliers/account-fields.ts'
import type { SupplierConnector } from '#connectors/suppliers/supplier.ts'
import { createSmileOne } from './smileone.ts'

export const connector: SupplierConnector = {
  api: 1,
  name: 'smileone',
  title: 'Smile.One',
  version: '1.0.0',
  site: 'https://www.smile.one/',
  countries: [],
  currencies: ['SmileCoin'],
  credentials: [
    { name: 'uid', label: 'UID', isSecret: false },
    { name: 'email', label: 'Email', isSecret: false },
    { name: 'key', label: 'Key', isSecret: true },
  ],
  addresses: {
    url: { url: 'https://www.smile.one' },
  },
  tellsBalance: true,
  sendsCallbacks: false,
  findsPlayers: true,
  hints: {
    game: 'The product code, like mobilelegends.',
    region: 'Empty, or br, ph or ru.',
    product: 'An id; several make one pack: 13&23.',
  },
  create: (account) =>
    createSmileOne(accountFields(account, 'url', 'uid', 'email', 'key'), account.now),
}
