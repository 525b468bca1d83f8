// Razorpay's payments and refunds.
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { Deals } from '#sandbox/gateways/create-deals.ts'
import { letters } from '#sandbox/gateways/deals.ts'
import type { Attempt, Deal } from '#sandbox/gateways/gateway.ts'
import { NOTHING_THERE, refuse, toPayment, toRefund } from './razorpay-wire.ts'

const NAME = 'razorpay'
const KEY = /^[\w-]{10,}$/
const AMOUNT_MIN = 100
const COUNT_MAX = 100

type Paid = { deal: Deal; attempt: Attempt }
type Sent = Record<string, { body: string; id: string }> // by idempotency key

export function paymentCalls(deals: Deals) {
  const withPayment =
    (answer: (paid: Paid, call: Call) => Answer | Promise<Answer>, fromEnd: number) =>
    (call: Call) => {
      const id = call.url.pathname.split('/').at(-fromEnd)!
      const deal = deals.findWhere(NAME, ({ attempts }) => attempts.some((one) => one.id === id))
      const attempt = deal?.attempts.find((one) => one.id === id)
      return deal && attempt ? answer({ deal, attempt }, call) : NOTHING_THERE
    }

  /** The same key returns the same refund, and requires the same body. */
  async function refund(paid: Paid, call: Call): Promise<Answer> {
    const key = call.headers['x-refund-idempotency']?.toString()
    if (key === undefined) return refundOnce(paid, call)
    if (!KEY.test(key)) return refuse('The idempotency key is invalid.')
    const sent = (paid.deal.more['sent'] ??= {}) as Sent
    const body = await call.readText()
    const before = sent[key]
    if (!before) return refundOnce(paid, call, (id) => (sent[key] = { body, id }))
    if (before.body !== body)
      return refuse('Different request with the same idempotency key has already been processed.')
    return json(
      toRefund(
        paid.deal,
        paid.deal.repayments.find(({ id }) => id === before.id)!,
      ),
    )
  }

  async function refundOnce(paid: Paid, call: Call, keep?: (id: string) => void): Promise<Answer> {
    const { deal, attempt } = paid
    const { amount = attempt.amount, receipt } = (await call.readFields()) ?? {}
    if (attempt.state !== 'success') return refuse('The payment has not been captured yet.')
    if (!Number.isInteger(amount) || Number(amount) < AMOUNT_MIN)
      return refuse('The amount must be at least INR 1.00')
    const id = `rfnd_${letters(14)}`
    const input = { id, reference: String(receipt ?? id), attemptId: attempt.id }
    const repaid = deals.repay(deal, { ...input, amount: Number(amount) })
    if (repaid === 'twice') return refuse('The refund receipt has been used already.')
    if (repaid === 'too much')
      return refuse('The total refund amount is greater than the refund payment amount')
    keep?.(id)
    return json(toRefund(deal, repaid))
  }

  return {
    'GET /v1/payments': (call: Call) => list(deals, call),
    'GET /v1/payments/*': withPayment(({ deal, attempt }) => json(toPayment(deal, attempt)), 1),
    'POST /v1/payments/*/refund': withPayment(refund, 2),
    'GET /v1/payments/*/refunds': withPayment(listRefunds, 2),
    'GET /v1/refunds': (call: Call) => listAllRefunds(deals, call),
    'GET /v1/refunds/*': (call: Call) => findRefund(deals, call),
  }
}

function findRefund(deals: Deals, { url }: Call): Answer {
  const id = url.pathname.split('/').at(-1)
  const isOf = ({ repayments }: Deal) => repayments.some((repayment) => repayment.id === id)
  const deal = deals.findWhere(NAME, isOf)
  const found = deal?.repayments.find((repayment) => repayment.id === id)
  return deal && found ? json(toRefund(deal, found)) : NOTHING_THERE
}

const list = (deals: Deals, call: Call): Answer =>
  page(
    call,
    deals.list(NAME).flatMap((deal) => deal.attempts.map((attempt) => toPayment(deal, attempt))),
  )

const listAllRefunds = (deals: Deals, call: Call): Answer =>
  page(
    call,
    deals
      .list(NAME)
      .flatMap((deal) => deal.repayments.map((repayment) => toRefund(deal, repayment))),
  )

/** `from` and `to` are in seconds, and both are inclusive. */
function page({ url }: Call, items: { created_at: number }[]): Answer {
  const ask = (name: string, otherwise: number) => Number(url.searchParams.get(name) ?? otherwise)
  const [from, to] = [ask('from', 0), ask('to', Infinity)]
  const [count, skip] = [ask('count', 10), ask('skip', 0)]
  if (!(count >= 1 && count <= COUNT_MAX)) return refuse('The count must be between 1 and 100.')
  const asked = items
    .filter(({ created_at }) => created_at >= from && created_at <= to)
    .toSorted((one, other) => other.created_at - one.created_at)
  return toCollection(asked.slice(skip, skip + count))
}

const listRefunds = ({ deal, attempt }: Paid): Answer =>
  toCollection(
    deal.repayments
      .filter(({ attemptId }) => attemptId === attempt.id)
      .map((repayment) => toRefund(deal, repayment)),
  )

const toCollection = (items: object[]): Answer =>
  json({ entity: 'collection', count: items.length, items })
