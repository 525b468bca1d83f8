// Razorpay's payment links. References stay taken forever.
import type { GatewayMethod } from '#contract/money/gateways.ts'
import { json, type Answer, type Call, type Fields } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import { limitedTo } from '#sandbox/gateways/methods.ts'
import { letters } from '#sandbox/gateways/deals.ts'
import { payPageUrl, type Deal } from '#sandbox/gateways/gateway.ts'
import { NOTHING_THERE, refuse, toLink } from './razorpay-wire.ts'

const NAME = 'razorpay'
const REFERENCE_MAX = 40
const AMOUNT_MIN = 100
const AHEAD_MIN_SECONDS = 15 * 60
const LIST_MAX = 10
const NOTES_MAX = 15

export function linkCalls(deps: SandboxDeps) {
  const { deals } = deps
  const tell = (deal: Deal) => json(toLink(deal, payPageUrl(deps, deal)))
  const withLink = (answer: (deal: Deal) => Answer, fromEnd: number) => (call: Call) => {
    const deal = deals.findById(NAME, call.url.pathname.split('/').at(-fromEnd)!)
    return deal?.more['asked'] ? answer(deal) : NOTHING_THERE
  }

  async function create(call: Call): Promise<Answer> {
    const fields = (await call.readFields()) ?? {}
    const problem = findProblem(fields)
    if (problem) return refuse(problem)
    const { reference_id, amount, callback_url, expire_by } = fields
    const id = `plink_${letters(14)}`
    const deal = deals.add({
      gateway: NAME,
      id,
      reference: String(reference_id ?? id),
      amount: Number(amount),
      returnUrl: String(callback_url ?? deps.shopUrl),
      expiresAt: expire_by === undefined ? null : Number(expire_by) * 1000,
      method: readMethod(fields) ?? null,
      more: { asked: fields, order: `order_${letters(14)}` },
    })
    const isTaken = `payment link with given reference_id: ${reference_id} already exists`
    return deal ? tell(deal) : refuse(isTaken)
  }

  function list({ url }: Call): Answer {
    const [reference, payment] = ['reference_id', 'payment_id'].map((name) =>
      url.searchParams.get(name),
    )
    const isAsked = (deal: Deal) =>
      deal.more['asked'] !== undefined && // other payments have no link
      (!reference || deal.reference === reference) &&
      (!payment || deal.attempts.some(({ id }) => id === payment))
    const found = deals.list(NAME).filter(isAsked).toReversed().slice(0, LIST_MAX)
    return json({ payment_links: found.map((deal) => toLink(deal, payPageUrl(deps, deal))) })
  }

  function cancel(deal: Deal): Answer {
    if (deal.state !== 'open') return refuse('Only links in created state can be cancelled.')
    deal.more['cancelledAt'] = Date.now()
    deals.end(deal, 'cancelled')
    return tell(deal)
  }

  return {
    'POST /v1/payment_links': create,
    'GET /v1/payment_links': list,
    'GET /v1/payment_links/*': withLink(tell, 1),
    'POST /v1/payment_links/*/cancel': withLink(cancel, 2),
  }
}

const NO_UPI_LINKS =
  'UPI Payment Links is not supported in Test Mode. Please experience the product in Live Mode.'

function findProblem(fields: Fields): string | undefined {
  const { amount, currency, reference_id, callback_url, callback_method, expire_by } = fields
  if (amount === undefined || amount === null || amount === '') return 'amount: cannot be blank.'
  if (!Number.isInteger(amount)) return 'amount: must be an integer.'
  if (Number(amount) < AMOUNT_MIN) return 'amount: amount should be minimum 100 for INR.'
  if (currency !== undefined && currency !== 'INR') return 'currency: is not supported.'
  if (String(reference_id ?? '').length > REFERENCE_MAX)
    return 'reference_id: the length must be no more than 40.'
  if (callback_url !== undefined && !URL.canParse(String(callback_url)))
    return 'callback_url: must be a valid URL.'
  if (callback_url !== undefined && callback_method !== 'get')
    return 'callback_method: must be a valid value.'
  if (expire_by !== undefined && !(Number(expire_by) >= Date.now() / 1000 + AHEAD_MIN_SECONDS))
    return 'timestamp must be atleast 15 minutes in future' // Razorpay's own spelling
  if (Object.keys(fields['notes'] ?? {}).length > NOTES_MAX)
    return `notes: the length must be no more than ${NOTES_MAX}.`
  const isOptionWrong = optionsOf(fields) !== undefined && !readMethod(fields)
  if (isOptionWrong) return 'options: checkout method is not valid.'
  return findCustomerProblem(fields) ?? (fields['upi_link'] === true ? NO_UPI_LINKS : undefined)
}

const METHODS = {
  card: 'card',
  netbanking: 'netbanking',
  upi: 'upi',
  wallet: 'mobile-wallet',
} as const

const optionsOf = (fields: Fields) => fields['options'] as { checkout?: Fields } | undefined

/** The first method that the link shows. A link hides methods by name. */
function readMethod(fields: Fields): GatewayMethod | undefined {
  const shown = Object.entries((optionsOf(fields)?.checkout?.['method'] ?? {}) as Fields)
  if (shown.some(([, isShown]) => typeof isShown !== 'boolean')) return undefined
  const all = limitedTo(
    shown.map(([name]) => name),
    METHODS,
  )
  return (
    all &&
    limitedTo(
      shown.flatMap(([name, isShown]) => (isShown ? [name] : [])),
      METHODS,
    )
  )
}

const NAME_FORMAT = /^[A-Za-z0-9 .'/()]+$/
const EMAIL_FORMAT = /^[^@\s]{1,64}@[^@\s]+\.[^@\s]+$/
const CONTACT_FORMAT = /^\+?\d{8,15}$/

/** A customer may be left out. A customer who is named must have a name that Razorpay accepts. */
function findCustomerProblem({ customer }: Fields): string | undefined {
  if (customer === undefined) return undefined
  const { name, email, contact } = customer as Fields
  const problems = {
    name:
      String(name ?? '').length < 3 || String(name).length > 50
        ? 'the length must be between 3 and 50'
        : !NAME_FORMAT.test(String(name)) && 'must be in a valid format',
    email: email !== undefined && !EMAIL_FORMAT.test(String(email)) && 'must be a valid email',
    contact: contact !== undefined && !CONTACT_FORMAT.test(String(contact)) && 'must be valid',
  }
  const found = Object.entries(problems).find(([, problem]) => problem)
  return found && `customer: (${found.join(': ')}.).`
}
