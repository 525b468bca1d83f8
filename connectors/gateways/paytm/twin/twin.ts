import type { Twin } from '#sandbox/find-twins.ts'
import { PAYTM } from './credentials.ts'
import { paytm } from './paytm.ts'

export const twin: Twin = {
  name: 'paytm',
  title: 'Paytm',
  credentials: PAYTM,
  addresses: { url: '/paytm' },
  createPlayer: paytm,
}
