import { INSTALLED } from '#connectors/connectors.ts'
import { sendSent } from '#tests/support/calls/send-fields.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'
import { hostileText, hostileValue, withRaw } from './hostile-values.ts'
import { BODIES } from './hostile-wire.ts'
import { inLanes, note, tell, toJudged } from './hostile-tally.ts'
import type { Stage } from './send-hostile-calls.ts'
import { sign, type Sent } from '#tests/chaos/payments/webhook-proofs.ts'
import { GATEWAYS } from '#tests/support/money/connectors.ts'

const AT_ONCE = 6

/**
 * Sends nonsense in place of outside callers: gateway events of every gateway, half of them correctly signed, messages
 * from every supplier, and forms that browsers post back. Each is sent `each` times.
 */
export async function sendHostileWebhooks(
  stage: Stage,
  { each, seed }: { each: number; seed: number },
) {
  const { setup, callers, tally } = stage
  const dice = createDice(seed)
  const all = Array.from({ length: each }, () => listCalls(stage, dice)).flat()
  await inLanes(all, AT_ONCE, async ({ address, headers, body }) => {
    const by = { ...callers.anyone[0]!, url: dice.pick(setup.urls) }
    const what = `POST ${address} ${body.toString('latin1').slice(0, 300)}`
    try {
      const sent = { method: 'POST', address, body: new Uint8Array(body), type: '' }
      note(tally, what, toJudged(await sendSent(by, sent, headers)))
    } catch (error) {
      tell(tally, `${what}: ${String(error)}`)
    }
  })
}

type Call = { address: string; headers: Record<string, string>; body: Buffer }

function listCalls({ known }: Stage, dice: Dice): Call[] {
  const references = known['payment.reference']!
  const webhooks = GATEWAYS.map((gateway): Call => {
    const headers = { 'x-webhook-timestamp': dice.pick([String(Date.now()), '0', 'NaN', '-1']) }
    const draft: Sent = { gateway, headers, body: toBody(dice, references) }
    const sent = dice.isHit(0.6) ? signed(draft) : draft
    return { address: `/api/v1/webhook/${gateway}`, headers: sent.headers, body: sent.body }
  })
  const callbacks = [...INSTALLED.suppliers.keys()].map((provider): Call => {
    const secret = encodeURIComponent(hostileText(dice).toWellFormed()) || '-'
    const address = `/api/v1/callback/${provider}/${secret.slice(0, 300)}`
    return { address, headers: {}, body: toBody(dice, references) }
  })
  const others = ['return/razorpay', 'return/payu', 'return/paytm', 'unsubscribe'].map(
    (path): Call => {
      const address = `/api/v1/${path}?token=${encodeURIComponent(hostileText(dice).toWellFormed())}`
      return { address, headers: {}, body: toBody(dice, references) }
    },
  )
  return [...webhooks, ...callbacks, ...others]
}

/** Some nonsense cannot be signed, and stays unsigned. */
function signed(sent: Sent): Sent {
  try {
    return sign(sent)
  } catch {
    return sent
  }
}

const NAMES = [
  'payload',
  'event',
  'data',
  'body',
  'head',
  'type',
  'id',
  'object',
  'order',
  'order_id',
  'txnid',
  'status',
  'amount',
  'mihpayid',
  'key',
  'hash',
  'ORDERID',
  'MID',
  'TXNID',
  'CHECKSUMHASH',
  'merchantOrderId',
  'payment_link',
  'entity',
  'reference_id',
  'metadata',
  '__proto__',
]

/** Nonsense as JSON or as a form, using the gateways' field names and sometimes a known reference. */
function toBody(dice: Dice, references: readonly string[]): Buffer {
  const kind = dice.below(10)
  if (kind === 0) return Buffer.from(dice.pick(BODIES) as string)
  const value = (): unknown =>
    dice.isHit(0.3) ? dice.pick(references) : dice.isHit(0.4) ? objectOf(value) : hostileValue(dice)
  const objectOf = (make: () => unknown): object => {
    const fields = Array.from({ length: 1 + dice.below(3) }, () => [dice.pick(NAMES), make()])
    return Object.fromEntries(fields) as object
  }
  const fields = objectOf(() => objectOf(value))
  if (kind < 6) return Buffer.from(withRaw(JSON.stringify(fields)))
  const pairs = Object.entries(fields).map(([name, one]) => [name, toWords(one)])
  return Buffer.from(String(new URLSearchParams(pairs as [string, string][])))
}

const toWords = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '')
