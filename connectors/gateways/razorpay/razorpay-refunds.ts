import { z } from 'zod'
import { patience } from '#connectors/request-json.ts'
import type { GatewayRefundRequest, GatewayRefundStatus } from '#connectors/gateways/gateway.ts'
import { BankNumbers, bankNumber, isNothingThere, type Call } from './razorpay-call.ts'
import { withoutNumber } from '#connectors/gateways/wire.ts'

const LIST_MAX = 100

const Refund = z.object({
  id: z.string(),
  status: z.enum(['pending', 'processed', 'failed']),
  receipt: z.string().nullish(),
  acquirer_data: BankNumbers,
})
const Refunds = z.object({ items: z.array(z.looseObject({ receipt: z.unknown() })) })

/** Our reference is the refund's receipt and its idempotency key, so it can be sent any number of times. */
export function createRefunds(call: Call) {
  async function send(asked: GatewayRefundRequest): Promise<GatewayRefundStatus> {
    const signal = patience()
    const sent = await call(`${pathOf(asked)}/refund`, {
      method: 'POST',
      headers: { 'x-refund-idempotency': asked.reference },
      body: JSON.stringify({
        amount: asked.amount,
        speed: 'normal',
        receipt: asked.reference,
        notes: { reference: asked.reference, ...(asked.note ? { note: asked.note } : {}) },
      }),
      signal,
    })
    if (sent.status === 200) return toStatus(sent.body)
    if (sent.status === 409) return withoutNumber('asked') // the first request is still in progress
    if (sent.status !== 400 && sent.status !== 404) throw sent.fault
    // A refusal may mean that an earlier request already created this refund.
    const status = await find(asked, signal)
    return status.is === 'unknown' ? withoutNumber('failed', sent.words) : status
  }

  async function find(
    asked: GatewayRefundRequest,
    signal: AbortSignal,
  ): Promise<GatewayRefundStatus> {
    const listed = await call(`${pathOf(asked)}/refunds?count=${LIST_MAX}`, { signal })
    if (isNothingThere(listed)) return withoutNumber('unknown')
    if (listed.status !== 200) throw listed.fault
    const { items } = Refunds.parse(listed.body)
    const found = items.find(({ receipt }) => receipt === asked.reference)
    if (!found && items.length >= LIST_MAX)
      throw new Error('Razorpay has more refunds than it lists')
    return found ? toStatus(found) : withoutNumber('unknown')
  }

  return { send, ask: (asked: GatewayRefundRequest) => find(asked, patience()) }
}

const pathOf = ({ payment }: GatewayRefundRequest) =>
  `/payments/${encodeURIComponent(payment.captureId)}`

const STANDINGS = { pending: 'asked', processed: 'done', failed: 'failed' } as const

function toStatus(body: unknown): GatewayRefundStatus {
  const { id, status, acquirer_data } = Refund.parse(body)
  return {
    is: STANDINGS[status],
    gatewayId: id,
    bankReference: bankNumber(acquirer_data, ['rrn', 'arn', 'utr']),
    reason: status === 'failed' ? 'Razorpay couldn’t send it' : '',
  }
}
