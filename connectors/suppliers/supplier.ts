import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { isFunction, Manifest, type ConnectorAccount } from '#connectors/manifest.ts'
import { MANUAL } from '#contract/catalogue/sources.ts'

/** A game's name at its supplier, and the country or wallet it is sold in. */
export type SupplierGameName = { game: string; region: string }

type PlayerQuery = SupplierGameName & {
  serviceId: string // any pack of the game, or empty if none is known
  playerId: string
  zoneId: string // empty if the game has no zones
}

/** `elsewhere`: the supplier may not deliver to the player's country. */
export type PlayerVerdict = { is: 'known'; name: string } | { is: 'unknown' } | { is: 'elsewhere' }

/** An account of a game. Words for its country are empty if the supplier doesn't know it, and so is the name. */
export type FoundAccount = { username: string; region: string }

/** A pack as the supplier lists it. `cost` is the price to the shop, exactly as the supplier writes it. */
type Product = {
  id: string
  name: string
  cost: string
  currency: string
  isAvailable: boolean
}

/**
 * A dispatch: one product for one player, ordered under a reference of ours. A pack of several products needs several.
 */
export type Dispatch = SupplierGameName & {
  reference: string // `D` and 21 letters or digits, or a UUID if the supplier requires one; created once and stored
  serviceId: string // one of the supplier's products
  playerId: string
  zoneId: string // empty if the game has no zones
  callbackUrl: string
  buyerAddress: string | null // the buyer's IP address; null if unknown or erased
  via: string[] // references at the shops that this one got the order through; empty for most
  providerOrderId: string | null // the supplier's id, once known
  firstSentAt: Date | null // null before the first try
}

/** A limit in the supplier's own currency: an order at a higher cost is refused for its price. */
export type CostMax = { amount: string; currency: string }

/** The reason for a refusal, as far as the supplier tells it. */
export type RefusedFor = 'player' | 'stock' | 'balance' | 'price' | 'product' | 'other'

export type DispatchOutcome = { providerOrderId: string | null; words: string } & (
  | { is: 'delivered'; cost: { amount: string; currency: string } | null; codes?: string[] }
  | { is: 'pending' } // accepted; will be delivered or refused later
  | { is: 'refused'; why: RefusedFor } // final: not charged, and nothing will be delivered
  | { is: 'not sent' } // the supplier cannot have received it, so it may be sent again
  | { is: 'unheard' } // traced, but unknown to the supplier
)

/** A callback only hints which order to trace. Either id may be missing. */
export type CallbackIds = { reference: string | null; providerOrderId: string | null }

/** The answer that a supplier accepts as "received". Any other answer makes it repeat the callback. */
export type CallbackAnswer = { contentType: string; text: string }

/**
 * A supplier of packs. Known outcomes are returned, everything else is thrown. An error of `deliver` means that nobody
 * knows if the order was taken.
 */
export type Supplier = {
  listProducts(there: SupplierGameName): Promise<Product[]>
  /** The shop's balance there. Missing if the supplier does not report it. */
  readBalance?(): Promise<{ amount: string; currency: string }>
  /** For suppliers that report no balance: a call that needs valid credentials. */
  check?(): Promise<void>
  /** Missing if the supplier cannot look up players. */
  validatePlayer?(player: PlayerQuery): Promise<PlayerVerdict>
  /** Finds the country of a Mobile Legends account. Null if there is no such account. Missing if it cannot tell. */
  findRegion?(account: { id: string; zone: string }): Promise<FoundAccount | null>
  /** Currency of the limit that `deliver` passes on. Missing if the supplier takes none. */
  limitCurrency?: string
  /** Orders a product that may cost `costMax` at most. */
  deliver(dispatch: Dispatch, costMax?: CostMax | null): Promise<DispatchOutcome>
  /** Asks for the state of an order. Missing if the supplier cannot tell; a person then checks. */
  trace?(dispatch: Dispatch, now?: Date): Promise<DispatchOutcome>
  /** True if a dispatch that the supplier has never heard of may be sent again. Missing means never. */
  isRepeatable?(dispatch: Dispatch, now: Date): boolean
  /** Null if the message cannot come from the supplier. */
  readCallback?(message: { headers: IncomingHttpHeaders; body: Buffer }): CallbackIds | null
  /** Missing if any answer with status 200 is accepted. */
  callbackAnswer?: CallbackAnswer
}

/** A `fetch` that calls public addresses only. `WEBHOOK_PRIVATE_ALLOWED` adds others. */
export type FetchPublic = (
  url: string,
  sent: {
    method?: string
    headers?: Record<string, string>
    body?: string
    signal: AbortSignal
  },
) => Promise<Response>

/** The shop's account at a supplier. Use `fetchPublic` for an address that is one of the credentials. */
export type SupplierAccount = ConnectorAccount & { fetchPublic: FetchPublic }

const Hint = z.string().max(200)

/** A supplier as a connector: its manifest, and the function that creates its adapter for the shop's account. */
export const SupplierConnector = Manifest.extend({
  name: Manifest.shape.name.refine((name) => name !== MANUAL, 'is reserved for the shop itself'),
  currencies: z.array(z.string().max(12)), // of its costs; empty if it uses each country's own
  tellsBalance: z.boolean(),
  sendsCallbacks: z.boolean(),
  findsPlayers: z.boolean(), // looks up the names of players
  /** Tells administrators what to enter: the names of a game, a region and a product at this supplier. */
  hints: z.strictObject({
    game: Hint,
    region: Hint,
    product: Hint,
    callback: Hint.exactOptional(), // how the supplier learns the callback address
  }),
  /** Patterns by field that only credentials of test accounts match. A real shop refuses those. */
  testCredentials: z.record(z.string(), z.instanceof(RegExp)).exactOptional(),
  create: z.custom<(account: SupplierAccount) => Supplier>(isFunction, 'must be a function'),
})
export type SupplierConnector = z.output<typeof SupplierConnector>
