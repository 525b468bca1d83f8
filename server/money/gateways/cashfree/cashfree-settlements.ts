import { z } from 'zod'
import type { SettledLine } from '#server/money/gateways/gateway.ts'
import { toMoment, toPaise } from '#server/money/gateways/wire.ts'
import type { Call } from './cashfree-call.ts'

const PAGE_MAX = 1000

/** Rupees as a number, or as text. */
const Amount = z.union([z.number(), z.string()]).transform((rupees) => toPaise(String(rupees)))

const Row = z.object({
  event_details: z.object({
    event_id: z.coerce.string().min(1),
    event_type: z.string(),
    event_amount: Amount,
    event_service_charge: Amount.nullish(),
    event_service_tax: Amount.nullish(),
    event_currency: z.string().nullish(),
    sale_type: z.enum(['CREDIT', 'DEBIT']),
  }),
  payment_details: z
    .object({ cf_payment_id: z.union([z.string(), z.number()]).nullish() })
    .nullish(),
  settlement_details: z.object({
    cf_settlement_id: z.coerce.string().min(1),
    settlement_date: z.string(),
    settlement_utr: z.string().nullish(),
  }),
})
const Page = z.object({ cursor: z.string().nullish(), data: z.array(z.unknown()) })

export async function listSettled(call: Call, from: Date, to: Date): Promise<SettledLine[]> {
  const filters = { start_date: from.toISOString(), end_date: to.toISOString() }
  const all: SettledLine[] = []
  let cursor: string | null | undefined
  do {
    const pagination = { limit: PAGE_MAX, ...(cursor && { cursor }) }
    const body = JSON.stringify({ pagination, filters })
    const answered = await call('/settlement/recon', { method: 'POST', body })
    if (answered.status !== 200) throw answered.fault
    const page = Page.parse(answered.body)
    all.push(...page.data.map(toLine))
    cursor = page.data.length > 0 ? page.cursor : null
  } while (cursor)
  return all
}

const KINDS: Record<string, SettledLine['kind']> = {
  PAYMENT: 'payment',
  REFUND: 'refund',
  REFUND_REVERSAL: 'refund',
  DISPUTE: 'dispute',
  DISPUTE_REVERSAL: 'dispute',
  CHARGEBACK: 'dispute',
  CHARGEBACK_REVERSAL: 'dispute',
}

function toLine(body: unknown): SettledLine {
  const { event_details: event, payment_details, settlement_details: paid } = Row.parse(body)
  const settledAt = toMoment(paid.settlement_date)
  if (!settledAt) throw new Error(`Cashfree settled at ${paid.settlement_date}`)
  const paymentId = payment_details?.cf_payment_id
  return {
    id: `${event.event_type} ${event.event_id}`,
    kind: KINDS[event.event_type] ?? 'other',
    captureId: paymentId ? String(paymentId) : null,
    amount: event.sale_type === 'DEBIT' ? -event.event_amount : event.event_amount,
    fee: event.event_service_charge ?? 0,
    feeTax: event.event_service_tax ?? 0,
    currency: (event.event_currency ?? 'INR').toUpperCase(),
    settlementId: paid.cf_settlement_id,
    bankReference: paid.settlement_utr ?? null,
    settledAt,
  }
}
