// Stripe's payouts to the shop's bank, and the balance transactions in them.
import type { Answer, Call } from '#sandbox/http.ts'
import type { Deals } from '#sandbox/gateways/create-deals.ts'
import { netOf, type SettledLine, type Settlement } from '#sandbox/gateways/settle.ts'
import { expandedIn, fail, toList } from './stripe-wire.ts'

const NAME = 'stripe'
const CATEGORIES = { payment: 'charge', refund: 'refund', dispute: 'dispute' } as const
const TYPES = { payment: 'charge', refund: 'refund', dispute: 'adjustment' } as const

export const settlementCalls = (deals: Deals) => ({
  'GET /v1/payouts': (call: Call): Answer => {
    const ask = (name: string, otherwise: number) =>
      Number(call.url.searchParams.get(name) ?? otherwise)
    const [from, to] = [ask('arrival_date[gte]', 0), ask('arrival_date[lt]', Infinity)]
    const all = deals.settlementsOf(NAME).map(toPayout)
    return toList(
      call,
      all.filter(({ arrival_date }) => arrival_date >= from && arrival_date < to),
    )
  },
  'GET /v1/balance_transactions': (call: Call): Answer => {
    const id = call.url.searchParams.get('payout')
    const found = deals.settlementsOf(NAME).find((one) => one.id === id)
    if (!found) return fail(404, 'resource_missing', `No such payout: '${id}'`)
    const isWhole = expandedIn(call).includes('data.source')
    const lines = found.lines.map((line) => toTransaction(found, line, isWhole))
    return toList(call, [...lines, toOwn(found)])
  },
})

const toSeconds = (ms: number) => Math.floor(ms / 1000)
const sumOf = ({ lines }: Settlement) => lines.reduce((sum, line) => sum + netOf(line), 0)

const toPayout = (settlement: Settlement) => ({
  id: settlement.id,
  object: 'payout',
  amount: sumOf(settlement),
  arrival_date: toSeconds(settlement.at),
  automatic: true,
  created: toSeconds(settlement.at),
  currency: settlement.currency.toLowerCase(),
  livemode: false,
  reconciliation_status: 'completed',
  status: 'paid',
  trace_id: { status: 'supported', value: settlement.utr },
})

const idOf = ({ id, kind }: SettledLine) => `txn_${kind}_${id.replace(/^\w+?_/, '')}`

function toTransaction({ at, currency }: Settlement, line: SettledLine, isWhole: boolean) {
  const { kind, id, attemptId, amount, fee, tax } = line
  const source = kind === 'payment' ? attemptId.replace('pi_', 'ch_') : id
  const detail = (type: string, amount: number) => ({
    type,
    amount,
    currency: currency.toLowerCase(),
  })
  return {
    id: idOf(line),
    object: 'balance_transaction',
    amount,
    available_on: toSeconds(at),
    created: toSeconds(line.at),
    currency: currency.toLowerCase(),
    exchange_rate: null,
    fee: fee + tax,
    fee_details: fee > 0 ? [detail('stripe_fee', fee), detail('tax', tax)] : [],
    net: netOf(line),
    reporting_category: CATEGORIES[kind],
    source: isWhole ? { id: source, payment_intent: attemptId } : source,
    status: 'available',
    type: TYPES[kind],
  }
}

/** The payout itself, which empties the balance. */
function toOwn(settlement: Settlement) {
  const { id, at, currency } = settlement
  const amount = -sumOf(settlement)
  return {
    id: `txn_${id}`,
    object: 'balance_transaction',
    amount,
    available_on: toSeconds(at),
    created: toSeconds(at),
    currency: currency.toLowerCase(),
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: amount,
    reporting_category: 'payout',
    source: id,
    status: 'available',
    type: 'payout',
  }
}
