import type { Twin } from '#sandbox/find-twins.ts'
import { PAYU } from './credentials.ts'
import { payu } from './payu.ts'

export const twin: Twin = {
  name: 'payu',
  title: 'PayU',
  credentials: PAYU,
  addresses: {
    url: '/payu',
    apiUrl: '/payu',
    disputesUrl: '/payu/api/v1/chargebacks',
  },
  createPlayer: payu,
}
