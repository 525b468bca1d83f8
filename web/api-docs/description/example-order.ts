import { EXAMPLE_ORDER, EXAMPLE_PLAYER, EXAMPLE_PRODUCT, EXAMPLE_REFERENCE } from './calls.ts'
import type { CallWords } from './calls.ts'

export const ENDED = '2026-11-20T09:30:07.412Z'

export const ORDER = {
  _id: EXAMPLE_ORDER,
  reference: EXAMPLE_REFERENCE,
  invoiceId: 'GS-20261120-7QK4MZ',
  isTest: true,
  status: 'processing',
  version: 1,
  heldFor: null,
  productId: EXAMPLE_PRODUCT,
  productName: '60 Opals',
  gameName: 'Moonfall Arena',
  player: { playerId: EXAMPLE_PLAYER, zoneId: '', name: 'Asha' },
  createdAt: '2026-11-20T09:30:00.000Z',
  endedAt: null,
  deliveredAt: null,
  hasCode: false,
  currency: 'INR',
  price: 75,
  refund: null,
} satisfies CallWords['findApiOrder']['output']

export const DELIVERED = {
  ...ORDER,
  status: 'completed',
  version: 2,
  endedAt: ENDED,
  deliveredAt: ENDED,
} satisfies CallWords['findApiOrder']['output']
