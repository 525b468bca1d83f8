import { accountFields } from '#connectors/suppliers/account-fields.ts'
import type { SupplierConnector } from '#connectors/suppliers/supplier.ts'
import { createDigiflazz } from './digiflazz.ts'

export const connector: SupplierConnector = {
  api: 1,
  name: 'digiflazz',
  title: 'Digiflazz',
  version: '1.0.0',
  site: 'https://digiflazz.com/',
  countries: ['ID'],
  currencies: ['IDR'],
  credentials: [
    { name: 'username', label: 'Username', isSecret: false },
    { name: 'apiKey', label: 'API key', isSecret: true },
    {
      name: 'webhookSecret',
      label: 'Webhook secret',
      isSecret: true,
      hint: 'Without it, the shop ignores callbacks from Digiflazz',
      isOptional: true,
    },
  ],
  addresses: {
    url: { url: 'https://api.digiflazz.com' },
  },
  tellsBalance: true,
  sendsCallbacks: true,
  findsPlayers: false,
  hints: {
    game: 'The brand.',
    region: 'Leave this empty.',
    product: 'The SKU.',
    callback:
      'In Digiflazz, open Atur Koneksi, API, Webhook, and enter this address with the webhook secret above. Orders name it too.',
  },
  create: (account) =>
    createDigiflazz(accountFields(account, 'url', 'username', 'apiKey', 'webhookSecret')),
}
