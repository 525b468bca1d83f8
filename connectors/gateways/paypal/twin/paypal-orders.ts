// PayPal's orders.
import { json, type Answer, type Call, type Fields } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import type { AttemptInput } from '#sandbox/gateways/create-deals.ts'
import { letters } from '#sandbox/gateways/deals.ts'
import { payPageUrl, type Attempt, type Deal, type Message } from '#sandbox/gateways/gateway.ts'
import type { Tell } from './paypal-events.ts'
import {
  CURRENCIES,
  dataOf,
  fail,
  missing,
  refuse,
  toOrder,
  WHOLE,
  type Approval,
} from './paypal-wire.ts'

export const NAME = 'paypal'
const LIFE_MS = 3 * 60 * 60_000
const TEXT_MAX = 127
const KEY_MAX = 108

type Unit = {
  amount?: { currency_code?: unknown; value?: unknown }
  custom_id?: unknown
  invoice_id?: unknown
  description?: unknown
}
type Source = { experience_context?: { return_url?: unknown; cancel_url?: unknown } }

const isWhole = ({ headers }: Call): boolean => headers['prefer'] === 'return=representation'

export function createOrders(deps: SandboxDeps, { url, tell }: { url: string; tell: Tell }) {
  const { deals } = deps
  const byKey = new Map<string, Deal>()
  const write = (deal: Deal, isWhole: boolean) =>
    toOrder({ url, page: payPageUrl(deps, deal) }, deal, isWhole)

  async function create(call: Call): Promise<Answer> {
    const fields = (await call.readFields()) ?? {}
    const key = String(call.headers['paypal-request-id'] ?? '')
    const known = byKey.get(key)
    if (known) return json(write(known, isWhole(call)))
    const { unit, context } = readOrder(fields)
    const problem = findProblem({ intent: fields['intent'], key, unit, context })
    if (problem) return fail(400, 'INVALID_REQUEST', ...problem)
    const deal = add(deps, unit!, {
      returnUrl: String(context.return_url),
      cancelUrl: String(context.cancel_url),
    })
    byKey.set(key, deal)
    return json(write(deal, isWhole(call)))
  }

  const withOrder =
    (answer: (deal: Deal, call: Call) => Answer, fromEnd: number) => (call: Call) => {
      const deal = deals.findById(NAME, call.url.pathname.split('/').at(-fromEnd)!)
      const isGone = deal?.state === 'expired' && deal.attempts.length === 0
      return deal && !isGone ? answer(deal, call) : missing()
    }

  function capture(deal: Deal, call: Call): Answer {
    if (!call.headers['content-type']?.startsWith('application/json'))
      return fail(415, 'UNSUPPORTED_MEDIA_TYPE')
    const refusal = refuseCapture(deps, deal)
    if (refusal) return refusal
    deals.attempt(deal, dataOf(deal).approval!)
    return json(write(deal, isWhole(call)), 201)
  }

  return {
    attempt: (deal: Deal, input: AttemptInput) =>
      approve(deps, deal, {
        input,
        write: () => tell('CHECKOUT.ORDER.APPROVED', 'checkout-order', write(deal, true)),
      }),
    calls: {
      'POST /v2/checkout/orders': create,
      'GET /v2/checkout/orders/*': withOrder((deal) => json(write(deal, true)), 1),
      'POST /v2/checkout/orders/*/capture': withOrder(capture, 2),
    },
  }
}

function add(
  { deals }: SandboxDeps,
  { amount, custom_id, invoice_id }: Unit,
  { returnUrl, cancelUrl }: Ways,
): Deal {
  const id = letters(17).toUpperCase()
  const customId = custom_id === undefined ? undefined : String(custom_id)
  const invoiceId = invoice_id === undefined ? undefined : String(invoice_id)
  const asked = {
    gateway: NAME,
    id,
    amount: Math.round(Number(amount!.value) * 100),
    currency: String(amount!.currency_code),
    returnUrl,
    expiresAt: Date.now() + LIFE_MS,
    more: { customId, invoiceId, cancelUrl },
  }
  // PayPal does not interpret the custom id: another order may have the same.
  return (
    deals.add({ ...asked, reference: customId ?? id }) ?? deals.add({ ...asked, reference: id })!
  )
}

function refuseCapture({ deals }: SandboxDeps, deal: Deal): Answer | null {
  const { approval, invoiceId } = dataOf(deal)
  if (deal.attempts.length > 0) return refuse('ORDER_ALREADY_CAPTURED', 'Order already captured.')
  if (!approval) return refuse('ORDER_NOT_APPROVED', 'Payer has not yet approved the Order.')
  if (approval.state === 'failed')
    return refuse('INSTRUMENT_DECLINED', 'The instrument presented was declined.')
  const isUsed = (other: Deal) =>
    other.attempts.length > 0 && invoiceId !== undefined && dataOf(other).invoiceId === invoiceId
  return deals.findWhere(NAME, isUsed)
    ? refuse('DUPLICATE_INVOICE_ID', 'Duplicate Invoice ID detected.')
    : null
}

/** `write` writes the event. */
type Choice = { input: AttemptInput; write: () => Message }

/** The customer approves the payment, or leaves a card that will be declined. The shop captures it later. */
function approve(
  { deals, webhooks }: SandboxDeps,
  deal: Deal,
  { input: { mode = 'once', ...input }, write }: Choice,
): Attempt | 'over' {
  if (deal.attempts.some(({ state }) => state === 'pending'))
    return deals.attempt(deal, { mode, ...input })
  if (deal.state !== 'open' || deal.attempts.length > 0) return 'over'
  const { state, id = letters(17).toUpperCase(), payer = '', payerName = '' } = input
  const { amount = deal.amount, currency = deal.currency } = input
  const approval: Approval = { id, state, amount, currency, payer, payerName, mode }
  Object.assign(dataOf(deal), { approval })
  const event = write()
  void webhooks.send(deal, [event], { mode, forge: undefined })
  return { ...approval, utr: '', at: Date.now() }
}

function readOrder(fields: Fields) {
  const units = fields['purchase_units']
  const source = fields['payment_source'] as { paypal?: Source } | undefined
  const [unit] = Array.isArray(units) ? (units as Unit[]) : []
  return { unit, context: source?.paypal?.experience_context ?? {} }
}

type Ways = { returnUrl: string; cancelUrl: string }
type Sent = {
  intent: unknown
  key: string
  unit: Unit | undefined
  context: NonNullable<Source['experience_context']>
}

function findProblem({ intent, key, unit, context }: Sent): [string, string] | undefined {
  if (intent !== 'CAPTURE') return ['INVALID_PARAMETER_VALUE', 'intent']
  if (!key) return ['PAYPAL_REQUEST_ID_REQUIRED', 'A PayPal-Request-Id is required.']
  if (key.length > KEY_MAX) return ['INVALID_STRING_LENGTH', 'PayPal-Request-Id']
  if (!unit) return ['MISSING_REQUIRED_PARAMETER', 'purchase_units']
  const { currency_code, value } = unit.amount ?? {}
  const currency = String(currency_code)
  if (!CURRENCIES.includes(currency))
    return ['CURRENCY_NOT_SUPPORTED', 'Currency code is not currently supported.']
  const isWhole = WHOLE.includes(currency)
  if (!(isWhole ? /^\d{1,9}$/ : /^\d{1,7}\.\d{2}$/).test(String(value)))
    return ['DECIMAL_PRECISION', `The value must have ${isWhole ? 'no' : 'two'} decimals.`]
  if (!(Number(value) > 0)) return ['CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.']
  const texts = [unit.custom_id, unit.invoice_id, unit.description]
  if (texts.some((text) => String(text ?? '').length > TEXT_MAX))
    return ['INVALID_STRING_LENGTH', 'custom_id, invoice_id or description']
  if (![context.return_url, context.cancel_url].every((one) => URL.canParse(String(one))))
    return ['INVALID_PARAMETER_SYNTAX', 'return_url or cancel_url']
  return undefined
}
