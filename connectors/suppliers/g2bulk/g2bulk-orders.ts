import { readJson } from '#connectors/messages.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  isUnclear,
  refused,
  unheard,
  wasSentWithin,
  whyInWords,
} from '#connectors/suppliers/outcomes.ts'
import type { DispatchOutcome, Dispatch, Supplier } from '#connectors/suppliers/supplier.ts'
import { deliveryPatience, notSent, unlessHeard } from '#connectors/suppliers/wire.ts'
import { Written } from '#connectors/request-json.ts'
import { failureOf, KEY_REFUSED, wordsOf, type G2BulkCall } from './g2bulk-call.ts'
import { findG2BulkOrder } from './g2bulk-list.ts'

const CURRENCY = 'USD'
const KEY_KEPT_MS = 25 * 60 * 1000 // G2Bulk keeps keys for 30 minutes; this leaves a margin
const REFUSED_WITH = [200, 400, 402, 403, 404, 422]

const Order = z.object({
  order_id: Written,
  status: z.string().nullish(),
  message: z.string().nullish(),
  price: Written.nullish(),
  is_refunded: z.boolean().nullish(),
})
const Reply = z.object({ success: z.boolean().optional(), order: z.unknown().optional() })
const CallbackBody = z.object({ order_id: Written.nullish(), remark: z.string().nullish() })

type Orders = Required<Pick<Supplier, 'deliver' | 'trace' | 'isRepeatable' | 'readCallback'>>

export function createG2BulkOrders(call: G2BulkCall): Orders {
  async function order(dispatch: Dispatch): Promise<DispatchOutcome> {
    const answer = await call(`/games/${encodeURIComponent(dispatch.game)}/order`, {
      headers: { 'x-idempotency-key': toKey(dispatch.reference) },
      body: {
        catalogue_name: dispatch.serviceId,
        player_id: dispatch.playerId,
        ...(dispatch.zoneId && { server_id: dispatch.zoneId }),
        remark: dispatch.reference,
        callback_url: dispatch.callbackUrl,
      },
      signal: deliveryPatience(),
    })
    const { status, body } = answer
    const words = wordsOf(body)
    if (status === KEY_REFUSED || status === 429) return notSent(words)
    if (status === 200 && !isFailure(body)) return toOutcome(orderIn(body))
    const isRefusal = isFailure(body) && REFUSED_WITH.includes(status) && !isUnclear(words)
    if (!isRefusal) throw failureOf(answer)
    return refused(whyInWords(words), words)
  }

  async function askById(id: string, { game }: Dispatch): Promise<DispatchOutcome> {
    const body = { order_id: Number(id), game } // the API does not accept it as text
    const answer = await call('/games/order/status', { body })
    if (answer.status !== 200 || isFailure(answer.body)) throw failureOf(answer)
    return toOutcome({ order_id: id, ...orderIn(answer.body) })
  }

  return {
    deliver: (dispatch) => order(dispatch).catch(unlessHeard),

    async trace(dispatch, now = new Date()) {
      if (dispatch.providerOrderId) return askById(dispatch.providerOrderId, dispatch)
      const found = await findG2BulkOrder(call, dispatch)
      if (found.is === 'found') return askById(found.id, dispatch)
      if (found.is === 'none') return unheard('none of its orders is this one')
      // Some order may be this one, and only the idempotency key can tell. The same key returns the first answer.
      if (!isRepeatable(dispatch, now))
        throw new Error('G2Bulk has orders that may be this one, and cannot tell them apart')
      const again = await order(dispatch)
      if (again.is === 'not sent') throw new Error(`G2Bulk did not answer: ${again.words}`)
      return again
    },

    isRepeatable,

    readCallback({ body }) {
      const callback = CallbackBody.safeParse(readJson(body)).data
      if (!callback?.remark && !callback?.order_id) return null
      return { reference: callback.remark || null, providerOrderId: callback.order_id ?? null }
    },
  }
}

const isFailure = (body: unknown): boolean => Reply.safeParse(body).data?.success === false

/** The order is wrapped in some answers and plain in others. */
const orderIn = (body: unknown): object =>
  z.looseObject({}).parse(Reply.safeParse(body).data?.order ?? body)

/** Unknown statuses count as pending, so that they are asked about again. */
function toOutcome(body: object): DispatchOutcome {
  const { order_id: providerOrderId, status, message, price, is_refunded } = Order.parse(body)
  const words = message || status || ''
  const common = { providerOrderId, words }
  switch (is_refunded ? 'REFUNDED' : status?.toUpperCase()) {
    case 'COMPLETED':
      return {
        ...common,
        is: 'delivered',
        cost: price ? { amount: price, currency: CURRENCY } : null,
      }
    case 'FAILED':
    case 'REFUNDED':
      return { ...common, is: 'refused', why: whyInWords(words) }
    default:
      return { ...common, is: 'pending' }
  }
}

/** Derives a UUID from the reference, because G2Bulk requires a UUID. The same dispatch always has the same key. */
function toKey(reference: string): string {
  const hash = createHash('sha256').update(`g2bulk ${reference}`).digest().subarray(0, 16)
  hash[6] = (hash[6]! & 0x0f) | 0x80
  hash[8] = (hash[8]! & 0x3f) | 0x80
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const isRepeatable = (dispatch: Dispatch, now: Date): boolean =>
  wasSentWithin(dispatch, KEY_KEPT_MS, now)
