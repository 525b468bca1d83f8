import { CASHFREE } from '#connectors/gateways/cashfree/twin/credentials.ts'
import { PAYTM } from '#connectors/gateways/paytm/twin/credentials.ts'
import { PAYU } from '#connectors/gateways/payu/twin/credentials.ts'
import { PHONEPE } from '#connectors/gateways/phonepe/twin/credentials.ts'
import type { Dice } from '#tests/chaos/dice.ts'
import { proofOf, sign, stripeProof, withText, type Sent } from './webhook-proofs.ts'
import { GATEWAYS } from '#tests/support/money/connectors.ts'

/** Material for a forger: other messages and known references. */
export type ForgeryMaterial = { dice: Dice; others: Sent[]; references: string[] }

const LETTERS = 'abcdefABCDEF0123456789{}[]",:&=|%+ \u00e9\u0000'
export const REFERENCE = /[PR][A-Z0-9]{20,24}/

const replaceOne = (text: string, pattern: RegExp, dice: Dice, by: (found: string) => string) => {
  const all = [...text.matchAll(pattern)]
  if (all.length === 0) return text
  const { index, 0: found } = dice.pick(all)
  return text.slice(0, index) + by(found) + text.slice(index + found.length)
}

const STATUSES = [
  /captured|authorized|created|failed/g,
  /SUCCESS|FAILED|PENDING|PAID/g,
  /COMPLETED|completed|FAILURE|failure|success|paid/g,
]
const STATUS_WORDS = ['captured', 'paid', 'SUCCESS', 'COMPLETED', 'TXN_SUCCESS', 'success']
export const MERCHANT = new RegExp(
  [
    'acc_SandboxGem0001',
    PHONEPE.merchantId,
    PAYU.merchantKey,
    PAYTM.merchantId,
    CASHFREE.clientId,
  ].join('|'),
  'g',
)

/** Edits of a message's text. */
const EDITS: Record<string, (text: string, known: ForgeryMaterial) => string> = {
  'another character': (text, { dice }) => {
    const at = dice.below(text.length)
    return text.slice(0, at) + LETTERS[dice.below(LETTERS.length)] + text.slice(at + 1)
  },
  'another reference': (text, { dice, references }) =>
    replaceOne(text, new RegExp(REFERENCE, 'g'), dice, () => dice.pick(references)),
  'another amount': (text, { dice }) =>
    replaceOne(text, /\b[1-9]\d{2,6}(\.\d\d?)?\b/g, dice, (found) => `${Number(found) * 10}`),
  'another status': (text, { dice }) =>
    replaceOne(text, dice.pick(STATUSES), dice, () => dice.pick(STATUS_WORDS)),
  'another currency': (text, { dice }) =>
    replaceOne(text, /INR|inr/g, dice, (found) => (found === 'INR' ? 'USD' : 'usd')),
  'another merchant': (text, { dice }) => replaceOne(text, MERCHANT, dice, (found) => `${found}X`),
  shorter: (text, { dice }) =>
    dice.isHit(0.5) ? text.slice(0, dice.below(text.length)) : text.slice(1 + dice.below(5)),
  longer: (text, { dice }) =>
    dice.pick([`${text} `, `${text}}`, `${text}\n`, `${text}&status=success`, ` ${text}`]),
  'a mark before it': (text) => `\ufeff${text}`,
  nothing: () => '',
  'a name twice': (text, { dice, references }) => {
    const [one, other] = [dice.pick(references), dice.pick(STATUS_WORDS)]
    const json = text.replace('{', `{"data":null,"payload":{"merchantOrderId":"${one}"},`)
    const form = `${text}&txnid=${one}&ORDERID=${one}&status=${other}&STATUS=${other}&amount=1.00`
    return text.startsWith('{') ? json : form
  },
  'written otherwise': (text, { dice }) =>
    text.startsWith('{')
      ? replaceOne(text, /[a-z]/g, dice, (found) => `\\u00${found.charCodeAt(0).toString(16)}`)
      : replaceOne(text, /[a-z]/g, dice, (found) => `%${found.charCodeAt(0).toString(16)}`),
}

/** Edits of a message's signature. */
const PROOF_EDITS: Record<string, (proof: string, known: ForgeryMaterial) => string | null> = {
  'no proof': () => null,
  'an empty proof': () => '',
  'a shorter proof': (proof, { dice }) => proof.slice(0, dice.below(proof.length)),
  'a longer proof': (proof, { dice }) => proof + dice.pick(['0', 'a', 'ab', '=', ',v1=0', ' 1']),
  'a proof in capitals': (proof) => proof.toUpperCase(),
  'another character in the proof': (proof, { dice }) =>
    replaceOne(proof, /[a-zA-Z0-9]/g, dice, (found) => (found === 'b' ? 'c' : 'b')),
  'a proof twice': (proof) => `${proof}, ${proof}`,
}

type Forge = (sent: Sent, known: ForgeryMaterial) => Sent

const OTHERS: Record<string, Forge> = {
  'another bit': (sent, { dice }) => {
    const body = Buffer.from(sent.body)
    const at = dice.below(body.length)
    body[at] = body[at]! ^ (1 << dice.below(8))
    return { ...sent, body }
  },
  'the proof of another message': (sent, { dice, others }) => {
    const { read, write } = proofOf(sent.gateway)
    const other = dice.pick(others.filter(({ gateway }) => gateway === sent.gateway))
    return write(sent, read(other))
  },
  'the headers of another message': (sent, { dice, others }) => {
    const { headers } = dice.pick(others)
    return { ...sent, headers }
  },
  'another secret': (sent, { dice }) => {
    const { secret } = proofOf(sent.gateway)
    const wrong = [secret.toUpperCase(), `${secret.slice(0, -1)}~`, `~${secret.slice(1)}`]
    return sign(sent, dice.pick(wrong))
  },
  'another header': (sent, { dice }) => {
    const named = Object.entries(sent.headers).filter(([name]) => name !== 'content-type')
    if (named.length === 0) return sent
    const [name, value] = dice.pick(named)
    const { [name]: _, ...headers } = sent.headers
    return { ...sent, headers: { ...headers, [dice.pick([`x-${name}`, `${name}-2`])]: value } }
  },
  'another time': (sent, { dice }) => {
    const now = Math.floor(Date.now() / 1000)
    const at = now + dice.pick([-86_400, -3_600, -320, 3_600, 86_400])
    if (sent.gateway === 'stripe') {
      const { secret, write } = proofOf('stripe')
      return write(sent, stripeProof(sent, secret, at))
    }
    return { ...sent, headers: { ...sent.headers, 'x-webhook-timestamp': String(at * 1000) } }
  },
  'another address': (sent, { dice }) => ({ ...sent, gateway: dice.pick(GATEWAYS) }),
}

/** All manipulations of a message. The result is a forgery unless it is still genuine. */
export const FORGERIES: Record<string, Forge> = {
  ...OTHERS,
  ...mapValues(
    EDITS,
    (edit): Forge =>
      (sent, known) =>
        withText(sent, edit(sent.body.toString(), known)),
  ),
  ...mapValues(PROOF_EDITS, (edit): Forge => (sent, known) => {
    const { read, write } = proofOf(sent.gateway)
    return write(sent, edit(read(sent), known))
  }),
}

function mapValues<From, To>(from: Record<string, From>, to: (value: From) => To) {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, to(value)]))
}
