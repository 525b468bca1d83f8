import { z } from 'zod'
import { refused, unheard } from '#connectors/suppliers/outcomes.ts'
import type {
  DispatchOutcome,
  Dispatch,
  Supplier,
  RefusedFor,
} from '#connectors/suppliers/supplier.ts'
import { patience, Written } from '#connectors/request-json.ts'
import {
  deliveryPatience,
  isAboutBalance,
  isAboutPlayer,
  isAboutStock,
  notSent,
  unlessHeard,
} from '#connectors/suppliers/wire.ts'
import type { Answer, Ask } from './unipin-call.ts'

const Validated = z.object({ validation_token: z.string().min(1) })
const Done = z.object({
  reference_no: Written,
  transaction_number: Written.nullish(),
  amount: Written.nullish(),
  currency: z.string().nullish(),
})

const PENDING = /pending|in progress|being processed|processing/i
const NO_SUCH_PRODUCT = /(denomination|product) (is )?(not found|invalid|inactive|not available)/i
const FAILED =
  /(order|transaction|top.?up) (has |was |is )?(been )?(failed|rejected|cancell?ed|refunded)(?! to)/i
const TAKEN_ALREADY =
  /(duplicate|already).*(reference|order|transaction)|(reference|order).*already/i
const TURNED_AWAY =
  /(invalid|unauthori[sz]ed) .*(auth|signature|partner|path|timestamp|token)|token.*expired/i
const UNHEARD = /(order|reference|transaction)\S* (is |was |does )?not (found|exist)/i

export type Validate = (player: Pick<Dispatch, 'game' | 'playerId' | 'zoneId'>) => Promise<Answer>

/** UniPin delivers within the request. It knows an order only by our reference, and accepts each once. */
export function createUniPinOrders(
  ask: Ask,
  validate: Validate,
): Required<Pick<Supplier, 'deliver' | 'trace' | 'isRepeatable'>> {
  return { deliver, trace, isRepeatable: () => true }

  async function deliver(dispatch: Dispatch): Promise<DispatchOutcome> {
    const token = await readToken(dispatch).catch(notSent)
    if (typeof token !== 'string') return token
    const order = {
      game_code: dispatch.game,
      validation_token: token,
      reference_no: dispatch.reference,
      denomination_id: dispatch.serviceId,
    }
    const question = ask('in-game-topup/order/create', order, deliveryPatience())
    const reply = await question.catch(unlessHeard)
    if ('is' in reply) return reply
    if (reply.isDone) return toDelivered(reply, dispatch)
    if (TAKEN_ALREADY.test(reply.words)) return traceTaken(dispatch)
    if (TURNED_AWAY.test(reply.words)) return notSent(reply.words)
    return toOutcome(reply.words, whyRefused(reply.words))
  }

  /** A token is valid for one order, so each dispatch validates the player anew. This orders nothing. */
  async function readToken(dispatch: Dispatch): Promise<string | DispatchOutcome> {
    const { isDone, words, body } = await validate(dispatch)
    if (isDone) return Validated.parse(body).validation_token
    return isAboutPlayer(words) ? refused('player', words) : notSent(words)
  }

  async function traceTaken(dispatch: Dispatch): Promise<DispatchOutcome> {
    const found = await trace(dispatch)
    if (found.is === 'unheard')
      throw new Error("UniPin says that an order exists, and that it doesn't")
    return found
  }

  async function trace(dispatch: Dispatch): Promise<DispatchOutcome> {
    const question = { reference_no: dispatch.reference }
    const reply = await ask('in-game-topup/order/inquiry', question, patience())
    if (reply.isDone) return toDelivered(reply, dispatch)
    if (UNHEARD.test(reply.words)) return unheard(reply.words)
    // Other words may be about this request. Only those of a failed order are about the order.
    return toOutcome(reply.words, FAILED.test(reply.words) ? whyRefused(reply.words) : undefined)
  }
}

function toDelivered({ body, words }: Answer, { reference }: Dispatch): DispatchOutcome {
  const { reference_no, transaction_number, amount, currency } = Done.parse(body)
  if (reference_no !== reference) throw new Error(`UniPin reported another order: ${reference_no}`)
  const cost = amount && currency ? { amount, currency } : null
  return { is: 'delivered', providerOrderId: transaction_number ?? null, words, cost }
}

/** UniPin refuses in words only. If they are not clearly a refusal, the outcome stays unknown. */
function toOutcome(words: string, why: RefusedFor | undefined): DispatchOutcome {
  if (PENDING.test(words)) return { is: 'pending', providerOrderId: null, words }
  if (why) return refused(why, words)
  throw new Error(`UniPin said about an order: ${words}`)
}

function whyRefused(words: string): RefusedFor | undefined {
  if (isAboutBalance(words)) return 'balance'
  if (isAboutStock(words)) return 'stock'
  if (isAboutPlayer(words)) return 'player'
  if (NO_SUCH_PRODUCT.test(words)) return 'product'
  return FAILED.test(words) ? 'other' : undefined
}
