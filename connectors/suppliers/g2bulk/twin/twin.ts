// G2Bulk. Player lookups need no key. An unknown player is a 400 with a verdict.
import { G2BULK } from './credentials.ts'
import { findGamePlayer } from '#sandbox/players/game-players.ts'
import { json, NO_ANSWER, type Answer, type Call } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'
import type { SupplierTwin } from '#sandbox/suppliers/supplier-twin.ts'
import { createKeys } from './g2bulk-keys.ts'
import type { Order, Dispatches } from '#sandbox/suppliers/dispatches.ts'
import {
  dollarsOf,
  isSame,
  supplier,
  readCallbackUrl,
  readJsonFields,
  segmentOf,
  toMoney,
  type Said,
} from '#sandbox/suppliers/supplier.ts'
import type { Products } from '#sandbox/suppliers/products.ts'

const NAME = 'g2bulk'
const PAGE_SIZE = 20
const PAGE_SIZE_MAX = 100

const fail = (message: string, status: number) => json({ success: false, message }, status)

const DOWN = fail('Service temporarily unavailable', 503)

const withKey = (answer: (call: Call) => Said | Promise<Said>) => (call: Call) =>
  isSame(call.headers['x-api-key'], G2BULK.apiKey) ? answer(call) : fail('Invalid API key', 401)

async function checkPlayer(call: Call): Promise<Answer> {
  const { game, user_id } = (await readJsonFields(call)) ?? {}
  if (!game || user_id === undefined) return fail('Failed to parse request body', 400)
  const player = findGamePlayer(user_id)
  if (player.is === 'down') return DOWN
  if (player.is === 'unknown') return json({ valid: 'invalid', name: '', openid: '' }, 400)
  return json({ valid: 'valid', name: player.name, openid: '' })
}

const readMe = (dispatches: Dispatches) => () =>
  json({
    success: true,
    user_id: 1001,
    username: 'gemstall',
    first_name: 'Gemstall',
    balance: dispatches.credit(NAME),
  })

const toName = (number: number): string => `Pack ${number}`

const listCatalogue = (products: Products) => (call: Call) =>
  json({
    success: true,
    game: { code: segmentOf(call, 2) },
    catalogues: products.list(NAME, segmentOf(call, 2), toName).map(({ number, id, dollars }) => ({
      id: number,
      name: id,
      amount: Number(toMoney(dollars)),
    })),
  })

/** The same key returns the first answer. */
function createOrder(dispatches: Dispatches) {
  const keys = createKeys()
  return async (call: Call): Promise<Said> => {
    const key = call.headers['x-idempotency-key']
    if (key !== undefined && !/^[\da-f-]{36}$/.test(String(key)))
      return fail('X-Idempotency-Key must be a UUID of 36 characters', 400)
    const fields = await readJsonFields(call)
    if (!fields) return fail('Failed to parse request body', 400)
    const found = keys.find(key) // nothing is awaited after this, so two concurrent requests give one order
    if (found) return tellTaken(found)

    const text = (name: string) => String(fields[name] ?? '')
    const serviceId = text('catalogue_name')
    const cost = dollarsOf(serviceId.replace(/^Pack /, ''))
    if (cost === undefined) return fail('Catalogue not found', 404)
    const playerId = text('player_id')
    const callbackUrl = readCallbackUrl(fields['callback_url'])
    if (!playerId || callbackUrl === undefined) return fail('Failed to parse request body', 400)
    if (findGamePlayer(playerId).is === 'down') return DOWN
    const taken = dispatches.take({
      provider: NAME,
      reference: text('remark'),
      serviceId,
      playerId,
      zoneId: text('server_id'),
      cost,
      more: { game: segmentOf(call, 2), callbackUrl },
      tell: toCallback,
    })
    if (taken === 'no credit') return fail('Insufficient balance', 400)
    keys.keep(key, taken.order)
    return taken.isSilent ? NO_ANSWER : tellTaken(taken.order)
  }
}

const tellTaken = (order: Order) =>
  order.why === 'player'
    ? fail('Invalid player ID', 400)
    : json({ success: true, message: 'Order created', order: toWire(order) })

const STATUS = { pending: 'PENDING', delivered: 'COMPLETED', refused: 'FAILED' }
const WORDS = { pending: 'Being delivered', delivered: 'Delivered', refused: 'Delivery failed' }

const wordsOf = ({ state, why }: Order) => (why === 'player' ? 'Invalid player ID' : WORDS[state])

const toWire = (order: Order) => ({
  order_id: Number(order.id),
  game: order.more['game'],
  catalogue: order.serviceId,
  player_id: order.playerId,
  player_name: `Player-${order.playerId.slice(-4)}`,
  price: order.cost,
  status: STATUS[order.state],
  message: wordsOf(order),
  callback_url: order.more['callbackUrl'],
})

/** The callback has no signature. */
function toCallback(order: Order) {
  const { order_id, player_id, player_name, price, status, message } = toWire(order)
  const url = String(order.more['callbackUrl'])
  const body = {
    order_id,
    game_code: order.more['game'],
    game_name: order.more['game'],
    player_id,
    player_name,
    server_id: order.zoneId,
    denom_id: order.serviceId,
    price,
    status,
    message,
    remark: order.reference,
    timestamp: new Date().toISOString(),
  }
  return url
    ? { url, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : null
}

const readStatus = (dispatches: Dispatches) => async (call: Call) => {
  const { order_id } = (await readJsonFields(call)) ?? {}
  if (typeof order_id !== 'number') return fail('Failed to parse request body', 400)
  const order = dispatches.findById(NAME, String(order_id))
  return order ? json({ success: true, order: toWire(order) }) : fail('Order not found', 404)
}

const listOrders =
  (dispatches: Dispatches) =>
  ({ url }: Call) => {
    const page = Number(url.searchParams.get('page') ?? 1)
    const limit = Math.min(Number(url.searchParams.get('limit') ?? PAGE_SIZE), PAGE_SIZE_MAX)
    const all = dispatches.list(NAME).toReversed()
    const orders = all.slice((page - 1) * limit, page * limit).map((order) => ({
      order_id: Number(order.id),
      game_code: order.more['game'],
      player_id: order.playerId,
      denom_id: order.serviceId,
      price: order.cost,
      status: STATUS[order.state].toLowerCase(),
      is_refunded: order.state === 'refused',
      created_at: new Date(order.at).toISOString(),
      completed_at: null,
    }))
    return json({ success: true, orders, pagination: { page, limit, total: all.length } })
  }

const createPlayer = (deps: SandboxDeps): Player =>
  supplier(deps, {
    name: NAME,
    title: 'Packs (G2Bulk)',
    down: DOWN,
    calls: {
      'GET /v1/getMe': withKey(readMe(deps.dispatches)),
      'GET /v1/games/*/catalogue': withKey(listCatalogue(deps.products)),
      'POST /v1/games/checkPlayerId': checkPlayer,
      'POST /v1/games/order/status': withKey(readStatus(deps.dispatches)),
      'POST /v1/games/*/order': withKey(createOrder(deps.dispatches)),
      'GET /v1/games/orders': withKey(listOrders(deps.dispatches)),
    },
  })

export const twin: SupplierTwin = {
  name: NAME,
  title: 'G2Bulk',
  credentials: G2BULK,
  addresses: { url: '/g2bulk' },
  currency: { code: 'USD', perDollar: 1 },
  createPlayer,
}
