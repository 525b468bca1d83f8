import type { Twin } from '#sandbox/find-twins.ts'
import { BTCPAY } from './credentials.ts'
import { btcpay } from './btcpay.ts'

export const twin: Twin = {
  name: 'btcpay',
  title: 'BTCPay Server',
  credentials: BTCPAY,
  addresses: { url: '/btcpay' }, // a credential, because each shop has its own server
  createPlayer: btcpay,
}
