// MooGold. Signatures cover the exact bytes of the body, the time and the path. It accepts every order, and reports the
// outcome afterwards.
import { MOOGOLD } from './credentials.ts'
import { findGamePlayer } from '#sandbox/players/game-players.ts'
import { json, NO_ANSWER, type Answer, type Call, type Fields } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'
import type { SupplierTwin } from '#sandbox/suppliers/supplier-twin.ts'
import type { Callback, Order, Dispatches } from '#sandbox/suppliers/dispatches.ts'
import {
  dollarsOf,
  hmacSha256,
  isNow,
  isSame,
  supplier,
  readJsonFields,
  toMoney,
  type Said,
} from '#sandbox/suppliers/supplier.ts'
import type { Products } from '#sandbox/suppliers/products.ts'

const NAME = 'moogold'
const CLOCK_TOLERANCE_SECONDS = 300
const BASE = '/wp-json/v1/api'
const BASIC = `Basic ${Buffer.from(`${MOOGOLD.partnerId}:${MOOGOLD.secretKey}`).toString('base64')}`

const DOWN = json(
  { code: 'internal_server_error', message: 'There has been a critical error' },
  503,
)

const STATUS = { pending: 'processing', delivered: 'completed', refused: 'refunded' }

type Method = (fields: Fields) => Said

const createMethods = ({ dispatches, products }: SandboxDeps): Record<string, Method> => ({
  'user/balance': () => json({ currency: 'USD', balance: toMoney(dispatches.credit(NAME)) }),
  'product/product_detail': ({ product_id }) =>
    product_id
      ? json(toDetail(products, String(product_id)))
      : fail('113', 'Product ID is missing'),
  'product/validate': validate,
  'order/create_order': (fields) => createOrder(dispatches, fields),
  'order/order_detail': ({ order_id }) => tell(dispatches.findById(NAME, String(order_id))),
  'order/order_detail_partner_id': ({ partner_order_id }) =>
    tell(dispatches.find(NAME, String(partner_order_id))),
})

const toDetail = (products: Products, product: string) => ({
  Product_Name: `Product ${product}`,
  Image_URL: '',
  Variation: products.list(NAME, product).map(({ number, dollars }) => ({
    variation_name: `Product ${product} - ${number}`,
    variation_id: number,
    variation_price: toMoney(dollars),
  })),
  fields: ['User ID', 'Server'],
})

function validate({ data }: Fields): Answer {
  const fields = toFields(data)
  if (!fields['product-id']) return fail('113', 'Product ID is missing')
  const player = findGamePlayer(fields['User ID'])
  if (player.is === 'down') return DOWN
  if (player.is === 'unknown') return json({ status: false, message: 'Invalid User ID or Server' })
  return json({ status: true, message: 'Player found', username: player.name })
}

function createOrder(dispatches: Dispatches, { data, partnerOrderId }: Fields): Said {
  const fields = toFields(data)
  if (findGamePlayer(fields['User ID']).is === 'down') return DOWN
  if (!fields['product-id']) return fail('113', 'Product ID is missing')
  if (!['1', '2'].includes(String(fields['category']))) return fail('422', 'Category is invalid')
  if (!/^[1-9]\d*$/.test(String(fields['quantity']))) return fail('422', 'Quantity is invalid')
  if (Number(fields['quantity']) > 10) return fail('116', 'Maximum quantity is 10')
  if (fields['category'] === '1' && !fields['User ID'])
    return json({ status: false, message: 'Missing User ID' })
  const reference = String(partnerOrderId ?? '')
  if (dispatches.find(NAME, reference)) return fail('420', 'Partner order ID exists')
  const serviceId = String(fields['product-id'])
  const cost = dollarsOf(serviceId)
  if (cost === undefined) return fail('422', 'Product ID is invalid')
  const taken = dispatches.take({
    provider: NAME,
    reference,
    serviceId,
    playerId: String(fields['User ID'] ?? ''),
    zoneId: String(fields['Server'] ?? ''),
    cost,
    tell: (order) => toCallback(dispatches.registered(NAME)?.url, order),
  })
  if (taken === 'no credit') return fail('111', 'Insufficient balance')
  if (taken.isSilent) return NO_ANSWER
  const message = 'Order has been created successfully'
  const { id } = taken.order
  return json({ status: true, message, account_details: toAccount(taken.order), order_id: id })
}

const toFields = (data: unknown): Fields =>
  typeof data === 'object' && data !== null ? (data as Fields) : {}

const toAccount = ({ playerId, zoneId }: Order) => ({ 'User ID': playerId, Server: zoneId })

function tell(order: Order | undefined): Answer {
  if (!order) return fail('421', 'Partner order ID not found')
  const price = toMoney(order.cost)
  const item = {
    product: `Pack ${order.serviceId}`,
    variation_id: order.serviceId,
    quantity: 1,
    price,
    player_id: order.playerId,
    server_id: order.zoneId,
  }
  return json({
    order_id: order.id,
    date_created: new Date(order.at).toISOString(),
    order_status: STATUS[order.state],
    item: [item],
    total: price,
  })
}

/** Callbacks are unsigned, and repeated until the answer is JSON with the status `success`. */
function toCallback(url: string | undefined, order: Order): Callback | null {
  if (!url) return null
  const message = {
    status: STATUS[order.state],
    message: `Order ${order.id} is ${STATUS[order.state]}`,
    account_details: toAccount(order),
    order_id: order.id,
    total: toMoney(order.cost),
  }
  return {
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    takes: saysSuccess,
  }
}

function saysSuccess(answer: string): boolean {
  try {
    return (JSON.parse(answer) as { status?: unknown } | null)?.status === 'success'
  } catch {
    return false
  }
}

const fail = (code: string, message: string, status = 200) =>
  json({ status: false, err_code: code, err_message: message }, status)

const answerAs = (path: string, method: Method) => async (call: Call) => {
  const { authorization, timestamp, auth } = call.headers
  const body = await call.readText()
  const isSigned = isSame(auth, hmacSha256(MOOGOLD.secretKey, `${body}${timestamp}${path}`))
  if (!isSame(authorization, BASIC) || !isSigned || !isNow(timestamp, CLOCK_TOLERANCE_SECONDS))
    return fail('422', 'You are not authorized', 401)
  const fields = (await readJsonFields(call)) ?? {}
  return fields['path'] === path ? method(fields) : fail('418', 'Path mismatch')
}

const createPlayer = (deps: SandboxDeps): Player =>
  supplier(deps, {
    name: NAME,
    title: 'Packs (MooGold)',
    down: DOWN,
    calls: Object.fromEntries(
      Object.entries(createMethods(deps)).map(([path, method]) => [
        `POST ${BASE}/${path}`,
        answerAs(path, method),
      ]),
    ),
  })

export const twin: SupplierTwin = {
  name: NAME,
  title: 'MooGold',
  credentials: MOOGOLD,
  addresses: { url: '/moogold' },
  currency: { code: 'USD', perDollar: 1 },
  createPlayer,
}
