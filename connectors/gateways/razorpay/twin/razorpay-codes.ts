// Razorpay's UPI codes. Their references are notes only, so they can be repeated.
import { json, type Answer, type Call, type Fields } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import { letters } from '#sandbox/gateways/deals.ts'
import { payPageUrl, type Deal } from '#sandbox/gateways/gateway.ts'
import { upiUri } from '#sandbox/gateways/upi.ts'
import { NOTHING_THERE, refuse, toCode, toPayment } from './razorpay-wire.ts'

const NAME = 'razorpay'
const AMOUNT_MIN = 100
const AHEAD_MIN_SECONDS = 15 * 60
const AHEAD_MAX_SECONDS = 45 * 24 * 60 * 60
const NOTES_MAX = 15

export function codeCalls(deps: SandboxDeps) {
  const { deals } = deps
  const tell = (deal: Deal) => json(toCode(deal, payPageUrl(deps, deal)))
  const withCode = (answer: (deal: Deal) => Answer, fromEnd: number) => (call: Call) => {
    const deal = deals.findById(NAME, call.url.pathname.split('/').at(-fromEnd)!)
    return deal?.more['code'] ? answer(deal) : NOTHING_THERE
  }

  async function create(call: Call): Promise<Answer> {
    const fields = (await call.readFields()) ?? {}
    const problem = findProblem(fields)
    if (problem) return refuse(problem)
    const { payment_amount, close_by, notes } = fields
    const id = `qr_${letters(14)}`
    const amount = Number(payment_amount)
    const deal = deals.add({
      gateway: NAME,
      id,
      reference: String((notes as Fields | undefined)?.['reference'] ?? id),
      isRepeatable: true,
      amount,
      returnUrl: deps.shopUrl,
      expiresAt: close_by === undefined ? null : Number(close_by) * 1000,
      more: { code: fields, upi: upiUri({ gateway: NAME, id, amount }) },
    })
    return tell(deal!)
  }

  function close(deal: Deal): Answer {
    if (deal.state !== 'open') return refuse('QR Code is already closed')
    deal.more['closedAt'] = Date.now()
    deals.end(deal, 'cancelled')
    return tell(deal)
  }

  return {
    'POST /v1/payments/qr_codes': create,
    'GET /v1/payments/qr_codes/*': withCode(tell, 1),
    'GET /v1/payments/qr_codes/*/payments': withCode(listPayments, 2),
    'POST /v1/payments/qr_codes/*/close': withCode(close, 2),
  }
}

function listPayments(deal: Deal): Answer {
  const items = deal.attempts.map((attempt) => toPayment(deal, attempt)).toReversed()
  return json({ entity: 'collection', count: items.length, items })
}

function findProblem(fields: Fields): string | undefined {
  const { type, usage, fixed_amount, payment_amount, close_by, notes } = fields
  if (type !== 'upi_qr') return 'The selected type is invalid.'
  if (usage !== 'single_use') return 'The selected usage is invalid.'
  if (fixed_amount !== true) return 'The fixed amount must be true for single use.'
  if (!Number.isInteger(payment_amount)) return 'The payment amount must be an integer.'
  if (Number(payment_amount) < AMOUNT_MIN) return 'The payment amount must be at least 100.'
  const ahead = Number(close_by) - Date.now() / 1000
  if (close_by !== undefined && !(ahead >= AHEAD_MIN_SECONDS))
    return 'close_by should be at least 15 minutes after current time'
  if (close_by !== undefined && ahead > AHEAD_MAX_SECONDS)
    return 'close_by should be at most 45 days after current time'
  if (Object.keys(notes ?? {}).length > NOTES_MAX)
    return `notes: the length must be no more than ${NOTES_MAX}.`
  return undefined
}
