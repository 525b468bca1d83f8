import { z } from 'zod'
import { patience } from '#connectors/request-json.ts'
import type { GatewayPaymentStatus, Opened, Opening } from '#connectors/gateways/gateway.ts'
import { failedTry } from '#connectors/gateways/wire.ts'
import { isNothingThere, type Call } from './razorpay-call.ts'
import { readPayments } from './razorpay-payments.ts'

const Code = z.object({
  id: z.string(),
  status: z.enum(['active', 'closed']),
  payment_amount: z.int(),
  image_content: z.string().startsWith('upi://').nullish().catch(null),
  notes: z.object({ reference: z.string() }),
})
type Code = z.output<typeof Code>

type Named = { reference: string; gatewayId: string }

const COUNT_MAX = 100

/** UPI codes have ids of their own. Our reference is only in their notes, so Razorpay makes a new one for each request. */
export const isCode = (payment: { gatewayId: string | null }): payment is Named =>
  payment.gatewayId?.startsWith('qr_') ?? false

export function createCodes(call: Call) {
  /** Null if this account gets no codes, or none as text. Razorpay allows both on request only. */
  async function open(asked: Opening): Promise<Opened | null> {
    const body = JSON.stringify(toBody(asked))
    const made = await call('/payments/qr_codes', { method: 'POST', body })
    if (made.status === 400 || made.status === 404) return null
    if (made.status !== 200) throw made.fault
    const code = toCode(made.body, asked.reference)
    if (code.payment_amount !== asked.amount)
      throw new Error('Razorpay made a UPI code for another amount')
    if (!code.image_content) return null
    return { gatewayId: code.id, page: { is: 'upi', uri: code.image_content } }
  }

  async function ask({ reference, gatewayId }: Named): Promise<GatewayPaymentStatus> {
    const signal = patience()
    const path = pathOf(gatewayId)
    const found = await call(path, { signal })
    if (isNothingThere(found)) return { is: 'unknown', captured: [] }
    if (found.status !== 200) throw found.fault
    const { status } = toCode(found.body, reference)
    const listed = await call(`${path}/payments?count=${COUNT_MAX}`, { signal })
    if (listed.status !== 200) throw listed.fault
    const { captured, hasFailed } = readPayments(listed.body)
    if (captured.length > 0) return { is: 'paid', captured }
    const is = status === 'active' || wasPaid(found.body) ? 'open' : 'failed'
    return { is, captured, ...failedTry(hasFailed) }
  }

  /** Accepts a refusal, because a code that is paid or closed cannot be closed and need not be. */
  async function close({ gatewayId }: Named): Promise<void> {
    const { status, fault } = await call(`${pathOf(gatewayId)}/close`, { method: 'POST' })
    if (![200, 400, 404].includes(status)) throw fault
  }

  return { open, ask, close }
}

const pathOf = (id: string) => `/payments/qr_codes/${encodeURIComponent(id)}`

const toBody = ({ reference, amount, words, expiresAt }: Opening) => ({
  type: 'upi_qr',
  usage: 'single_use',
  fixed_amount: true,
  payment_amount: amount,
  description: words,
  close_by: Math.floor(expiresAt.getTime() / 1000),
  notes: { reference },
})

function toCode(body: unknown, reference: string): Code {
  const code = Code.parse(body)
  if (code.notes.reference !== reference) throw new Error('Razorpay answered with another UPI code')
  return code
}

/** A code closes with its payment, which may be listed a moment later. */
const wasPaid = (body: unknown): boolean =>
  z.object({ close_reason: z.literal('paid') }).safeParse(body).success
