import { z } from 'zod'
import { inCurrency } from '#contract/core/in-currency.ts'

/** A player field that an order requires. Send it under its `name`. */
const PlayerField = z.object({
  name: z.enum(['playerId', 'zoneId']),
  label: z.string(), // the game's own name for it
  options: z.array(z.string()), // the only accepted values, if there are any
})

const product = {
  productId: z.string(),
  productName: z.string(),
  gameSlug: z.string(),
  gameName: z.string(),
  category: z.string(),
  isAvailable: z.boolean(),
  stock: z.int().nullable(), // null if unlimited or unknown
  playerFields: z.array(PlayerField),
  isPlayerChecked: z.boolean(), // only players known to the game are accepted
  playerRegions: z.array(z.string()), // two-letter country codes; empty for all countries
  deliverySeconds: z.int().nullable(), // the recent median for the game
}

export const ApiProduct = inCurrency(({ amount }) => ({ ...product, price: amount }))
export type ApiProduct = z.output<typeof ApiProduct>
