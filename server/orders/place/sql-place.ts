import type { Role } from '#contract/endpoint.ts'
import type { Currency, Rate } from '#contract/money.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

/** An order worked out to the last column. Prices as in the table. */
export type OrderWish = {
  id: string
  invoice: string
  userId: string
  role: Role // by which the price was found
  buyerAddress: string | null // erased some days after the order's end
  request: { key: string; requestHash: Buffer; answer: unknown } | null
  gameId: string
  itemId: string
  savedPlayer: string | null // null for a program's, which names its player
  currency: Currency
  itemPrice: number
  amount: number
  priceInr: number
  amountInr: number
  rate: Rate | null
  coupon: { id: string; code: string; discount: number; updatedAt: Date } | null
  createdAt: Date
  expiresAt: Date | null // until when it waits for a payment from outside; null pays from the wallet
  unpaidMax?: UnpaidMax
  program?: ProgramWish | null
}

/** How many unpaid orders a customer may have at once, with a verified email or phone and without. */
export type UnpaidMax = { proven: number; unproven: number }

/** An order of a reseller's program; its first answer is written where it is placed. */
export type ProgramWish = {
  apiKeyId: string
  reference: string // the reseller's own: one order for ever
  requestHash: Buffer // by which the same is known again
  player: { playerId: string; zoneId: string; name: string; isConfirmed: boolean }
  quoteId: string | null
}

/** Why an order was not placed. What is stale was worked out from what is no longer so. */
type PlacingRefusal =
  | 'NOT_SIGNED_IN'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'NO_SUCH_ITEM'
  | 'NOT_AVAILABLE'
  | 'NO_SUCH_GAME_DETAIL'
  | 'PLAYER_UNCONFIRMED'
  | 'PRICE_CHANGED'
  | 'STALE'
  | 'COUPON_STALE'
  | 'COUPON_NOT_USABLE'
  | 'OUT_OF_STOCK'
  | 'BALANCE_TOO_LOW'
  | 'TOO_MANY_OPEN_ORDERS'
  | 'STOCK_HELD' // out of stock for an unpaid order; a paid one would get it
  | 'COUPON_HELD' // the same for a coupon
  | 'KNOWN_ORDER' // not a refusal: the answer has the id of the order that there is
  | 'REFERENCE_USED'
  | 'NO_SUCH_QUOTE'
  | 'QUOTE_USED'
  | 'QUOTE_EXPIRED'
  | 'QUOTE_OTHER'
  | 'QUOTE_BELOW_COST'

export type Outcome = {
  code: PlacingRefusal | null // null when it is placed, now or the first time
  detail: number | null // how much money is missing, or how many unpaid orders are allowed
  answer: unknown // of the first time, where its key was known; of a program's order always
}

/** All of those that can be placed, in one transaction; the outcomes in the order of the wishes. */
export const placeOrders = (sql: Sql | Tx, wishes: OrderWish[]) => sql<Outcome[]>`
  select code, detail, answer from place_orders(${sql.json(wishes.map(toRow))}) order by place`

const toBytes = (hash: Buffer) => `\\x${hash.toString('hex')}`

const toRow = ({ request, coupon, program, unpaidMax, ...wish }: OrderWish, index: number) => ({
  place: index + 1,
  id: wish.id,
  invoice: wish.invoice,
  user_id: wish.userId,
  role: wish.role,
  buyer_address: wish.buyerAddress,
  key: request?.key,
  request_hash: request ? toBytes(request.requestHash) : program && toBytes(program.requestHash),
  answer: request?.answer,
  game_id: wish.gameId,
  item_id: wish.itemId,
  saved_player: wish.savedPlayer,
  currency: wish.currency,
  item_price: wish.itemPrice,
  amount: wish.amount,
  price_inr: wish.priceInr,
  discount_inr: coupon?.discount ?? 0,
  amount_inr: wish.amountInr,
  rate: wish.rate,
  coupon_id: coupon?.id,
  coupon_code: coupon?.code,
  coupon_updated_at: coupon?.updatedAt,
  created_at: wish.createdAt,
  expires_at: wish.expiresAt,
  unpaid_max: unpaidMax?.proven,
  unproven_unpaid_max: unpaidMax?.unproven,
  ...(program && {
    player_id: program.player.playerId,
    zone_id: program.player.zoneId,
    player_name: program.player.name,
    is_confirmed: program.player.isConfirmed,
    reference: program.reference,
    api_key: program.apiKeyId,
    quote: program.quoteId,
  }),
})

type PlayerHere = { isForGame: boolean; isConfirmed: boolean; regions: string[] }

export async function selectPlayerHere(
  sql: Sql,
  { id, userId, gameId }: { id: string; userId: string; gameId: string },
): Promise<PlayerHere | null> {
  const [row] = await sql<PlayerHere[]>`
    select game_id = ${gameId} as is_for_game, confirmed_at is not null as is_confirmed, regions
    from player where id = ${id} and user_id = ${userId}`
  return row ?? null
}

export async function countPurchases(tx: Tx): Promise<boolean> {
  const [row] = await tx<[{ hasCounted: boolean }]>`select count_purchases() as has_counted`
  return row.hasCounted
}
