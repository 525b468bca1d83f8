import { z } from 'zod'
import { refused } from '#connectors/suppliers/outcomes.ts'
import type { DispatchOutcome, Dispatch, Supplier } from '#connectors/suppliers/supplier.ts'
import { Written } from '#connectors/request-json.ts'
import {
  deliveryPatience,
  isAboutBalance,
  isAboutStock,
  notSent,
  unlessHeard,
} from '#connectors/suppliers/wire.ts'
import type { Reply, SmileOneCall } from './smileone-call.ts'

export const STATUS = {
  done: 200,
  no: 201, // for a player: not available in their country; for an order: it failed
  noRole: 202,
  subscribedAlready: 203,
  badSignature: 205,
  noSuchPlayer: [20003, 20004], // the pair of ids, the single id
}
const NOT_FOR_PLAYER = [...STATUS.noSuchPlayer, STATUS.noRole, STATUS.no]

const Ordered = z.looseObject({ order_id: Written })

/** Orders cannot be traced, so every unclear answer is thrown and left to a person. */
export function createSmileOneDeliver(call: SmileOneCall): Supplier['deliver'] {
  return async (dispatch) => {
    const order = {
      userid: dispatch.playerId,
      zoneid: dispatch.zoneId,
      productid: dispatch.serviceId,
    }
    const obstacle = await findObstacle(call, dispatch, order).catch(notSent)
    if (obstacle) return obstacle
    const ordered = call('createorder', dispatch, order, deliveryPatience())
    return ordered.then(toOutcome, unlessHeard)
  }
}

/** Looking up the player orders nothing. If even that fails, nothing was sent. */
async function findObstacle(
  call: SmileOneCall,
  dispatch: Dispatch,
  order: Record<string, string>,
): Promise<DispatchOutcome | null> {
  const role = await call('getrole', dispatch, order)
  if (role.status === STATUS.done) return null
  const words = wordsOf(role)
  return NOT_FOR_PLAYER.includes(role.status) ? refused('player', words) : notSent(words)
}

function toOutcome(reply: Reply): DispatchOutcome {
  const words = wordsOf(reply)
  switch (reply.status) {
    case STATUS.done:
      return { is: 'delivered', providerOrderId: idIn(reply), words, cost: null }
    case STATUS.no:
      if (isAboutBalance(words)) return refused('balance', words)
      return refused(isAboutStock(words) ? 'stock' : 'other', words)
    case STATUS.subscribedAlready:
      return refused('other', words)
    case STATUS.badSignature:
      return notSent(words)
    default:
      if (NOT_FOR_PLAYER.includes(reply.status)) return refused('player', words)
      throw new Error(`Smile.One answered an order with ${words}`)
  }
}

/** The id is at the top level or inside `data`. */
const idIn = (reply: Reply): string | null =>
  (Ordered.safeParse(reply).data ?? Ordered.safeParse(reply.data).data)?.order_id ?? null

const wordsOf = ({ status, message }: Reply): string => `${status}: ${message ?? ''}`
