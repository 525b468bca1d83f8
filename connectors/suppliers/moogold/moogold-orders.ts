import { z } from 'zod'
import { readJsonOrForm } from '#connectors/suppliers/callbacks.ts'
import { refused, unheard } from '#connectors/suppliers/outcomes.ts'
import type {
  DispatchOutcome,
  Dispatch,
  Supplier,
  RefusedFor,
  CallbackIds,
} from '#connectors/suppliers/supplier.ts'
import { patience, Written } from '#connectors/request-json.ts'
import {
  deliveryPatience,
  isAboutPlayer,
  notSent,
  unlessHeard,
} from '#connectors/suppliers/wire.ts'
import { answerOf, type MooGoldAsk } from './moogold-call.ts'

const CURRENCY = 'USD'
const DIRECT = '1'
const VOUCHER = '2'

const TAKEN_ALREADY = '420'
const UNHEARD = '421'
const WRONG_PRODUCT = '422' // also the code for a shop without permission
const REFUSED_FOR: Record<string, RefusedFor> = {
  111: 'balance',
  113: 'product',
  114: 'stock',
  116: 'product',
  117: 'product',
  118: 'product',
  [WRONG_PRODUCT]: 'product',
}
/** MooGold refused the shop itself: its address, key, clock or rate. The customer's order must not fail for that. */
const NOT_LET_IN = ['109', '403', '418', '426', '433', '434', 'rest_no_route', 'rest_forbidden']

const Verdict = z.object({ status: z.literal([false, 'false']), message: z.string() })
const Ordered = z.object({ order_id: Written })
const Taken = z.object({
  status: z.unknown().optional(),
  message: z.string().nullish(),
  order_id: Written.nullish(),
  account_details: z.unknown().optional(),
})
const Order = z.object({
  order_id: Written,
  order_status: z.string(),
  total: Written.nullish(),
  item: z.array(z.object({ voucher_code: z.unknown().optional() })).default([]),
})

type OrderQuery = Pick<Dispatch, 'game' | 'playerId' | 'zoneId'>
export type Named = (
  sought: OrderQuery,
  signal: AbortSignal,
) => Promise<{ isVoucher: boolean; player: Record<string, string> }>

const CALLBACK_ANSWER = {
  contentType: 'application/json; charset=utf-8',
  text: '{"status":"success"}',
}

type Orders = Required<
  Pick<Supplier, 'deliver' | 'trace' | 'isRepeatable' | 'readCallback' | 'callbackAnswer'>
>

/** MooGold accepts a reference once, and delivers some time later. */
export function createMooGoldOrders(ask: MooGoldAsk, toNamed: Named): Orders {
  return { deliver, trace, isRepeatable: () => true, readCallback, callbackAnswer: CALLBACK_ANSWER }

  async function deliver(dispatch: Dispatch): Promise<DispatchOutcome> {
    const order = await prepare(dispatch).catch(notSent)
    if ('is' in order) return order
    const input = { data: order.data, partnerOrderId: dispatch.reference }
    const question = ask('order/create_order', input, deliveryPatience())
    const reply = await question.catch(unlessHeard)
    if ('is' in reply) return reply
    if (reply.failure?.code === TAKEN_ALREADY) return traceTaken(dispatch)
    return reply.failure ? toNo(reply.failure) : toTaken(reply.body)
  }

  /** Places no order, so after any failure here nothing was sent. */
  async function prepare(dispatch: Dispatch): Promise<{ data: object } | DispatchOutcome> {
    const signal = patience()
    const { isVoucher, player } = await toNamed(dispatch, signal)
    const data = { 'product-id': dispatch.serviceId, quantity: '1' }
    if (isVoucher) return { data: { category: VOUCHER, ...data } }
    const question = { data: { 'product-id': dispatch.game, ...player } }
    const { body } = await ask('product/validate', question, signal) // no verdict: the product has no validation
    const verdict = Verdict.safeParse(body).data
    if (verdict && isAboutPlayer(verdict.message)) return refused('player', verdict.message)
    return { data: { category: DIRECT, ...data, ...player } }
  }

  async function traceTaken(dispatch: Dispatch): Promise<DispatchOutcome> {
    const found = await trace(dispatch)
    if (found.is === 'unheard')
      throw new Error("MooGold says that an order exists, and that it doesn't")
    return found
  }

  async function trace(dispatch: Dispatch): Promise<DispatchOutcome> {
    const question = { partner_order_id: dispatch.reference }
    const answer = await ask('order/order_detail_partner_id', question, patience())
    if (answer.failure?.code === UNHEARD) return unheard(answer.failure.words)
    return toOutcome(Order.parse(answerOf(answer)))
  }
}

function toNo({ code, words }: { code: string; words: string }): DispatchOutcome {
  const said = `${code}: ${words}`
  const isStranger = code === WRONG_PRODUCT && /author/i.test(words)
  if (NOT_LET_IN.includes(code) || isStranger) return notSent(said)
  const why = REFUSED_FOR[code]
  if (why) return refused(why, said)
  throw new Error(`MooGold answered an order with ${said}`)
}

/** Keeps only the order id of an accepted order, because tracing tells its state more reliably. */
function toTaken(body: unknown): DispatchOutcome {
  const { status, message, order_id, account_details } = Taken.parse(body)
  const providerOrderId = order_id ?? Ordered.safeParse(account_details).data?.order_id ?? null
  const words = message ?? ''
  if (providerOrderId !== null) return { is: 'pending', providerOrderId, words }
  if (status === false && isAboutPlayer(words)) return refused('player', words)
  throw new Error(`MooGold answered an order with ${String(status)}: ${words}`)
}

/**
 * "incorrect-details" waits for a correction. It becomes a refusal only as "refunded", when the money is back. Unknown
 * statuses count as pending.
 */
function toOutcome({
  order_id,
  order_status,
  total,
  item,
}: z.output<typeof Order>): DispatchOutcome {
  const common = { providerOrderId: order_id, words: order_status }
  switch (order_status) {
    case 'completed':
      return { ...common, is: 'delivered', cost: toCost(total), ...codesIn(item) }
    case 'refunded':
      return { ...common, is: 'refused', why: 'other' }
    default:
      return { ...common, is: 'pending' }
  }
}

const toCost = (total: string | null | undefined) =>
  total ? { amount: total, currency: CURRENCY } : null

function codesIn(items: z.output<typeof Order>['item']): { codes?: string[] } {
  const codes = items
    .flatMap(({ voucher_code }) => voucher_code)
    .filter((code): code is string => typeof code === 'string' && code !== '')
  return codes.length > 0 ? { codes } : {}
}

/** Callbacks are unsigned, so they only name an order to ask about. */
function readCallback({ body }: { body: Buffer }): CallbackIds | null {
  const { order_id, account_details } = Taken.safeParse(readJsonOrForm(body)).data ?? {}
  const providerOrderId = order_id ?? Ordered.safeParse(account_details).data?.order_id
  return providerOrderId ? { reference: null, providerOrderId } : null
}
