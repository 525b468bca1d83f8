import { z } from 'zod'
import { patience } from '#connectors/request-json.ts'
import type {
  Gateway,
  GatewayRefundRequest,
  GatewayRefundStatus,
} from '#connectors/gateways/gateway.ts'
import { withoutNumber } from '#connectors/gateways/wire.ts'
import {
  captureOf,
  failureOf,
  Links,
  Money,
  readMoney,
  toldIn,
  toMoney,
  type Ask,
} from './paypal-call.ts'

export const Refund = z.object({
  id: z.string().min(1),
  status: z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED']),
  status_details: z
    .object({ reason: z.string().catch('') })
    .nullish()
    .catch(null),
  custom_id: z.string().nullish(),
  amount: Money,
  acquirer_reference_number: z.string().nullish().catch(null),
  links: Links.default([]),
})
type Refund = z.output<typeof Refund>

type Refunds = Pick<Gateway, 'refund' | 'askRefund' | 'askRefunded'>
type Payment = { reference: string; gatewayId: string | null }
/** Lists the refunds of an order, by whoever asked for them. */
type ListRefunds = (payment: Payment, signal: AbortSignal) => Promise<Refund[]>

/** Our reference is the refund's custom id and its key, so it can be sent any number of times. */
export function createRefunds(ask: Ask, list: ListRefunds): Refunds {
  async function find({ reference, payment }: GatewayRefundRequest, signal: AbortSignal) {
    const all = await list(payment, signal)
    return all.find(({ custom_id }) => custom_id === reference)
  }

  return {
    async refund(asked) {
      const signal = patience()
      // Looks for the refund first, because PayPal forgets its keys after 45 days.
      const found = await find(asked, signal)
      if (found) return toStatus(found)
      const { reference, amount, currency, note, payment } = asked
      const reply = await ask(`POST ${CAPTURES}/${encodeURIComponent(payment.captureId)}/refund`, {
        key: reference,
        input: {
          custom_id: reference,
          invoice_id: reference,
          amount: toMoney(amount, currency),
          ...(note && { note_to_payer: note }),
        },
        signal,
      })
      const failure = failureOf(reply)
      if (failure && reply.status === 422) return withoutNumber('failed', failure.words)
      return toStatus(Refund.parse(toldIn(reply)))
    },

    async askRefund({ gatewayRefundId, ...asked }) {
      const signal = patience()
      if (gatewayRefundId === null) {
        const found = await find(asked, signal)
        return found ? toStatus(found) : withoutNumber('unknown')
      }
      const reply = await ask(`GET ${REFUNDS}/${encodeURIComponent(gatewayRefundId)}`, { signal })
      const refund = Refund.parse(toldIn(reply))
      if (refund.custom_id !== asked.reference) throw new Error('PayPal reported another refund')
      return toStatus(refund)
    },

    async askRefunded({ captureId, ...payment }) {
      const all = await list(payment, patience())
      return all
        .filter((one) => STATES[one.status] !== 'failed' && captureOf(one.links) === captureId)
        .reduce((sum, { amount }) => sum + readMoney(amount).amount, 0)
    },
  }
}

const CAPTURES = '/v2/payments/captures'
const REFUNDS = '/v2/payments/refunds'

const STATES = {
  CANCELLED: 'failed',
  FAILED: 'failed',
  PENDING: 'asked',
  COMPLETED: 'done',
} as const

function toStatus(refund: Refund): GatewayRefundStatus {
  const is = STATES[refund.status]
  return {
    is,
    gatewayId: refund.id,
    bankReference: refund.acquirer_reference_number ?? null,
    reason: is === 'failed' ? refund.status_details?.reason || refund.status.toLowerCase() : '',
  }
}
