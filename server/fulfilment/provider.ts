/** What a game is called at its provider, and in which country or wallet it is sold there. */
export type GameThere = { game: string; region: string }

type PlayerSought = GameThere & {
  serviceId: string // any pack of the game there; empty where none is known
  playerId: string
  zoneId: string // empty where the game has none
}

export type PlayerVerdict = { is: 'known'; name: string } | { is: 'unknown' } | { is: 'elsewhere' } // the player is of a country that this source may not deliver to

/** A pack as its provider sells it: what it costs the shop is in the provider's own words. */
type Product = {
  id: string
  name: string
  cost: string
  currency: string
  isAvailable: boolean
}

/**
 * A company that delivers packs. What it answers is told; whatever else happens is thrown, as it
 * says nothing about the player or the pack.
 */
export type Provider = {
  listProducts(there: GameThere): Promise<Product[]>
  /** What the shop has left to spend there; missing where the provider does not tell. */
  readBalance?(): Promise<{ amount: string; currency: string }>
  /** Missing where the provider does not know players. */
  validatePlayer?(player: PlayerSought): Promise<PlayerVerdict>
}
