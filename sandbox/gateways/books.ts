import { json, type Call, type Fields, type Routes } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import type { Dispatches } from '#sandbox/suppliers/dispatches.ts'
import { digits, letters } from './deals.ts'
import type { Deals } from './create-deals.ts'
import { findByReference } from './deal-store.ts'
import { refuseStranger, type Company, type Repayment } from './gateway.ts'
import { isCurrency, toPaise, toRupees } from './money.ts'
import { refundable } from './repayments.ts'
import { netOf } from './settle.ts'

/** Shows the records of gateways and suppliers. Also simulates manual actions at the gateways. */
export function booksRoutes(deps: SandboxDeps, companies: Company[]): Routes {
  const { deals, dispatches } = deps
  return {
    'GET /books': () => json({ ...readBooks(deals), delivered: listDelivered(dispatches) }),
    'POST /books/capture': byHand(companies, (fields) => capture(deps, companies, fields)),
    'POST /books/refund': byHand(companies, (fields) => refund(deals, companies, fields)),
    'POST /settlements': byHand(companies, (fields) => settle(deals, companies, fields)),
    'POST /refunds': byHand(companies, ({ gateway, outcome }) => {
      if (!isOutcome(outcome)) return 'outcome must be one of: done, failed, pending'
      deals.decideRepayments(String(gateway), outcome)
      return { gateway, outcome }
    }),
  }
}

/** A returned string is a refusal. */
const byHand =
  (companies: Company[], work: (fields: Fields) => object | string) => async (call: Call) => {
    const fields = (await call.readFields()) ?? {}
    const done = refuseStranger(companies, fields['gateway']) ?? work(fields)
    return typeof done === 'string' ? json({ message: done }, 400) : json(done)
  }

/** Pays everything that is not settled yet to the shop's bank. */
function settle(deals: Deals, companies: Company[], fields: Fields) {
  const gateway = String(fields['gateway'])
  const id = companies.find(({ name }) => name === gateway)?.settlementId ?? (() => digits(9))
  const made = deals.settle(deals.list(gateway), { gateway, id, utr: digits(12) })
  return {
    gateway,
    settlements: made.map(({ id, utr, currency, lines }) => ({
      settlementId: id,
      utr,
      currency,
      lines: lines.length,
      amount: toRupees(lines.reduce((sum, line) => sum + netOf(line), 0)),
    })),
  }
}

const isOutcome = (value: unknown): value is Repayment['state'] =>
  value === 'done' || value === 'failed' || value === 'pending'

function readBooks(deals: Deals) {
  const all = deals.listAll()
  const captured = all.flatMap(({ gateway, reference, attempts }) =>
    attempts
      .filter(({ state }) => state === 'success')
      .map(({ amount, currency }) => ({ gateway, reference, amount: toRupees(amount), currency })),
  )
  const refunded = all.flatMap(({ gateway, reference, currency, repayments }) =>
    repayments
      .filter(({ state }) => state === 'done')
      .map((repayment) => ({
        gateway,
        reference,
        refundReference: repayment.reference,
        amount: toRupees(repayment.amount),
        currency,
      })),
  )
  return { captured, refunded }
}

const listDelivered = (dispatches: Dispatches) =>
  dispatches
    .listAll()
    .filter(({ state }) => state === 'delivered')
    .map(({ provider, reference, serviceId, playerId, zoneId }) => ({
      provider,
      reference,
      serviceId,
      playerId,
      zoneId,
    }))

const idOf = (companies: Company[], gateway: unknown, which: 'attemptId' | 'repaymentId') =>
  companies.find(({ name }) => name === gateway)?.[which]?.()

/** Money that reached the gateway without the shop. No webhook reports it. */
function capture({ deals, shopUrl }: SandboxDeps, companies: Company[], fields: Fields) {
  const { currency = 'INR' } = fields
  const gateway = String(fields['gateway'])
  const amount = toPaise(fields['amount'])
  if (amount === undefined) return 'amount must be in rupees'
  if (!isCurrency(currency)) return 'currency must be a code: USD'
  const reference = `HAND${letters(14).toUpperCase()}`
  const returnUrl = `${shopUrl}/api/v1/return/${gateway}`
  const asked = { gateway, reference, amount, returnUrl, currency: String(currency) }
  const deal = deals.add(asked)!
  const id = idOf(companies, gateway, 'attemptId')
  const attempt = deals.attempt(deal, { state: 'success', id, mode: 'never' })
  return { gateway, reference, gatewayPaymentId: attempt === 'over' ? '' : attempt.id }
}

function refund(deals: Deals, companies: Company[], fields: Fields) {
  const gateway = String(fields['gateway'])
  const amount = toPaise(fields['amount'])
  if (amount === undefined) return 'amount must be in rupees'
  const deal = findByReference(deals, gateway, String(fields['reference']))
  if (!deal) return `${gateway} has no payment with this reference`
  const attempt = deal.attempts.find(({ id }) => refundable(deal, id) >= amount)
  if (!attempt) return 'This much was not captured, or was already refunded'
  const refundReference = `HAND${letters(14).toUpperCase()}`
  const id = idOf(companies, gateway, 'repaymentId')
  deals.repay(deal, { reference: refundReference, amount, attemptId: attempt.id, id })
  return { gateway, reference: deal.reference, refundReference }
}
