import { z } from 'zod'
import { Dollars, Rupees } from './money.ts'

/** A field of the player that an order must have: send it under its `name`. */
const PlayerField = z.object({
  name: z.enum(['playerId', 'zoneId']),
  label: z.string(), // as the game calls it
  options: z.array(z.string()), // one of these, where there are any
})

const product = {
  productId: z.string(),
  productName: z.string(),
  gameSlug: z.string(),
  gameName: z.string(),
  category: z.string(),
  isAvailable: z.boolean(),
  stock: z.int().nullable(), // null where it is endless or not told
  playerFields: z.array(PlayerField),
  isPlayerChecked: z.boolean(), // only players that the game knows are taken
  playerRegions: z.array(z.string()), // countries, as two letters; none is everywhere
  deliverySeconds: z.int().nullable(), // as half of the game's packs were lately
}

export const ApiProduct = z.discriminatedUnion('currency', [
  z.object({ ...product, currency: z.literal('INR'), price: Rupees }),
  z.object({ ...product, currency: z.literal('USD'), price: Dollars }),
])
export type ApiProduct = z.output<typeof ApiProduct>
