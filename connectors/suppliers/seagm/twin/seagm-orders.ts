import { SEAGM } from './credentials.ts'
import { findGamePlayer } from '#sandbox/players/game-players.ts'
import { NO_ANSWER, type Answer, type Fields } from '#sandbox/http.ts'
import type { Callback, Order, Dispatches } from '#sandbox/suppliers/dispatches.ts'
import { dollarsOf, hmacSha256, toMoney, type Said } from '#sandbox/suppliers/supplier.ts'
import { DOWN, fail, succeed, toText } from './seagm-wire.ts'

export const SEAGM_NAME = 'seagm'

const CODE = { pending: '10002', delivered: '10003', refused: '10004' }
const STATUS = { pending: 'sending', delivered: 'done', refused: 'failed' }

/** SEAGM accepts a repeated mch_order_id as another order. */
export const createSeagmOrder =
  (dispatches: Dispatches) =>
  (fields: Fields): Said => {
    const text = (name: string) => String(fields[name] ?? '')
    const serviceId = text('type_id')
    const playerId = text('user_id')
    if (!playerId || !text('buy_amount') || !serviceId)
      return fail(406, 20078, 'Missing required parameter')
    const cost = dollarsOf(serviceId)
    if (cost === undefined) return fail(404, 20404, 'Recharge type not found')
    if (text('buy_amount') !== '1') return fail(400, 20077, 'Parameter error')
    const player = findGamePlayer(playerId)
    if (player.is === 'down') return DOWN
    if (player.is === 'unknown') return fail(400, 20081, 'Invalid user id')
    const taken = dispatches.take({
      provider: SEAGM_NAME,
      reference: text('mch_order_id'),
      serviceId,
      playerId,
      zoneId: text('zone_id'),
      cost,
      tell: (order) => toCallback(dispatches, order),
    })
    if (taken === 'no credit') return fail(402, 20050, 'Payment required')
    return taken.isSilent ? NO_ANSWER : succeed(toWire(taken.order))
  }

export function readSeagmOrder(
  dispatches: Dispatches,
  id: string,
  queryType: string | null,
): Answer {
  const isOurs = queryType === 'mchOrderId'
  const order = isOurs ? dispatches.find(SEAGM_NAME, id) : dispatches.findById(SEAGM_NAME, id)
  return order ? succeed(toWire(order)) : fail(404, 20405, 'Order not found')
}

const toWire = (order: Order) => ({
  id: order.id,
  trade_id: `T${order.id}`,
  title: `Pack ${order.serviceId}`,
  type_id: order.serviceId,
  created: String(Math.floor(order.at / 1000)),
  currency: 'USD',
  unit_price: toMoney(order.cost),
  buy_amount: '1',
  pay_amount: toMoney(order.cost),
  refunded_amount: order.state === 'refused' ? toMoney(order.cost) : '0.00',
  refunded_reason: order.state === 'refused' ? 'Recharge failed' : '',
  send_amount: order.state === 'delivered' ? '1' : '0',
  status_code: CODE[order.state],
  status: STATUS[order.state],
  mch_order_id: order.reference,
})

/** JSON callbacks write numbers as numbers; the signature is the same. Repeated until the answer is `success`. */
function toCallback(dispatches: Dispatches, order: Order): Callback | null {
  const there = dispatches.registered(SEAGM_NAME)
  if (!there) return null
  const fields = { ...toWire(order), timestamp: String(Math.floor(Date.now() / 1000)) }
  const signature = hmacSha256(SEAGM.secretKey, toText(fields))
  const numbers = { status_code: Number(fields.status_code), timestamp: Number(fields.timestamp) }
  const isForm = there.as === 'form'
  return {
    url: there.url,
    headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
    body: isForm
      ? new URLSearchParams({ ...fields, signature }).toString()
      : JSON.stringify({ ...fields, ...numbers, signature }),
    takes: (answer) => answer === 'success',
    triesMax: 4,
  }
}
