import { z } from 'zod'
import { patience, Written } from '#connectors/request-json.ts'
import type { GatewayRefundRequest, GatewayRefundStatus } from '#connectors/gateways/gateway.ts'
import type { Call } from './cashfree-call.ts'
import { withoutNumber } from '#connectors/gateways/wire.ts'

const NOTE = 'Refund' // Cashfree requires at least three letters
const NOTE_MAX = 100

const Refund = z.object({
  cf_refund_id: Written.nullish(),
  refund_id: z.string(),
  refund_status: z.enum(['SUCCESS', 'PENDING', 'ONHOLD', 'CANCELLED', 'FAILED']),
  refund_arn: Written.nullish(),
  status_description: z.string().nullish(),
})

type FindOrder = (payment: GatewayRefundRequest['payment'], signal: AbortSignal) => Promise<string>

/** Refunds belong to a Cashfree order and carry our reference. */
export function createRefunds(call: Call, findOrderOf: FindOrder) {
  async function send(asked: GatewayRefundRequest): Promise<GatewayRefundStatus> {
    const signal = patience()
    const order = await findOrderOf(asked.payment, signal)
    const sent = await call(`/orders/${encodeURIComponent(order)}/refunds`, {
      method: 'POST',
      body: JSON.stringify({
        refund_amount: asked.amount / 100,
        refund_id: asked.reference,
        refund_note: asked.note.length < 3 ? NOTE : asked.note.slice(0, NOTE_MAX),
        refund_speed: 'STANDARD',
      }),
      signal,
    })
    if (sent.status === 200) return toStatus(sent.body, asked)
    if (![400, 404, 409, 422].includes(sent.status)) throw sent.fault
    // A refusal may mean that an earlier request already created this refund.
    const status = await find(order, asked, signal)
    if (status.is === 'unknown' && sent.status === 409) throw sent.fault
    return status.is === 'unknown' ? withoutNumber('failed', sent.words) : status
  }

  async function ask(asked: GatewayRefundRequest): Promise<GatewayRefundStatus> {
    const signal = patience()
    return find(await findOrderOf(asked.payment, signal), asked, signal)
  }

  async function find(order: string, asked: GatewayRefundRequest, signal: AbortSignal) {
    const path = `/orders/${encodeURIComponent(order)}/refunds/${asked.reference}`
    const { status, body, fault } = await call(path, { signal })
    if (status === 404) return withoutNumber('unknown')
    if (status !== 200) throw fault
    return toStatus(body, asked)
  }

  return { send, ask }
}

const STANDINGS = {
  SUCCESS: 'done',
  PENDING: 'asked',
  ONHOLD: 'asked',
  CANCELLED: 'failed',
  FAILED: 'failed',
} as const

function toStatus(body: unknown, { reference }: GatewayRefundRequest): GatewayRefundStatus {
  const refund = Refund.parse(body)
  if (refund.refund_id !== reference) throw new Error('Cashfree answered with another refund')
  const is = STANDINGS[refund.refund_status]
  return {
    is,
    gatewayId: refund.cf_refund_id ?? null,
    bankReference: refund.refund_arn || null,
    reason: is === 'failed' ? refund.status_description || 'Cashfree couldn’t send it' : '',
  }
}
