// Plays Acme Store in the sandbox. It demands what the company would demand.
import { createHmac } from 'node:crypto'

const NAME = 'acmestore'
const CURRENCY = 'USD'
const TOLERANCE_SECONDS = 300
const STATUS = { pending: 'pending', delivered: 'delivered', refused: 'failed' }
const REASONS = { player: 'unknown_player', refused: 'refused' }

const credentials = { keyId: 'acme-sandbox', keySecret: 'sandbox-acmestore-secret' }

const sign = (secret, text) => createHmac('sha256', secret).update(text).digest('hex')

const lastOf = ({ url }, fromEnd = 1) => decodeURIComponent(url.pathname.split('/').at(-fromEnd))

/** Errors in the format of the company. */
const createRefuse =
  ({ json }) =>
  (status, code) =>
    json({ error: { code, message: code.replaceAll('_', ' ') } }, status)

const toOrder = ({ id, reference, state, why, cost }, { toMoney }) => ({
  id,
  reference,
  status: STATUS[state],
  ...(why && { reason: REASONS[why] }),
  price: toMoney(cost),
  currency: CURRENCY,
})

function catalogueCalls({ dispatches, products }, tools) {
  const { json, toMoney, findGamePlayer } = tools
  const refuse = createRefuse(tools)

  const toProduct = ({ id, number, dollars, isAvailable }) => ({
    id,
    name: `Pack ${number}`,
    price: toMoney(dollars),
    currency: CURRENCY,
    available: isAvailable,
  })

  function findPlayer(call) {
    const player = findGamePlayer(lastOf(call))
    if (player.is === 'down') return refuse(503, 'down')
    return player.is === 'known' ? json({ name: player.name }) : refuse(404, 'unknown_player')
  }

  return {
    'GET /v1/balance': () => json({ amount: toMoney(dispatches.credit(NAME)), currency: CURRENCY }),
    'GET /v1/games/*/products': (call) =>
      json({ products: products.listAll(NAME, lastOf(call, 2)).map(toProduct) }),
    'GET /v1/games/*/players/*': findPlayer,
  }
}

function orderCalls({ dispatches }, tools) {
  const refuse = createRefuse(tools)
  const tell = (order) => tools.json(toOrder(order, tools))

  function toCallback(order) {
    const body = JSON.stringify(toOrder(order, tools))
    const signature = sign(credentials.keySecret, body)
    const headers = { 'content-type': 'application/json', 'acme-signature': signature }
    return { url: order.more.callbackUrl, headers, body }
  }

  /** An order that is sent again is the same order. */
  function order(call, { reference, product, player, zone = '', callback_url: callbackUrl }) {
    if (!reference || !player || !URL.canParse(callbackUrl)) return refuse(400, 'invalid')
    const known = dispatches.find(NAME, reference)
    if (known) return tell(known)
    const cost = tools.dollarsOf(String(product))
    if (cost === undefined) return refuse(422, 'unknown_product')
    if (tools.findGamePlayer(player).is === 'down') return refuse(503, 'down')
    const taken = dispatches.take({
      provider: NAME,
      reference,
      serviceId: product,
      playerId: player,
      zoneId: zone,
      cost,
      more: { callbackUrl },
      tell: toCallback,
    })
    if (taken === 'no credit') return refuse(422, 'no_credit')
    return taken.isSilent ? tools.NO_ANSWER : tell(taken.order)
  }

  function find(call) {
    const found = dispatches.find(NAME, lastOf(call))
    return found ? tell(found) : refuse(404, 'unknown_order')
  }

  return { 'POST /v1/orders': order, 'GET /v1/orders/*': find }
}

/** The signature of a request covers its time, its method, its path and the bytes of its body. */
const signed = (refuse, calls) =>
  Object.fromEntries(
    Object.entries(calls).map(([route, answer]) => [
      route,
      async (call) => {
        const { 'acme-key': key, 'acme-time': time, 'acme-signature': signature } = call.headers
        const path = call.url.pathname.slice(`/${NAME}`.length)
        const text = `${time}\n${route.split(' ')[0]} ${path}\n${await call.readText()}`
        const isNow = Math.abs(Date.now() / 1000 - Number(time)) <= TOLERANCE_SECONDS
        const isRight = signature === sign(credentials.keySecret, text)
        if (key !== credentials.keyId || !isNow || !isRight) return refuse(401, 'unauthorized')
        return answer(call, (await call.readFields()) ?? {})
      },
    ]),
  )

function createPlayer(deps, tools) {
  const refuse = createRefuse(tools)
  return tools.supplier(deps, {
    name: NAME,
    title: 'Packs (Acme Store)',
    down: refuse(503, 'down'),
    calls: signed(refuse, { ...catalogueCalls(deps, tools), ...orderCalls(deps, tools) }),
  })
}

export const twin = {
  name: NAME,
  title: 'Acme Store',
  credentials,
  addresses: { url: `/${NAME}` },
  currency: { code: CURRENCY, perDollar: 1 },
  createPlayer,
}
