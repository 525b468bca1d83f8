import { z } from 'zod'
import { inCurrency } from '#contract/core/in-currency.ts'
import { OrderStatus } from '#contract/orders/order-status.ts'

/** The reseller's own name for an order. It stands for one order for ever. */
export const Reference = z
  .string('Please send your reference')
  .regex(/^[\w.:/-]{1,64}$/, 'A reference can have 1 to 64 letters, digits and . _ : / -')

/** A shop's own name for what it orders from its supplier. Shops that sell each other's packs know theirs by it. */
export const DispatchReference = z
  .string()
  .regex(/^D[A-Z0-9]{21}$/, 'This isn’t a reference of a shop')

const order = {
  _id: z.string(),
  reference: z.string().nullable(), // null for orders placed on the website
  invoiceId: z.string(),
  isTest: z.boolean(),
  status: OrderStatus,
  version: z.int(), // grows with every change; the highest is the newest
  heldFor: z.enum(['player', 'person']).nullable(), // who must act: you, to correct the player, or the shop
  productId: z.string(),
  productName: z.string(),
  gameName: z.string(),
  player: z.object({ playerId: z.string(), zoneId: z.string(), name: z.string() }),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  deliveredAt: z.iso.datetime().nullable(),
  hasCode: z.boolean().default(false), // has a code to redeem, shown by another call; missing in older stored answers
}

/** An order as API clients see it, and the `data` of its events. `price` is what the wallet paid. */
export const ApiOrder = inCurrency(({ amount }) => ({
  ...order,
  price: amount,
  refund: z.object({ amount, at: z.iso.datetime() }).nullable(),
}))
export type ApiOrder = z.output<typeof ApiOrder>

/** Test-mode players, and what becomes of an order for each. Orders for any other player are delivered at once. */
export const TEST_PLAYERS = {
  900000001:
    'The game doesn’t know this player. The order is refused if the game’s players are checked; otherwise it fails',
  900000002: 'The supplier refuses. The order fails and is refunded',
  900000003: 'The supplier doesn’t answer. After 30 seconds it turns out to have delivered',
  900000004:
    'The supplier doesn’t answer. After 30 seconds it turns out to have refused: the order fails and is refunded',
  900000005: 'The order is delivered after 20 seconds',
  900000006: 'The order is delivered. The supplier says so three times, and you get one event',
  900000007: 'The order waits for the shop’s staff, who deliver it after 2 minutes',
  900000008: 'The supplier is down. The order fails after a minute and is refunded',
} as const
