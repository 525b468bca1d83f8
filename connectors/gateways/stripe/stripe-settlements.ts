import { z } from 'zod'
import { patience } from '#connectors/request-json.ts'
import type { SettledLine } from '#connectors/gateways/gateway.ts'
import type { List } from './stripe-call.ts'

const Payout = z.object({
  id: z.string(),
  arrival_date: z.int(),
  status: z.string(),
  trace_id: z.object({ value: z.string().nullish() }).nullish(),
})
const Transaction = z.object({
  id: z.string(),
  amount: z.int(),
  fee: z.int(), // includes the tax
  fee_details: z.array(z.object({ type: z.string(), amount: z.int() })),
  currency: z.string(),
  reporting_category: z.string(),
  type: z.string(),
  source: z.object({ payment_intent: z.string().nullish() }).nullish().catch(null),
})

const KINDS: Record<string, SettledLine['kind']> = {
  charge: 'payment',
  refund: 'refund',
  partial_capture_reversal: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
}

/** Stripe calls a settlement a payout. Its balance transactions say what is in it. */
export async function listSettled(list: List, from: Date, to: Date): Promise<SettledLine[]> {
  const arrived = { 'arrival_date[gte]': toSeconds(from), 'arrival_date[lt]': toSeconds(to) }
  const all: SettledLine[] = []
  for await (const one of list('/v1/payouts', { ...arrived, status: 'paid' }, patience)) {
    const payout = Payout.parse(one)
    if (payout.status !== 'paid') continue
    const fields = { payout: payout.id, 'expand[]': 'data.source' }
    for await (const body of list('/v1/balance_transactions', fields, patience)) {
      const transaction = Transaction.parse(body)
      if (transaction.type !== 'payout') all.push(toLine(payout, transaction))
    }
  }
  return all
}

function toLine(payout: z.output<typeof Payout>, one: z.output<typeof Transaction>): SettledLine {
  const feeTax = one.fee_details
    .filter(({ type }) => type === 'tax')
    .reduce((sum, { amount }) => sum + amount, 0)
  return {
    id: one.id,
    kind: KINDS[one.reporting_category] ?? 'other',
    captureId: one.source?.payment_intent ?? null,
    amount: one.amount,
    fee: one.fee - feeTax,
    feeTax,
    currency: one.currency.toUpperCase(),
    settlementId: payout.id,
    bankReference: payout.trace_id?.value ?? null,
    settledAt: new Date(payout.arrival_date * 1000),
  }
}

const toSeconds = (time: Date): string => String(Math.floor(time.getTime() / 1000))
