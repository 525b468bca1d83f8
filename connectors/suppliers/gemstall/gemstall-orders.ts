import { isIP } from 'node:net'
import { z } from 'zod'
import { patience, Written } from '#connectors/request-json.ts'
import type {
  CostMax,
  Dispatch,
  DispatchOutcome,
  RefusedFor,
  Supplier,
  SupplierAccount,
} from '#connectors/suppliers/supplier.ts'
import { refused, unheard } from '#connectors/suppliers/outcomes.ts'
import { deliveryPatience, notSent, unlessHeard } from '#connectors/suppliers/wire.ts'
import { dataOf, failureOf, TEST_KEY, type GemstallCall, type Refusal } from './gemstall-call.ts'

/** Refusals that mean: not charged, and never delivered under this reference. */
const WHYS: Record<string, RefusedFor> = {
  NO_SUCH_PRODUCT: 'product',
  NOT_AVAILABLE: 'product',
  ORDER_LOOP: 'product',
  OUT_OF_STOCK: 'stock',
  PRICE_ABOVE_MAX: 'price',
  BALANCE_TOO_LOW: 'balance',
  PLAYER_NOT_FOUND: 'player',
  PLAYER_ELSEWHERE: 'other',
  PLAYER_UNFIT: 'other',
}

/** Refusals of the caller or of the moment, before the order was looked at. The same order may be taken later. */
const NOT_TAKEN = [
  'API_KEY_MISSING',
  'API_KEY_UNKNOWN',
  'API_KEY_SCOPE',
  'API_KEY_ADDRESS',
  'NO_SUCH_CALL',
  'CURRENCY_NOT_OFFERED',
  'WEBSITE_CLOSED',
  'TOO_MANY_REQUESTS',
  'TOO_MANY_PLAYER_CHECKS',
  'PLAYERS_UNREACHABLE',
]

/** Refusals because our reference or key belongs to an order that was sent before with other fields. */
const SENT_BEFORE = ['REFERENCE_USED', 'IDEMPOTENCY_KEY_REUSED']

const Order = z.object({
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

type Orders = Required<Pick<Supplier, 'limitCurrency' | 'deliver' | 'trace' | 'isRepeatable'>>
type Account = Pick<SupplierAccount, 'credentials'> & { currency: string }

/** Orders by our reference, which stands for one order there for ever. */
export function createGemstallOrders(
  call: GemstallCall,
  { credentials, currency }: Account,
): Orders {
  const isTestKey = TEST_KEY.test(credentials['apiKey']!)

  /** Null if the seller has no order with this reference. */
  async function find({ reference }: Dispatch): Promise<Order | null> {
    const path = `/orders/by-reference/${encodeURIComponent(reference)}`
    const answer = await call({ path, signal: patience() })
    return answer.refusal?.code === 'NO_SUCH_ORDER' ? null : Order.parse(dataOf(answer))
  }

  async function toOutcome(dispatch: Dispatch, order: Order): Promise<DispatchOutcome> {
    if (order.reference !== dispatch.reference)
      throw new Error(`The shop there reported another order: ${order.reference}`)
    if (order.isTest !== isTestKey) throw new Error('The order there belongs to the other mode')
    const common = { providerOrderId: order._id, words: order.status }
    const { price: amount, currency } = order
    switch (order.status) {
      case 'completed': {
        const codes = order.hasCode ? { codes: await showCodes(order) } : {}
        return { ...common, is: 'delivered', cost: { amount, currency }, ...codes }
      }
      case 'failed':
      case 'cancelled':
      case 'refunded':
        if (order.deliveredAt) throw new Error('The shop there refunded it after its delivery')
        return { ...common, is: 'refused', why: 'other' }
      default:
        return order.heldFor === 'player' ? takeBack(order) : { ...common, is: 'pending' }
    }
  }

  /** Each view of the codes is recorded there, so it is asked for once the order is delivered. */
  async function showCodes({ _id }: Order): Promise<string[]> {
    const path = `/orders/${_id}/code`
    return Codes.parse(dataOf(await call({ path, body: {}, signal: patience() }))).codes
  }

  /** Our own customer corrects the player, and the order is then sent anew. So the one there is given up. */
  async function takeBack({ _id }: Order): Promise<DispatchOutcome> {
    const path = `/orders/${_id}/refund`
    const answer = await call({ path, body: {}, signal: patience() })
    if (answer.refusal?.code === 'NOT_HELD')
      return { is: 'pending', providerOrderId: _id, words: '' }
    const { status } = Order.parse(dataOf(answer))
    return { ...refused('player', status), providerOrderId: _id }
  }

  async function refuse(dispatch: Dispatch, refusal: Refusal): Promise<DispatchOutcome> {
    const { code, message, fields } = refusal
    if (SENT_BEFORE.includes(code)) {
      const order = await find(dispatch)
      return order ? toOutcome(dispatch, order) : refused('other', 'It was refused before')
    }
    const words = `${message} (${code})`
    if (NOT_TAKEN.includes(code)) return notSent(words)
    if (code === 'BAD_INPUT') return refused(isAboutPlayer(fields) ? 'player' : 'other', words)
    const why = WHYS[code]
    if (!why) throw failureOf(refusal)
    return refused(why, words)
  }

  return {
    limitCurrency: currency,

    async deliver(dispatch, costMax) {
      const sent = { path: '/orders', signal: deliveryPatience() }
      const headers = { 'idempotency-key': dispatch.reference }
      const body = toBody(dispatch, currency, costMax)
      const answer = await call({ ...sent, headers, body }).catch(unlessHeard)
      if ('is' in answer) return answer
      if (answer.refusal) return refuse(dispatch, answer.refusal)
      return toOutcome(dispatch, Order.parse(answer.data))
    },

    async trace(dispatch) {
      const order = await find(dispatch)
      return order ? toOutcome(dispatch, order) : unheard('The shop there has no such order')
    },

    isRepeatable: () => true, // a reference stands for one order for ever
  }
}

const isAboutPlayer = (fields: string[]): boolean =>
  fields.some((field) => field === 'playerId' || field === 'zoneId')

/** The key makes a refusal final too: an earlier try that arrives late gets the same refusal. */
function toBody(dispatch: Dispatch, currency: string, costMax?: CostMax | null): object {
  const { serviceId, playerId, zoneId, reference, via, buyerAddress } = dispatch
  return {
    productId: serviceId,
    playerId,
    zoneId,
    reference,
    currency,
    ...(costMax && { priceMax: Number(costMax.amount) }),
    ...(buyerAddress && isIP(buyerAddress) && { buyerIp: buyerAddress }),
    ...(via.length > 0 && { via }),
  }
}
