import type { Twin } from '#sandbox/find-twins.ts'
import { CASHFREE } from './credentials.ts'
import { cashfree } from './cashfree.ts'

export const twin: Twin = {
  name: 'cashfree',
  title: 'Cashfree',
  credentials: CASHFREE,
  addresses: { url: '/cashfree' },
  createPlayer: cashfree,
}
