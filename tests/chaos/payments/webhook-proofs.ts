import { createCipheriv, createHash, createHmac, sign as signWith } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { GatewayName } from '#contract/money/payments.ts'
import { BTCPAY } from '#connectors/gateways/btcpay/twin/credentials.ts'
import { CASHFREE } from '#connectors/gateways/cashfree/twin/credentials.ts'
import { PAYPAL } from '#connectors/gateways/paypal/twin/credentials.ts'
import { PAYTM } from '#connectors/gateways/paytm/twin/credentials.ts'
import { PAYU } from '#connectors/gateways/payu/twin/credentials.ts'
import { PHONEPE } from '#connectors/gateways/phonepe/twin/credentials.ts'
import { RAZORPAY } from '#connectors/gateways/razorpay/twin/credentials.ts'
import { STRIPE } from '#connectors/gateways/stripe/twin/credentials.ts'
import { SIGNING_KEY } from '#connectors/gateways/paypal/twin/paypal-certificate.ts'
import { isChecksum } from '#connectors/gateways/paytm/twin/paytm-checksum.ts'

/** A gateway event as it is sent. */
export type Sent = { gateway: GatewayName; headers: Record<string, string>; body: Buffer }

/** How a gateway signs its events, written from its documentation. It uses none of the shop's code. */
export type Proof = {
  secret: string
  make(sent: Sent, secret: string): string
  read(sent: Sent): string
  /** Null removes it. */
  write(sent: Sent, proof: string | null): Sent
  isGenuine(sent: Sent): boolean
}

type Fields = Record<string, string>
type Parts = (string | Buffer)[]

const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')

const hmac = (secret: string, parts: Parts, encoding: 'hex' | 'base64') =>
  createHmac('sha256', secret)
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest(encoding)

export const withText = (sent: Sent, text: string): Sent => ({ ...sent, body: Buffer.from(text) })

const inHeader = (name: string, make: Proof['make']): Pick<Proof, 'make' | 'read' | 'write'> => ({
  make,
  read: ({ headers }) => headers[name] ?? '',
  write({ headers, ...sent }, proof) {
    const others = Object.entries(headers).filter(([one]) => one !== name)
    const all = proof === null ? others : [...others, [name, proof]]
    return { ...sent, headers: Object.fromEntries(all) as Record<string, string> }
  },
})

function inSignature(name: string, secret: string, make: Proof['make']): Proof {
  const proof = inHeader(name, make)
  return { secret, ...proof, isGenuine: (sent) => proof.read(sent) === make(sent, secret) }
}

const CASHFREE_TIME = 'x-webhook-timestamp'
const PHONEPE_PREFIX = /^SHA256 /i
const phonepe = inHeader('authorization', (_, password) =>
  hash('sha256', `${PHONEPE.webhookUsername}:${password}`),
)

const STRIPE_SECONDS = 300
export const stripeProof = ({ body }: Sent, secret: string, at: number): string =>
  `t=${at},v1=${hmac(secret, [`${at}.`, body], 'hex')}`
const stripe = inHeader('stripe-signature', (sent, secret) =>
  stripeProof(sent, secret, Math.floor(Date.now() / 1000)),
)

const readForm = ({ body }: Sent): Fields =>
  Object.fromEntries(new URLSearchParams(body.toString()))

/** A signature among the fields of a form. */
const inField = (name: string): Pick<Proof, 'read' | 'write'> => ({
  read: (sent) => readForm(sent)[name] ?? '',
  write(sent, proof) {
    const others = Object.entries(readForm(sent)).filter(([one]) => one !== name)
    const all = proof === null ? others : [...others, [name, proof]]
    return withText(sent, String(new URLSearchParams(all as [string, string][])))
  },
})

function readJson({ body }: Sent): Fields | null {
  try {
    const value: unknown = JSON.parse(body.toString().trim())
    return typeof value === 'object' && value !== null ? (value as Fields) : null
  } catch {
    return null
  }
}

const isJson = ({ body }: Sent) => body.toString().trimStart().startsWith('{')

function payuHash(fields: Fields, salt: string): string {
  const own = ['udf5', 'udf4', 'udf3', 'udf2', 'udf1'].map((name) => fields[name])
  const names = ['email', 'firstname', 'productinfo', 'amount', 'txnid', 'key']
  const last = [...own, ...names.map((name) => fields[name])]
  return hash('sha512', [salt, fields['status'], '', '', '', '', '', ...last].join('|'))
}

const inPayu = inField('hash')
const payu: Proof = {
  secret: PAYU.salt,
  make: (sent, salt) => payuHash(readForm(sent), salt),
  read: inPayu.read,
  /** A refund event in JSON carries the merchant's key and no hash. */
  write: (sent, proof) => (isJson(sent) ? sent : inPayu.write(sent, proof)),
  isGenuine(sent) {
    const fields = readJson(sent) ?? readForm(sent)
    if (fields['key'] !== PAYU.merchantKey) return false
    const isOne = String(fields['hash']).toLowerCase() === payuHash(fields, PAYU.salt)
    return fields['action'] === 'refund' || (isOne && Boolean(fields['status']))
  },
}

/** A missing value in a form reads null. Some of Paytm's libraries sign that word, others an empty text. */
function paytmTexts(fields: Fields): [asWritten: string, withoutNull: string] {
  const names = Object.keys(fields).filter((name) => name !== 'CHECKSUMHASH')
  const values = names.toSorted().map((name) => fields[name])
  return [values.join('|'), values.map((value) => (value === 'null' ? '' : value)).join('|')]
}

function paytmChecksum(text: string, key: string): string {
  const cipher = createCipheriv('aes-128-cbc', key, '@@@@&&&&####$$$$')
  const plain = `${hash('sha256', `${text}|abcd`)}abcd`
  return cipher.update(plain, 'utf8', 'base64') + cipher.final('base64')
}

/** The signed part of a JSON message, byte for byte. */
function signedOf({ body }: Sent): string {
  const text = body.toString()
  return text.slice(text.indexOf('"body":') + '"body":'.length, text.lastIndexOf('}')).trim()
}
const Head = z.object({ head: z.object({ signature: z.string() }) })
const SIGNATURE = /"signature":"([^"]*)"/

const inPaytm = inField('CHECKSUMHASH')
const paytm: Proof = {
  secret: PAYTM.merchantKey,
  make: (sent, key) =>
    paytmChecksum(isJson(sent) ? signedOf(sent) : paytmTexts(readForm(sent))[0], key),
  read: (sent) =>
    isJson(sent) ? (SIGNATURE.exec(sent.body.toString())?.[1] ?? '') : inPaytm.read(sent),
  write: (sent, proof) =>
    isJson(sent)
      ? withText(
          sent,
          sent.body.toString().replace(SIGNATURE, proof === null ? '' : `"signature":"${proof}"`),
        )
      : inPaytm.write(sent, proof),
  isGenuine(sent) {
    if (isJson(sent))
      return isChecksum(Head.safeParse(readJson(sent)).data?.head.signature, signedOf(sent))
    const fields = readForm(sent)
    const { MID, CHECKSUMHASH } = fields
    return (
      MID === PAYTM.merchantId && paytmTexts(fields).some((text) => isChecksum(CHECKSUMHASH, text))
    )
  },
}

const PROOFS: Record<GatewayName, Proof> = {
  razorpay: inSignature('x-razorpay-signature', RAZORPAY.webhookSecret, ({ body }, secret) =>
    hmac(secret, [body], 'hex'),
  ),
  cashfree: inSignature('x-webhook-signature', CASHFREE.clientSecret, ({ headers, body }, secret) =>
    hmac(secret, [headers[CASHFREE_TIME] ?? '', body], 'base64'),
  ),
  phonepe: {
    ...phonepe,
    secret: PHONEPE.webhookPassword,
    isGenuine: (sent) =>
      phonepe.read(sent).replace(PHONEPE_PREFIX, '').toLowerCase() ===
      phonepe.make(sent, PHONEPE.webhookPassword),
  },
  payu,
  paytm,
  btcpay: inSignature(
    'btcpay-sig',
    BTCPAY.webhookSecret,
    ({ body }, secret) => `sha256=${hmac(secret, [body], 'hex')}`,
  ),
  paypal: inSignature(
    'paypal-transmission-sig',
    PAYPAL.webhookId,
    ({ headers, body }, webhookId) => {
      const facts = ['id', 'time'].map((name) => headers[`paypal-transmission-${name}`] ?? '')
      const signed = [...facts, webhookId, crc32(body)].join('|')
      return signWith('sha256', Buffer.from(signed), SIGNING_KEY).toString('base64')
    },
  ),
  stripe: {
    ...stripe,
    secret: STRIPE.webhookSecret,
    isGenuine(sent) {
      const fields = stripe.read(sent).split(',')
      const at = Number(fields.find((field) => field.startsWith('t='))?.slice(2))
      const isRecent = Math.abs(Date.now() / 1000 - at) <= STRIPE_SECONDS
      const [, proof] = stripeProof(sent, STRIPE.webhookSecret, at).split(',')
      return isRecent && fields.some((field) => field.split('=', 2).join('=') === proof)
    },
  },
}

export function proofOf(name: GatewayName): Proof {
  const proof = PROOFS[name]
  if (!proof) throw new Error(`There is no proof of ${name}`)
  return proof
}

export const sign = (sent: Sent, secret = proofOf(sent.gateway).secret): Sent => {
  const { make, write } = proofOf(sent.gateway)
  return write(sent, make(sent, secret))
}
