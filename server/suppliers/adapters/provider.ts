import type { IncomingHttpHeaders } from 'node:http'

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

/** One product for one player, asked of a provider under a reference of ours. A pack of several products has several. */
export type Parcel = GameThere & {
  reference: string // `D` and 21 letters or digits, or a UUID where the provider insists: made once, kept with the attempt
  serviceId: string // one of the provider's products
  playerId: string
  zoneId: string // empty where the game has none
  callbackUrl: string
  buyerAddress: string | null // where the buyer's browser is; null where it is not known, or erased
  providerOrderId: string | null // what the provider calls it, once it has said so
  firstSentAt: Date | null // null before the first try
}

/** Why a provider will not deliver, as far as it says so. */
export type RefusedFor = 'player' | 'stock' | 'balance' | 'price' | 'product' | 'other'

export type Dispatch = { providerOrderId: string | null; words: string } & (
  | { is: 'delivered'; cost: { amount: string; currency: string } | null; codes?: string[] }
  | { is: 'pending' } // accepted: it will be delivered or refused
  | { is: 'refused'; why: RefusedFor } // for good: nothing was taken, and nothing will come
  | { is: 'not sent' } // it cannot have heard of it: it may be tried again
  | { is: 'unheard' } // asked about it, it knows nothing of it
)

/** What a provider tells by itself: a hint to ask. Either name may be missing. */
export type Told = { reference: string | null; providerOrderId: string | null }

/** The answer that a provider takes as "received". Any other has it repeat the callback. */
export type CallbackAnswer = { contentType: string; text: string }

/**
 * A company that delivers packs. What it answers is told; whatever else happens is thrown: of a question it says nothing, of a
 * delivery that nobody knows what became of it.
 */
export type Provider = {
  listProducts(there: GameThere): Promise<Product[]>
  /** What the shop has left to spend there; missing where the provider does not tell. */
  readBalance?(): Promise<{ amount: string; currency: string }>
  /** Where it does not: something that it answers only to whom it knows. */
  check?(): Promise<void>
  /** Missing where the provider does not know players. */
  validatePlayer?(player: PlayerSought): Promise<PlayerVerdict>
  deliver(parcel: Parcel): Promise<Dispatch>
  /** What became of it. Missing where there is no way to ask: then a person looks. */
  trace?(parcel: Parcel, now?: Date): Promise<Dispatch>
  /** Whether the same parcel sent again would still be one delivery. Missing is no. */
  isRepeatable?(parcel: Parcel, now: Date): boolean
  /** Null for what cannot be from there. */
  readCallback?(message: { headers: IncomingHttpHeaders; body: Buffer }): Told | null
  /** Missing where any answer with status 200 will do. */
  callbackAnswer?: CallbackAnswer
}
