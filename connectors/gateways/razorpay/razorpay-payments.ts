import { z } from 'zod'
import type { Booked, Captured } from '#connectors/gateways/gateway.ts'
import { PayerFact, payerByUpi } from '#connectors/gateways/payer.ts'
import { BankNumbers, bankNumber } from './razorpay-call.ts'

const Payment = z.object({
  id: z.string(),
  amount: z.int(),
  amount_refunded: z.int().nullish(),
  currency: z.string(),
  status: z.string(),
  notes: z.object({ reference: z.string() }).nullish().catch(null), // no notes come as an empty list
  acquirer_data: BankNumbers,
  vpa: PayerFact,
  created_at: z.int(),
})
type Payment = z.output<typeof Payment>
const Payments = z.object({ items: z.array(z.unknown()) })

/** Captured payments of a list, and whether it has only failed ones. */
export function readPayments(body: unknown): { captured: Captured[]; hasFailed: boolean } {
  const payments = parse(body)
  const captured = payments.filter(hasMoney).map(toCaptured)
  return {
    captured,
    hasFailed: payments.length > 0 && payments.every(({ status }) => status === 'failed'),
  }
}

/** Captured payments of one page. */
export function readBooked(body: unknown): Booked[] {
  return parse(body).filter(hasMoney).map(toBooked)
}

const parse = (body: unknown): Payment[] =>
  Payments.parse(body).items.map((item) => Payment.parse(item))

/** Payments that were refunded later count as captured all the same. */
const hasMoney = ({ status }: Payment): boolean => status === 'captured' || status === 'refunded'

const toCaptured = ({
  id,
  amount,
  currency,
  acquirer_data,
  vpa,
  created_at,
}: Payment): Captured => ({
  id,
  amount,
  currency: currency.toUpperCase(),
  bankReference: bankNumber(acquirer_data, ['rrn', 'upi_transaction_id']),
  at: new Date(created_at * 1000),
  payer: payerByUpi(vpa),
})

const toBooked = ({ id, amount, currency, amount_refunded, notes }: Payment): Booked => ({
  reference: notes?.reference ?? null,
  captureId: id,
  amount,
  currency: currency.toUpperCase(),
  refunded: amount_refunded ?? 0,
})
