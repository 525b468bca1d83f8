// Stripe's refunds.
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { Deals } from '#sandbox/gateways/create-deals.ts'
import { letters } from '#sandbox/gateways/deals.ts'
import type { Deal } from '#sandbox/gateways/gateway.ts'
import { refundable } from '#sandbox/gateways/repayments.ts'
import { fail, dataOf, toList, toRefund } from './stripe-wire.ts'

const NAME = 'stripe'

export function createStripeRefunds(deals: Deals) {
  const findByIntent = (id: unknown): Deal | undefined =>
    deals.findWhere(NAME, ({ attempts }) => attempts.some((attempt) => attempt.id === id))

  async function send(call: Call): Promise<Answer> {
    const fields = (await call.readFields()) ?? {}
    const intent = String(fields['payment_intent'])
    const deal = findByIntent(intent)
    if (!deal) return fail(404, 'resource_missing', `No such payment_intent: '${intent}'`)
    const left = refundable(deal, intent)
    const amount = Number(fields['amount'] ?? left)
    if (!Number.isInteger(amount) || amount < 1)
      return fail(400, 'parameter_invalid_integer', 'Invalid positive integer: amount')
    if (left === 0)
      return fail(400, 'charge_already_refunded', 'This charge has nothing left to be refunded.')
    if (amount > left)
      return fail(400, '', 'Refund amount is greater than unrefunded amount on charge')

    const id = `re_${letters(24)}`
    const named = fields['metadata[reference]']
    const kept = dataOf(deal)
    kept.refunds = { ...kept.refunds, [id]: named ? { reference: String(named) } : {} }
    const input = { id, amount, attemptId: intent }
    const repaid = deals.repay(deal, { ...input, reference: String(named ?? id) })
    // Stripe does not interpret metadata: the same reference under another key is another refund.
    const other = repaid === 'twice' ? deals.repay(deal, { ...input, reference: id }) : repaid
    return typeof other === 'string' ? fail(400, '', other) : json(toRefund(deal, other))
  }

  function list(call: Call): Answer {
    const intent = call.url.searchParams.get('payment_intent')
    if (intent === null)
      return toList(
        call,
        deals
          .list(NAME)
          .flatMap((deal) => deal.repayments.map((repayment) => toRefund(deal, repayment))),
      )
    const deal = findByIntent(intent)
    if (!deal) return fail(404, 'resource_missing', `No such payment_intent: '${intent}'`)
    const found = deal.repayments.filter(({ attemptId }) => attemptId === intent)
    return toList(
      call,
      found.map((repayment) => toRefund(deal, repayment)),
    )
  }

  function find({ url }: Call): Answer {
    const id = url.pathname.split('/').at(-1)
    const deal = deals.findWhere(NAME, ({ repayments }) => repayments.some((one) => one.id === id))
    const repayment = deal?.repayments.find((one) => one.id === id)
    return deal && repayment
      ? json(toRefund(deal, repayment))
      : fail(404, 'resource_missing', `No such refund: '${id}'`)
  }

  return { 'POST /v1/refunds': send, 'GET /v1/refunds': list, 'GET /v1/refunds/*': find }
}
