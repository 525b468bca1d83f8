// An invented supplier, as a model for your own. Its adapter imports nothing of Gemstall.
import { createHmac, timingSafeEqual } from 'node:crypto'

export const connector = {
  api: 1,
  name: 'acmestore',
  title: 'Acme Store',
  version: '1.0.0',
  site: 'https://acmestore.example',
  countries: [],
  currencies: ['USD'],
  credentials: [
    { name: 'keyId', label: 'Key id', isSecret: false },
    { name: 'keySecret', label: 'Key secret', isSecret: true },
  ],
  addresses: { url: { url: 'https://api.acmestore.example' } },
  tellsBalance: true,
  sendsCallbacks: true,
  findsPlayers: true,
  hints: {
    game: 'The game’s name in Acme Store’s catalogue, like legends.',
    region: 'Leave this empty.',
    product: 'The number of the pack.',
    callback: 'Nothing to enter: each order tells Acme Store this address.',
  },
  create: (account) => createAcmeStore(createCall(account), account.credentials.keySecret),
}

const sign = (secret, text) => createHmac('sha256', secret).update(text).digest('hex')

/** Compares in constant time, so that the duration doesn't reveal how much of a guess is right. */
function isSame(one, other) {
  const [left, right] = [Buffer.from(String(one)), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Signs each request over its time, method, path and body. Returns its answer, and the code of an error. */
function createCall({ request, addresses, credentials, now }) {
  return async (method, path, fields) => {
    const time = String(Math.floor(now() / 1000))
    const body = fields ? JSON.stringify(fields) : ''
    const answer = await request(`${addresses.url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'acme-key': credentials.keyId,
        'acme-time': time,
        'acme-signature': sign(credentials.keySecret, `${time}\n${method} ${path}\n${body}`),
      },
      ...(fields && { body }),
    })
    const { code, message } = answer.body?.error ?? {}
    const words = message ?? code ?? 'no words'
    const fault = new Error(`Acme Store answered ${answer.status}: ${words}`)
    return { ...answer, code, words, fault }
  }
}

/** The body of a good answer. Any other one is an error, because it says nothing about an order. */
function bodyOf({ status, body, fault }) {
  if (status === 200) return body
  throw fault
}

/** True if no connection was ever made, so that Acme Store can't have taken an order. */
function wasNotSent(error) {
  if (error instanceof AggregateError) return error.errors.every(wasNotSent) // one for each address
  if (!(error instanceof Error)) return false
  return ['connect', 'getaddrinfo'].includes(error.syscall) || wasNotSent(error.cause)
}

/** Throws unless these fields are texts, because anything else says nothing about an order. */
function demand(value, ...fields) {
  const wrong = fields.find((field) => typeof value?.[field] !== 'string')
  if (wrong) throw new Error(`Acme Store answered without a valid ${wrong}`)
  return value
}

const NOT_TAKEN = ['no_connection', 'unauthorized']
const REASONS = { unknown_player: 'player', unknown_product: 'product', no_credit: 'balance' }
const whyOf = (code) => (Object.hasOwn(REASONS, code) ? REASONS[code] : 'other')

const withoutId = (is, words) => ({ is, providerOrderId: null, words })

function toOutcome(body, reference) {
  const order = demand(body, 'id', 'reference', 'status')
  if (order.reference !== reference) throw new Error('Acme Store answered with another order')
  const common = { providerOrderId: order.id, words: order.reason ?? order.status }
  if (order.status === 'pending') return { ...common, is: 'pending' }
  if (order.status === 'failed') return { ...common, is: 'refused', why: whyOf(order.reason) }
  if (order.status !== 'delivered') throw new Error('Acme Store answered with an unknown status')
  const { price: amount, currency } = demand(order, 'price', 'currency')
  return { ...common, is: 'delivered', cost: { amount, currency } }
}

const pathOf = (game) => `/v1/games/${encodeURIComponent(game)}`

const createAcmeStore = (call, keySecret) => ({
  async listProducts({ game }) {
    const { products } = bodyOf(await call('GET', `${pathOf(game)}/products`))
    return products.map((product) => {
      const { id, name, price: cost, currency } = demand(product, 'id', 'name', 'price', 'currency')
      return { id, name, cost, currency, isAvailable: product.available === true }
    })
  },

  async readBalance() {
    const balance = demand(bodyOf(await call('GET', '/v1/balance')), 'amount', 'currency')
    return { amount: balance.amount, currency: balance.currency }
  },

  async validatePlayer({ game, playerId }) {
    const path = `${pathOf(game)}/players/${encodeURIComponent(playerId)}`
    const answer = await call('GET', path)
    if (answer.code === 'unknown_player') return { is: 'unknown' }
    return { is: 'known', name: demand(bodyOf(answer), 'name').name }
  },

  /** Acme Store knows our reference, so an order that is sent again is the same order. */
  async deliver({ reference, game, serviceId, playerId, zoneId, callbackUrl }) {
    const order = { reference, game, product: serviceId, player: playerId, zone: zoneId }
    const sending = call('POST', '/v1/orders', { ...order, callback_url: callbackUrl })
    const answer = await sending.catch((error) => {
      if (!wasNotSent(error)) throw error // nobody knows if the order was taken
      return { code: 'no_connection', words: 'no connection' }
    })
    const { status, code, words } = answer
    if (NOT_TAKEN.includes(code)) return withoutId('not sent', words)
    if (status === 422 && code) return { ...withoutId('refused', words), why: whyOf(code) }
    return toOutcome(bodyOf(answer), reference)
  },

  async trace({ reference }) {
    const answer = await call('GET', `/v1/orders/${reference}`)
    if (answer.code === 'unknown_order') return withoutId('unheard', answer.words)
    return toOutcome(bodyOf(answer), reference)
  },

  isRepeatable: () => true,

  /** The signature covers the bytes as they came. The message only hints at an order to ask about. */
  readCallback({ headers, body }) {
    if (!isSame(headers['acme-signature'], sign(keySecret, body))) return null
    const { reference, id } = JSON.parse(body.toString())
    return { reference, providerOrderId: id }
  },
})
