import type { Twin } from '#sandbox/find-twins.ts'
import { PAYPAL } from './credentials.ts'
import { paypal } from './paypal.ts'

export const twin: Twin = {
  name: 'paypal',
  title: 'PayPal',
  credentials: PAYPAL,
  addresses: { url: '/paypal' },
  createPlayer: paypal,
}
