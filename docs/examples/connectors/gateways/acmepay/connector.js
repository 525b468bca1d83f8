// An invented gateway, as a model for your own. Its adapter imports nothing of Gemstall.
import { createHmac, timingSafeEqual } from 'node:crypto'

export const connector = {
  api: 1,
  name: 'acmepay',
  title: 'Acme Pay',
  version: '1.0.0',
  site: 'https://acmepay.example',
  countries: ['IN'],
  methods: { rupees: ['upi', 'card'] },
  credentials: [
    { name: 'keyId', label: 'Key id', isSecret: false },
    { name: 'keySecret', label: 'Key secret', isSecret: true },
    { name: 'webhookSecret', label: 'Webhook secret', isSecret: true },
  ],
  addresses: { url: { url: 'https://api.acmepay.example' } },
  testCredentials: { keyId: /^acme_test_/ },
  webhookAdvice: 'In Acme Pay’s dashboard, add this address under Webhooks, for all events.',
  makesUpiCodes: false,
  sendsBack: true,
  create: (account) => createAcmePay(createCall(account), account.webhookSecrets),
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
    const fault = new Error(`Acme Pay answered ${answer.status}: ${message ?? code ?? 'no words'}`)
    return { ...answer, code, message, fault }
  }
}

/** The body of a good answer. Any other one is an error, because it says nothing about money. */
function bodyOf({ status, body, fault }) {
  if (status === 200) return body
  throw fault
}

/** Throws unless a value has these fields with these types. */
function demand(value, types) {
  for (const [field, type] of Object.entries(types)) {
    const found = value?.[field]
    const isRight = type === 'integer' ? Number.isSafeInteger(found) : typeof found === type
    if (!isRight) throw new Error(`Acme Pay answered without a valid ${field}`)
  }
  return value
}

const MONEY = { id: 'string', amount: 'integer', currency: 'string' }
const PAYMENT = { ...MONEY, reference: 'string', page_url: 'string', captures: 'object' }
const PAYMENT_STATES = { open: 'open', paid: 'paid', expired: 'failed', cancelled: 'failed' }
const REFUND_STATES = { pending: 'asked', done: 'done', failed: 'failed' }
const OURS = /^[PR][A-Z0-9]{20,24}$/

function known(states, state) {
  if (Object.hasOwn(states, state)) return states[state]
  throw new Error('Acme Pay answered with an unknown state')
}

/** Reads a payment. Throws if it is not the one that was asked for. */
function readPayment(body, reference) {
  if (demand(body, PAYMENT).reference === reference) return body
  throw new Error('Acme Pay answered with another payment')
}

function toCaptured(capture) {
  const { id, amount, currency, utr, paid_at } = demand(capture, { ...MONEY, paid_at: 'string' })
  return { id, amount, currency, bankReference: utr, at: new Date(paid_at), payer: null }
}

function toRefund(body) {
  const { id, status, utr, reason = '' } = demand(body, { id: 'string' })
  return { is: known(REFUND_STATES, status), gatewayId: id, bankReference: utr, reason }
}

const withoutId = (is, reason = '') => ({ is, gatewayId: null, bankReference: null, reason })

const createAcmePay = (call, webhookSecrets) => ({
  /** Acme Pay knows our reference, so another call returns the same page. */
  async open({ reference, amount, currency, method, words, returnUrl, expiresAt }) {
    const asked = { reference, amount, currency, method, description: words, return_url: returnUrl }
    const fields = { ...asked, expires_at: expiresAt.toISOString() }
    const payment = readPayment(bodyOf(await call('POST', '/v1/payments', fields)), reference)
    return { gatewayId: payment.id, page: { is: 'link', url: payment.page_url } }
  },

  async ask({ reference }) {
    const answer = await call('GET', `/v1/payments/${reference}`)
    if (answer.code === 'not_found') return { is: 'unknown', captured: [] }
    const payment = readPayment(bodyOf(answer), reference)
    const captured = payment.captures.map(toCaptured)
    return { is: known(PAYMENT_STATES, payment.status), captured }
  },

  /** A payment that is paid or has ended can't be cancelled, and need not be. */
  async close({ reference }) {
    const answer = await call('POST', `/v1/payments/${reference}/cancel`)
    if (!['not_open', 'not_found'].includes(answer.code)) bodyOf(answer)
  },

  /** The signature covers the bytes as they came. */
  readWebhook({ headers, body }) {
    const signature = headers['acme-signature']
    if (!webhookSecrets.some((secret) => isSame(signature, sign(secret, body)))) return null
    const { reference, payment_reference: other } = JSON.parse(body.toString())
    return [reference, other].filter((one) => OURS.test(one))
  },

  async refund({ reference, amount, note, payment }) {
    const asked = { reference, amount, note, capture: payment.captureId }
    const answer = await call('POST', '/v1/refunds', asked)
    if (answer.code === 'refused') return withoutId('failed', answer.message)
    return toRefund(bodyOf(answer))
  },

  async askRefund({ reference }) {
    const answer = await call('GET', `/v1/refunds/${reference}`)
    if (answer.code === 'not_found') return withoutId('unknown')
    return toRefund(bodyOf(answer))
  },

  async check() {
    const answer = await call('GET', '/v1/account')
    if (answer.code === 'unauthorized') return 'Acme Pay doesn’t accept the key id and secret'
    demand(bodyOf(answer), { id: 'string' })
    return null
  },
})
