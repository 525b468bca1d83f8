import { z } from 'zod'
import { Written } from '#connectors/request-json.ts'
import type { Booked, SettledLine } from '#connectors/gateways/gateway.ts'
import { toMoment, readHundredths } from '#connectors/gateways/wire.ts'
import type { Call } from './cashfree-call.ts'

const PAGE_MAX = 1000

/** Rupees as a number, or as text. */
const Amount = Written.transform(readHundredths)

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
  payment_details: z.object({ cf_payment_id: Written.nullish() }).nullish(),
  order_details: z.object({ order_id: z.string().nullish() }).nullish(),
  settlement_details: z.object({
    cf_settlement_id: z.coerce.string().min(1),
    settlement_date: z.string(),
    settlement_utr: z.string().nullish(),
  }),
})
const Page = z.object({ cursor: z.string().nullish(), data: z.array(z.unknown()) })

type Row = z.output<typeof Row>

export const listSettled = async (call: Call, from: Date, to: Date): Promise<SettledLine[]> =>
  (await readRows(call, from, to)).map(toLine)

async function readRows(call: Call, from: Date, to: Date): Promise<Row[]> {
  const filters = { start_date: from.toISOString(), end_date: to.toISOString() }
  const all: Row[] = []
  let cursor: string | null | undefined
  do {
    const pagination = { limit: PAGE_MAX, ...(cursor && { cursor }) }
    const body = JSON.stringify({ pagination, filters })
    const answered = await call('/settlement/recon', { method: 'POST', body })
    if (answered.status !== 200) throw answered.fault
    const page = Page.parse(answered.body)
    all.push(...page.data.map((row) => Row.parse(row)))
    cursor = page.data.length > 0 ? page.cursor : null
  } while (cursor)
  return all
}

/** Payments whose money Cashfree took or gave back because of a dispute. */
export async function listDisputed(call: Call, from: Date, to: Date): Promise<string[]> {
  const payments = new Set<string>()
  for (const { event_details, payment_details } of await readRows(call, from, to)) {
    const payment = payment_details?.cf_payment_id
    if (KINDS[event_details.event_type] === 'dispute' && payment) payments.add(payment)
  }
  return [...payments]
}

const Payments = z.array(
  z.object({ cf_payment_id: Written, payment_amount: Amount, payment_currency: z.string() }),
)
const Refunds = z.array(
  z.object({ cf_payment_id: Written, refund_amount: Amount, refund_status: z.string() }),
)

/** Cashfree lists refunds by order only. Settlements tell which orders have one. */
export async function listRefunded(call: Call, from: Date, to: Date): Promise<Booked[]> {
  const orders = new Map<string, string>() // by payment
  for (const { event_details, payment_details, order_details } of await readRows(call, from, to)) {
    const payment = payment_details?.cf_payment_id
    const order = order_details?.order_id
    if (event_details.event_type === 'REFUND' && payment && order) orders.set(payment, order)
  }
  const read = async (path: string) => {
    const { status, body, fault } = await call(path)
    if (status !== 200) throw fault
    return body
  }
  const all: Booked[] = []
  for (const [captureId, order] of orders) {
    const path = `/orders/${encodeURIComponent(order)}`
    const payments = Payments.parse(await read(`${path}/payments`))
    const refunds = Refunds.parse(await read(`${path}/refunds`))
    const paid = payments.find((one) => one.cf_payment_id === captureId)
    if (!paid) throw new Error('Cashfree has no payment that it refunded')
    const refunded = refunds
      .filter((one) => one.cf_payment_id === captureId && one.refund_status === 'SUCCESS')
      .reduce((sum, { refund_amount }) => sum + refund_amount, 0)
    const { payment_amount: amount, payment_currency } = paid
    all.push({
      reference: null,
      captureId,
      amount,
      currency: payment_currency.toUpperCase(),
      refunded,
    })
  }
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

function toLine({
  event_details: event,
  payment_details,
  settlement_details: paid,
}: Row): SettledLine {
  const settledAt = toMoment(paid.settlement_date)
  if (!settledAt) throw new Error(`Cashfree settled at ${paid.settlement_date}`)
  return {
    id: `${event.event_type} ${event.event_id}`,
    kind: KINDS[event.event_type] ?? 'other',
    captureId: payment_details?.cf_payment_id ?? null,
    amount: event.sale_type === 'DEBIT' ? -event.event_amount : event.event_amount,
    fee: event.event_service_charge ?? 0,
    feeTax: event.event_service_tax ?? 0,
    currency: (event.event_currency ?? 'INR').toUpperCase(),
    settlementId: paid.cf_settlement_id,
    bankReference: paid.settlement_utr ?? null,
    settledAt,
  }
}
