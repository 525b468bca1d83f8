import { z } from 'zod'
import { patience } from '#connectors/request-json.ts'
import type {
  Gateway,
  GatewayRefundRequest,
  GatewayRefundStatus,
} from '#connectors/gateways/gateway.ts'
import { Metadata, toldIn, type Ask, type List } from './stripe-call.ts'
import { withoutNumber } from '#connectors/gateways/wire.ts'

const Refund = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']),
  failure_reason: z.string().nullish(),
  metadata: Metadata,
  destination_details: z
    .object({ card: z.object({ reference: z.string().nullish() }).nullish() })
    .nullish(),
})

export function createStripeRefunds(ask: Ask, list: List): Pick<Gateway, 'refund' | 'askRefund'> {
  async function find({ reference, payment }: GatewayRefundRequest, signal: AbortSignal) {
    const fields = { payment_intent: payment.captureId }
    for await (const one of list('/v1/refunds', fields, () => signal)) {
      const refund = Refund.parse(one)
      if (refund.metadata === reference) return toRefundStatus(refund)
    }
    return null
  }

  return {
    async refund(asked) {
      const signal = patience()
      // Looks for the refund first, because Stripe forgets idempotency keys after about a day.
      const found = await find(asked, signal)
      if (found) return found
      const { reference, amount, payment } = asked
      const fields = {
        payment_intent: payment.captureId,
        amount: String(amount),
        reason: 'requested_by_customer',
        'metadata[reference]': reference,
      }
      const reply = await ask('POST /v1/refunds', { fields, key: reference, signal })
      const isRefused = reply.status === 400 && reply.type === 'invalid_request_error'
      if (isRefused && reply.code !== 'resource_missing')
        return withoutNumber('failed', reply.words)
      return toRefundStatus(Refund.parse(toldIn(reply)))
    },

    async askRefund({ gatewayRefundId, ...asked }) {
      const signal = patience()
      if (gatewayRefundId === null) return (await find(asked, signal)) ?? withoutNumber('unknown')
      const reply = await ask(`GET /v1/refunds/${encodeURIComponent(gatewayRefundId)}`, { signal })
      const refund = Refund.parse(toldIn(reply))
      if (refund.metadata !== asked.reference) throw new Error('Stripe reported another refund')
      return toRefundStatus(refund)
    },
  }
}

function toRefundStatus(refund: z.output<typeof Refund>): GatewayRefundStatus {
  const { id, status, failure_reason, destination_details } = refund
  const isFailed = status === 'failed' || status === 'canceled'
  return {
    is: status === 'succeeded' ? 'done' : isFailed ? 'failed' : 'asked',
    gatewayId: id,
    bankReference: destination_details?.card?.reference ?? null,
    reason: isFailed ? (failure_reason ?? status) : '',
  }
}
