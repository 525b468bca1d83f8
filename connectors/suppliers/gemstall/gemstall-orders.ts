import { isIP } from 'node:net'
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
import { failureOf, TEST_KEY, type GemstallCall, type Refusal } from './gemstall-call.ts'
import { findOrder, Order, toOutcome } from './gemstall-outcomes.ts'

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

type Orders = Required<Pick<Supplier, 'limitCurrency' | 'deliver' | 'trace' | 'isRepeatable'>>
type Account = Pick<SupplierAccount, 'credentials'> & { currency: string }

/** Orders by our reference, which stands for one order there for ever. */
export function createGemstallOrders(
  call: GemstallCall,
  { credentials, currency }: Account,
): Orders {
  const isTest = TEST_KEY.test(credentials['apiKey']!)

  const read = (dispatch: Dispatch, order: Parameters<typeof toOutcome>[1]) =>
    toOutcome(call, order, { reference: dispatch.reference, isTest })

  async function refuse(dispatch: Dispatch, refusal: Refusal): Promise<DispatchOutcome> {
    const { code, message, fields } = refusal
    if (SENT_BEFORE.includes(code)) {
      const order = await findOrder(call, dispatch)
      return order ? read(dispatch, order) : refused('other', 'It was refused before')
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
      return read(dispatch, Order.parse(answer.data))
    },

    async trace(dispatch) {
      const order = await findOrder(call, dispatch)
      return order ? read(dispatch, order) : unheard('The shop there has no such order')
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
