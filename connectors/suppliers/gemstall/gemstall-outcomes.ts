import { z } from 'zod'
import { patience, Written } from '#connectors/request-json.ts'
import type { Dispatch, DispatchOutcome } from '#connectors/suppliers/supplier.ts'
import { refused } from '#connectors/suppliers/outcomes.ts'
import { dataOf, type GemstallCall } from './gemstall-call.ts'

export const Order = z.object({
  _id: z.string(),
  reference: z.string().nullable(),
  isTest: z.boolean(),
  status: z.string(),
  heldFor: z.string().nullable(),
  price: Written,
  currency: z.string(),
  deliveredAt: z.string().nullable(),
  hasCode: z.boolean().default(false),
})
type Order = z.output<typeof Order>

const Codes = z.object({ codes: z.array(z.string()).min(1) })

/** Finds our order by its reference. Null if the seller has none. */
export async function findOrder(
  call: GemstallCall,
  { reference }: Dispatch,
): Promise<Order | null> {
  const path = `/orders/by-reference/${encodeURIComponent(reference)}`
  const answer = await call({ path, signal: patience() })
  return answer.refusal?.code === 'NO_SUCH_ORDER' ? null : Order.parse(dataOf(answer))
}

type Expected = { reference: string; isTest: boolean }

/** Tells what became of an order. A code is read, and an order that waits for its player is taken back. */
export async function toOutcome(
  call: GemstallCall,
  order: Order,
  expected: Expected,
): Promise<DispatchOutcome> {
  if (order.reference !== expected.reference)
    throw new Error(`The shop there reported another order: ${order.reference}`)
  if (order.isTest !== expected.isTest) throw new Error('The order there belongs to the other mode')
  const common = { providerOrderId: order._id, words: order.status }
  const cost = { amount: order.price, currency: order.currency }
  switch (order.status) {
    case 'completed': {
      const codes = order.hasCode ? { codes: await showCodes(call, order) } : {}
      return { ...common, is: 'delivered', cost, ...codes }
    }
    case 'failed':
    case 'cancelled':
    case 'refunded':
      if (order.deliveredAt) throw new Error('The shop there refunded it after its delivery')
      return { ...common, is: 'refused', why: 'other' }
    default:
      return order.heldFor === 'player' ? takeBack(call, order) : { ...common, is: 'pending' }
  }
}

async function showCodes(call: GemstallCall, { _id }: Order): Promise<string[]> {
  const path = `/orders/${_id}/code`
  return Codes.parse(dataOf(await call({ path, body: {}, signal: patience() }))).codes
}

/** Our own customer corrects the player, and the order is then sent anew. So the one there is given up. */
async function takeBack(call: GemstallCall, { _id, status }: Order): Promise<DispatchOutcome> {
  const path = `/orders/${_id}/refund`
  const answer = await call({ path, body: {}, signal: patience() })
  if (answer.refusal?.code === 'NOT_HELD')
    return { is: 'pending', providerOrderId: _id, words: status }
  dataOf(answer)
  return { ...refused('player', 'The game doesn’t know this player'), providerOrderId: _id }
}
