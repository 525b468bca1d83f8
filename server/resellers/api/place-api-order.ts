import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import type { Input } from '#contract/core/endpoint.ts'
import type { RefusalCode } from '#contract/core/errors/errors.ts'
import * as contract from '#contract/resellers/reseller.ts'
import { ApiOrder } from '#contract/resellers/reseller.ts'
import type { ApiCaller, Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  keepFirst,
  orFirstAnswer,
  toRequest,
  type Request,
} from '#server/platform/idempotency/idempotency.ts'
import { placeOrder, type ApiOrderRequest } from '#server/orders/place/place-order.ts'
import { isOwnDispatch } from '#server/orders/delivery/dispatches/dispatch-references.ts'
import { refuseWhileClosed } from '#server/catalogue/settings/website.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import { checkApiPlayer } from './check-api-player.ts'
import { getProduct, type Product } from './products.ts'
import { getQuoted, toPromised } from './quotes.ts'
import { selectIdByReference, selectOrderBody } from './sql.ts'
import { placeTestOrder } from './test-mode/place-test-order.ts'

type Sent = Omit<Input<typeof contract.placeApiOrder>, 'idempotencyKey'>

/** A checked order of an API client, real or in test mode, ready to be placed. */
export type Placement = {
  sent: Sent
  caller: ApiCaller
  product: Product
  apiOrder: ApiOrderRequest
  request: Request | null
}

export const TEST_CALL = 'POST /reseller/orders test'

/**
 * Recognizes a repeated order by its idempotency key, then by its reference, whatever has changed since. A client that
 * got no answer sends the same order again.
 */
export const placeApiOrder: Handler<typeof contract.placeApiOrder> = async (
  ctx,
  { idempotencyKey, ...sent },
  caller,
  visit,
) => {
  const key = visit.idempotencyKey ?? idempotencyKey ?? null
  const endpoint = contract.placeApiOrder
  const call = toRequest({ endpoint, callerId: caller.id, key: key ?? '', input: sent })!
  const request = key === null ? null : { ...call, call: caller.key.isTest ? TEST_CALL : call.call }
  const known = { caller, reference: sent.reference, requestHash: call.requestHash }
  const id = randomUUIDv7()
  const kept = await orKept(ctx, request, () =>
    orFirstAnswer(ctx, request, () =>
      orSameReference(ctx, known, () =>
        place(ctx, { id, sent, caller, request, known, callerAddress: visit.ip }),
      ),
    ),
  )
  const order = await open(ctx, kept, caller)
  if (order._id !== id) visit.writeHeader('idempotent-replayed', 'true')
  return order
}

type KnownRequest = { caller: ApiCaller; reference: string; requestHash: Buffer }
type PlacementInput = Pick<Placement, 'sent' | 'caller' | 'request'> & {
  id: string
  known: KnownRequest
  callerAddress: string | null
}

async function place(ctx: Context, input: PlacementInput): Promise<unknown> {
  const { id, sent, caller, request, known, callerAddress } = input
  await refuseWhileClosed(ctx, caller)
  const { reference, via = [] } = sent
  if (await isOwnDispatch(ctx, [reference, ...via])) throw new Refusal('ORDER_LOOP')
  const product = await getProduct(ctx, sent.productId)
  const { currency, quoteId } = sent
  const quoted = quoteId ? await getQuoted(ctx, { quoteId, product, currency }, caller) : null
  const player = await checkApiPlayer(ctx, { product, sent }, caller)
  const apiOrder: ApiOrderRequest = {
    id,
    apiKeyId: caller.key.id,
    reference,
    via,
    requestHash: known.requestHash,
    player,
    quote: quoted && toPromised(quoted),
  }
  if (caller.key.isTest) return placeTestOrder(ctx, { sent, caller, product, apiOrder, request })
  const { gameSlug, itemSlug } = product.item
  const chosen = { gameSlug, itemSlug, couponCode: '', gameDetailId: null, currency }
  const limit = sent.priceMax === undefined ? {} : { totalMax: sent.priceMax }
  const address = sent.buyerIp ?? callerAddress
  const buyer = { caller, buyer: { address, network: null, device: null } }
  const wanted = { ...chosen, ...limit, ...buyer, request, expiresAt: null, apiOrder }
  return placeOrder(ctx, wanted).catch(translate)
}

/** Translates refusals that are worded for customers. */
const IN_OTHER_WORDS: Partial<Record<RefusalCode, RefusalCode>> = {
  NOT_SIGNED_IN: 'API_KEY_UNKNOWN', // deleted or blocked at this very moment
  PRICE_CHANGED: 'API_KEY_UNKNOWN', // the account is no longer a reseller
  NO_SUCH_GAME: 'NO_SUCH_PRODUCT',
  NO_SUCH_ITEM: 'NO_SUCH_PRODUCT',
  PLAYER_UNCONFIRMED: 'BUSY', // the game has required a confirmed player since a moment ago
}

function translate(error: unknown): never {
  const code = error instanceof Refusal && IN_OTHER_WORDS[error.code]
  if (!code) throw error
  throw new Refusal(code, { cause: error, ...(code === 'BUSY' ? { retryAfterSeconds: 1 } : {}) })
}

/**
 * Returns the earlier order with this reference when placing it again is refused. The first attempt may have succeeded.
 */
async function orSameReference(
  { sql }: Pick<Context, 'sql'>,
  { caller, reference, requestHash }: KnownRequest,
  work: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'IDEMPOTENCY_KEY_REUSED') throw error
    const own = { userId: caller.id, isTest: caller.key.isTest }
    const first = await selectIdByReference(sql, { ...own, reference })
    if (!first) throw error
    if (first.requestHash.equals(requestHash)) return { orderId: first.id }
    throw new Refusal('REFERENCE_USED', {
      field: 'reference',
      details: { orderId: first.id },
      cause: error,
    })
  }
}

/** Refusals that are a final answer to the order, so its key gets them again. Other refusals aren't kept. */
const FINAL: readonly RefusalCode[] = [
  'NO_SUCH_PRODUCT',
  'NOT_AVAILABLE',
  'OUT_OF_STOCK',
  'PRICE_ABOVE_MAX',
  'BALANCE_TOO_LOW',
  'PLAYER_NOT_FOUND',
  'PLAYER_ELSEWHERE',
  'PLAYER_UNFIT',
  'ORDER_LOOP',
  'REFERENCE_USED',
  'NO_SUCH_QUOTE',
  'QUOTE_EXPIRED',
  'QUOTE_USED',
  'QUOTE_OTHER',
  'QUOTE_BELOW_COST',
]

type Refused = {
  code: RefusalCode
  message: string
  field?: string
  details?: NonNullable<Refusal['details']>
}

async function orKept(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  request: Request | null,
  work: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    if (!request || !(error instanceof Refusal) || !FINAL.includes(error.code)) throw error
    const { code, message, field, details } = error
    const refused = { code, message, ...(field && { field }), ...(details && { details }) }
    const makeAnswer = async () => ({ refused: refused satisfies Refused })
    return sql.begin(async (tx) => {
      await lockUser(tx, request.userId) // same lock as placing: of two at once, the second finds the stored answer
      return keepFirst(tx, { request, now: now(), makeAnswer })
    })
  }
}

/** Decodes a stored answer: a refusal, the id of an order to read as it is now, or a whole order. */
async function open(
  ctx: Pick<Context, 'sql'>,
  kept: unknown,
  { id, key }: ApiCaller,
): Promise<ApiOrder> {
  const { refused, orderId } = kept as { refused?: Refused; orderId?: string }
  if (refused) {
    const { code, ...said } = refused
    throw new Refusal(code, said)
  }
  if (!orderId) return z.decode(ApiOrder, kept as never)
  const body = await selectOrderBody(ctx.sql, { userId: id, isTest: key.isTest, id: orderId })
  return z.decode(ApiOrder, body as never)
}
