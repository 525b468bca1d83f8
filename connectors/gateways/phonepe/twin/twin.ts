import type { Twin } from '#sandbox/find-twins.ts'
import { PHONEPE } from './credentials.ts'
import { phonepe } from './phonepe.ts'

export const twin: Twin = {
  name: 'phonepe',
  title: 'PhonePe',
  credentials: PHONEPE,
  addresses: {
    url: '/phonepe',
    tokenUrl: '/phonepe',
    scriptUrl: '/phonepe/web/bundle/checkout.js',
  },
  createPlayer: phonepe,
}
