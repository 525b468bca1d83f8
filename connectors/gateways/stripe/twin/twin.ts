import type { Twin } from '#sandbox/find-twins.ts'
import { STRIPE } from './credentials.ts'
import { stripe } from './stripe.ts'

export const twin: Twin = {
  name: 'stripe',
  title: 'Stripe',
  credentials: STRIPE,
  addresses: { url: '/stripe' },
  createPlayer: stripe,
}
